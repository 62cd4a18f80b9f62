import type { Post } from '../../src/contract/blog.ts'
import type { Language } from '../messages/messages.ts'
import { POSTS_EN } from './posts-en.ts'
import { POSTS_FR } from './posts-fr.ts'

/** What a post says in one language. */
export type PostText = Pick<Post, 'title' | 'summary' | 'paragraphs'>

/** Newest first. An id is part of a public address: it is never given to another post. */
const PUBLISHED = [
  { id: 3, published_on: '2026-11-20' },
  { id: 2, published_on: '2026-11-13' },
  { id: 1, published_on: '2026-11-06' },
] as const

export type PostId = (typeof PUBLISHED)[number]['id']

const TEXTS: Readonly<Record<Language, Readonly<Record<PostId, PostText>>>> = { en: POSTS_EN, fr: POSTS_FR }

/** Every post, newest first. */
export const listPosts = (language: Language): readonly Post[] =>
  PUBLISHED.map((post) => ({ ...post, language, ...TEXTS[language][post.id] }))

export const findPost = (language: Language, id: number): Post | undefined =>
  listPosts(language).find((post) => post.id === id)
