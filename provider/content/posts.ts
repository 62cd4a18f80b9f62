import type { Post } from '../../src/contract/blog.ts'
import type { Language } from '../messages/language.ts'
import { type ContentFile, type Picture, readContentFiles, readPictures } from './content-files.ts'
import { minutesToRead, readMarkdown } from './read-markdown.ts'

/** `12-what-a-space-costs`: the id is part of a public URL, so it is never reused for another post. */
const NAME = /^(\d{1,6})-/

/** Caches the result: the files are part of the release and do not change. */
function once<Value>(read: () => Value): () => Value {
  let known: { readonly value: Value } | undefined
  return () => (known ??= { value: read() }).value
}

const pictures = once(readPictures)
export const findPicture = (name: string): Picture | undefined => pictures().get(name)

export const postId = (name: string): number => Number(NAME.exec(name)?.[1] ?? 0)

export function toPost({ name, facts, text }: ContentFile, language: Language): Post {
  const blocks = readMarkdown(text, findPicture)
  const { title = '', summary = '', published = '' } = facts
  return {
    ...{ id: postId(name), published_on: published, language, title, summary },
    ...{ minutes: minutesToRead(blocks), blocks },
  }
}

/** Newest first; on the same day, the higher id first. */
const inOrder = (a: Post, b: Post): number =>
  a.published_on === b.published_on ? b.id - a.id : a.published_on < b.published_on ? 1 : -1

const readAll = (language: Language) => () =>
  readContentFiles('blog', language)
    .map((file) => toPost(file, language))
    .toSorted(inOrder)

const POSTS: Readonly<Record<Language, () => readonly Post[]>> = { en: once(readAll('en')), fr: once(readAll('fr')) }

export const listPosts = (language: Language): readonly Post[] => POSTS[language]()

export const findPost = (language: Language, id: number): Post | undefined =>
  listPosts(language).find((post) => post.id === id)
