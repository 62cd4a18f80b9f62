import type { Post } from '../contract/blog.ts'

/** The row of `saved` with the blog in one language. */
export const blogKey = (language: Post['language']): string => `posts-${language}`
