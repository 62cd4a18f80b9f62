import { afterAll, beforeAll, expect, it } from 'vitest'
import { readJson } from './support/accounts.ts'
import { startTestProvider, type TestProvider } from './support/test-provider.ts'

let provider: TestProvider
beforeAll(async () => {
  provider = await startTestProvider()
})
afterAll(() => provider.close())

it('lists posts by page and gives one; an id that is none, and a page that is none, are refused', async () => {
  const get = (path: string) => provider.request('GET', `/api/v1/blog${path}`)
  const list = await readJson<{ items: ReadonlyArray<{ id: number }>; total: number; pages: number }>(
    await get('?size=2'),
  )
  expect(list).toMatchObject({ total: 3, pages: 2 })
  expect(list.items).toHaveLength(2)
  expect(await readJson(await get('/1'))).toMatchObject({ data: { id: 1, language: 'en' } })
  for (const path of ['/999', '/1x', '/%00', `/${'9'.repeat(400)}`]) expect((await get(path)).status, path).toBe(404)
  expect((await get('?page=0')).status).toBe(422)
})
