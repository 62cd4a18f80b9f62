import type { Post } from '../contract/blog.ts'

/** Key of the `saved` row that holds the blog in one language. */
export const blogKey = (language: Post['language']): string => `posts-${language}`
