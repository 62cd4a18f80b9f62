import { afterAll, beforeAll, expect, it } from 'vitest'
import { listPosts } from '../../provider/content/posts.ts'
import { readJson } from './support/accounts.ts'
import { startTestProvider, type TestProvider } from './support/test-provider.ts'

let provider: TestProvider
beforeAll(async () => {
  provider = await startTestProvider()
})
afterAll(() => provider.close())

const get = (path: string) => provider.request('GET', `/api/v1/blog${path}`)

it('lists posts by page and gives one; an id that is none, and a page that is none, are refused', async () => {
  const list = await readJson<{ items: ReadonlyArray<{ id: number }>; total: number; pages: number }>(
    await get('?size=2'),
  )
  const total = listPosts('en').length
  expect(list).toMatchObject({ total, pages: Math.ceil(total / 2) })
  expect(list.items).toHaveLength(2)
  expect(await readJson(await get('/1'))).toMatchObject({ data: { id: 1, language: 'en' } })
  for (const path of ['/999', '/1x', '/%00', `/${'9'.repeat(400)}`]) expect((await get(path)).status, path).toBe(404)
  expect((await get('?page=0')).status).toBe(422)
})

it('has a feed in each language, and its pictures, which run nothing when they are opened', async () => {
  for (const language of ['en', 'fr'] as const) {
    const feed = await get(`/feed.${language}.xml`)
    expect(feed.headers.get('content-type')).toBe('application/rss+xml; charset=utf-8')
    const text = await feed.text()
    expect(text.match(/<item>/g)).toHaveLength(listPosts(language).length)
    expect(text).toContain(`<language>${language}</language>`)
  }
  const picture = await get('/pictures/pass-signed.svg')
  expect(picture.headers.get('content-type')).toBe('image/svg+xml; charset=utf-8')
  expect(picture.headers.get('content-security-policy')).toContain('sandbox')
  for (const path of ['/feed.de.xml', '/pictures/none.svg', '/pictures/..%2F..%2Fpackage.json', '/pictures/%00'])
    expect((await get(path)).status, path).toBe(404)
})
