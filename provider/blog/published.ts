import type { Post } from '../../src/contract/blog.ts'

/** What a post says in one language. */
export type PostText = Pick<Post, 'title' | 'summary' | 'paragraphs'>

/** Newest first. An id is part of a public address: it is never given to another post. */
export const PUBLISHED = [
  { id: 3, published_on: '2026-11-20' },
  { id: 2, published_on: '2026-11-13' },
  { id: 1, published_on: '2026-11-06' },
] as const

export type PostId = (typeof PUBLISHED)[number]['id']
