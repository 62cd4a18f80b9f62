import { expect, test } from 'vitest'
import { findPost, listPosts } from '../../provider/blog/posts.ts'

test('every post stands in both languages with as many paragraphs, newest first', () => {
  const [en, fr] = [listPosts('en'), listPosts('fr')]
  expect(en.length).toBeGreaterThan(0)
  expect(fr.map(({ id, paragraphs }) => [id, paragraphs.length])).toEqual(
    en.map(({ id, paragraphs }) => [id, paragraphs.length]),
  )
  for (const [index, post] of en.entries()) expect(fr[index]?.title).not.toBe(post.title)
  expect(en.map(({ published_on: day }) => day)).toEqual(
    en
      .map(({ published_on: day }) => day)
      .toSorted()
      .toReversed(),
  )
})

test('a post is found by its id alone', () => {
  expect(findPost('fr', 1)?.language).toBe('fr')
  expect(findPost('en', 999)).toBeUndefined()
})

test('no post promises a line that no tariff of the data has: fees are the tariff’s own, and none has one', () => {
  const texts = [...listPosts('en'), ...listPosts('fr')].flatMap(({ paragraphs }) => paragraphs)
  for (const text of texts) expect(text).not.toMatch(/\bfees?\b|frais/i)
})
