import type { Post } from '../contract/blog.ts'
import { readPosts } from '../db/read/blog.ts'
import { type Query, useSaved } from './query.ts'

/** Null when not fetched on this phone yet, in this language. */
export const useBlog = (language: Post['language']): Query<readonly Post[] | null> =>
  useSaved(() => readPosts(language), [language])
