/** Where the provider has the pictures of the blog. */
export const POST_PICTURES = '/api/v1/blog/pictures/'
