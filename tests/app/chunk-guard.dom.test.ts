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

test('a chunk that a page no longer loads because it is left does not bring the driver back to that page', async () => {
  vi.useFakeTimers()
  const begun = Promise.withResolvers<never>()
  void loadChunk(() => begun.promise)
  dispatchEvent(new Event('beforeunload'))
  begun.reject(new TypeError('Importing a module script failed'))
  void loadChunk(missing)
  await vi.advanceTimersByTimeAsync(14_000)
  expect(reload).not.toHaveBeenCalled()
  // The driver stayed on the page, and the chunk really is missing.
  await vi.advanceTimersByTimeAsync(2_000)
  expect(reload).toHaveBeenCalled()
  vi.useRealTimers()
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

const sheets = () => document.head.querySelectorAll('link[rel="stylesheet"]')

test('a screen with a stylesheet of its own is shown once the styles apply, and loads them once', async () => {
  const load = () => Promise.resolve('screen')
  const first = loadChunk(load, '/assets/check-sheet-a.css')
  await expect(Promise.race([first, Promise.resolve('waiting')])).resolves.toBe('waiting')
  sheets()[0]?.dispatchEvent(new Event('load'))
  await expect(first).resolves.toBe('screen')
  await loadChunk(load, '/assets/check-sheet-a.css')
  expect(sheets()).toHaveLength(1)
})

test('a stylesheet that is missing is a part that could not be loaded, and is asked for anew', async () => {
  vi.stubGlobal('navigator', { onLine: false })
  const load = () => Promise.resolve('screen')
  const before = sheets().length
  const lost = loadChunk(load, '/assets/check-sheet-b.css')
  sheets()[before]?.dispatchEvent(new Event('error'))
  await expect(lost).rejects.toBeInstanceOf(ChunkLoadError)
  const again = loadChunk(load, '/assets/check-sheet-b.css')
  sheets()[before]?.dispatchEvent(new Event('load'))
  await expect(again).resolves.toBe('screen')
})
