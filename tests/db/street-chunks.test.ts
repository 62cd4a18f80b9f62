import { IDBFactory } from 'fake-indexeddb'
import { beforeEach, expect, it, vi } from 'vitest'
import { createStreetChunks, deleteStreets, readKeptStreets } from '../../src/db/street-chunks.ts'

beforeEach(() => void vi.stubGlobal('indexedDB', new IDBFactory()))

const chunk = (length = 8): ArrayBuffer => new ArrayBuffer(length)

it('chunks are found by archive and number, in this thread and in the next', async () => {
  const chunks = createStreetChunks()
  await chunks.put('/tiles/a.pmtiles', 0, chunk(8))
  await chunks.put('/tiles/a.pmtiles', 1, chunk(9))
  expect((await createStreetChunks().get('/tiles/a.pmtiles', 1))?.byteLength).toBe(9)
  expect(await chunks.get('/tiles/b.pmtiles', 1)).toBeUndefined()
  expect((await readKeptStreets()).cached).toEqual({ count: 2, bytes: 17 })
})

it('chunks are given up by key', async () => {
  const chunks = createStreetChunks()
  await chunks.put('/tiles/a.pmtiles', 0, chunk())
  await chunks.put('/tiles/b.pmtiles', 0, chunk())
  await chunks.forget(([url]) => url === '/tiles/a.pmtiles')
  expect(await chunks.get('/tiles/a.pmtiles', 0)).toBeUndefined()
  expect(await chunks.get('/tiles/b.pmtiles', 0)).toBeDefined()
})

it('the oldest go when there are too many', async () => {
  let now = 0
  const chunks = createStreetChunks(() => (now += 1))
  for (let index = 0; index < 425; index += 1) await chunks.put('/tiles/a.pmtiles', index, chunk())
  const { cached } = await readKeptStreets()
  expect(cached.count).toBeLessThanOrEqual(420)
  expect(await chunks.get('/tiles/a.pmtiles', 0)).toBeUndefined()
  expect(await chunks.get('/tiles/a.pmtiles', 424)).toBeDefined()
})

it('all can be given up while a thread draws, which goes on', async () => {
  const chunks = createStreetChunks()
  await chunks.put('/tiles/a.pmtiles', 0, chunk())
  await deleteStreets()
  expect((await readKeptStreets()).cached).toEqual({ count: 0, bytes: 0 })
  await chunks.put('/tiles/a.pmtiles', 0, chunk())
  expect((await readKeptStreets()).cached.count).toBe(1)
})
