import type { Post } from '../../src/contract/blog.ts'
import type { Language } from '../messages/language.ts'
import { POSTS_EN } from './posts-en.ts'
import { POSTS_FR } from './posts-fr.ts'
import { type PostId, type PostText, PUBLISHED } from './published.ts'

const TEXTS: Readonly<Record<Language, Readonly<Record<PostId, PostText>>>> = { en: POSTS_EN, fr: POSTS_FR }

/** Every post, newest first. */
export const listPosts = (language: Language): readonly Post[] =>
  PUBLISHED.map((post) => ({ ...post, language, ...TEXTS[language][post.id] }))

export const findPost = (language: Language, id: number): Post | undefined =>
  listPosts(language).find((post) => post.id === id)
