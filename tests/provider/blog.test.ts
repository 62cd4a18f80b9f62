import { expect, test } from 'vitest'
import { toFeed } from '../../provider/content/feed.ts'
import { findPost, listPosts } from '../../provider/content/posts.ts'
import { linksIn, readableText } from '../../src/domain/article.ts'

test('every post stands in both languages with the same pieces, newest first', () => {
  const [en, fr] = [listPosts('en'), listPosts('fr')]
  expect(en.length).toBeGreaterThanOrEqual(8)
  const shapeOf = ({ id, published_on: day, blocks }: (typeof en)[number]) => [id, day, blocks.map(({ kind }) => kind)]
  expect(fr.map(shapeOf)).toEqual(en.map(shapeOf))
  for (const [index, post] of en.entries()) expect(fr[index]?.title).not.toBe(post.title)
  expect(en.map(({ published_on: day }) => day)).toEqual(
    en
      .map(({ published_on: day }) => day)
      .toSorted()
      .toReversed(),
  )
})

test('every post names its sources', () => {
  for (const post of [...listPosts('en'), ...listPosts('fr')]) {
    const at = post.blocks.findIndex((block) => block.kind === 'heading' && block.text === 'Sources')
    expect(linksIn(post.blocks.slice(at + 1)).length, post.title).toBeGreaterThan(0)
    expect(at, post.title).toBeGreaterThan(0)
  }
})

test('a post is found by its id alone', () => {
  expect(findPost('fr', 1)?.language).toBe('fr')
  expect(findPost('en', 999)).toBeUndefined()
})

test('no post promises a line that no tariff of the data has: fees are the tariff’s own, and none has one', () => {
  for (const { blocks } of [...listPosts('en'), ...listPosts('fr')])
    expect(readableText(blocks)).not.toMatch(/\bfees?\b|frais/i)
})

test('a feed names each post with its address and its day, and is well formed whatever a title says', () => {
  const [post] = listPosts('en')
  if (post === undefined) throw new Error('no post')
  const feed = toFeed([{ ...post, id: 7, title: 'A & B <i>"c"</i>' }], 'en', 'https://baywise.test')
  expect(feed).toContain('<title>A &amp; B &lt;i&gt;&quot;c&quot;&lt;/i&gt;</title>')
  expect(feed).toContain('<link>https://baywise.test/post/7</link>')
  expect(feed).toContain(`<pubDate>${new Date(`${post.published_on}T12:00:00Z`).toUTCString()}</pubDate>`)
  expect(feed).toContain('href="https://baywise.test/api/v1/blog/feed.en.xml"')
})
