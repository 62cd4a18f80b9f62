/** Path of the blog's pictures on the provider. */
export const POST_PICTURES = '/api/v1/blog/pictures/'
