import { beforeEach, expect, test, vi } from 'vitest'
import { ChunkLoadError, countRetry, loadChunk } from '../../src/app/chunk-guard.ts'

const reload = vi.fn<() => void>()
const missing = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'))

beforeEach(() => {
  sessionStorage.clear()
  reload.mockReset()
  vi.stubGlobal('location', { reload })
  vi.stubGlobal('navigator', { onLine: true })
})

test('fault 43: a chunk that is gone after a deploy reloads the page once', async () => {
  void loadChunk(missing)
  await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce())
})

test('fault 43: a chunk that is still missing after the reload is an error, not a loop', async () => {
  void loadChunk(missing)
  await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce())
  await expect(loadChunk(missing)).rejects.toBeInstanceOf(ChunkLoadError)
  expect(reload).toHaveBeenCalledOnce()
})

test('fault 43: without a connection there is no reload, only the message', async () => {
  vi.stubGlobal('navigator', { onLine: false })
  await expect(loadChunk(missing)).rejects.toBeInstanceOf(ChunkLoadError)
  expect(reload).not.toHaveBeenCalled()
})

test('a tab that cannot remember the reload does not reload', async () => {
  vi.stubGlobal('sessionStorage', {
    getItem: () => null,
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError')
    },
  })
  await expect(loadChunk(missing)).rejects.toBeInstanceOf(ChunkLoadError)
  expect(reload).not.toHaveBeenCalled()
})

test('fault 43: other chunks that load meanwhile do not make the missing one reload again and again', async () => {
  void loadChunk(missing)
  await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce())
  countRetry.add()
  await loadChunk(() => Promise.resolve({ catalogue: true }))
  await expect(loadChunk(missing)).rejects.toBeInstanceOf(ChunkLoadError)
  expect(reload).toHaveBeenCalledOnce()
  expect(countRetry.get()).toBe(1)
})

test('the missing chunk that loads at last may be missed again, and the retries are forgotten', async () => {
  let isThere = false
  const load = () => (isThere ? Promise.resolve({}) : missing())
  void loadChunk(load)
  await vi.waitFor(() => expect(reload).toHaveBeenCalledOnce())
  countRetry.add()
  isThere = true
  await loadChunk(load)
  expect(countRetry.get()).toBe(0)
  isThere = false
  void loadChunk(load)
  await vi.waitFor(() => expect(reload).toHaveBeenCalledTimes(2))
})
