import { beforeEach, expect, test, vi } from 'vitest'
import { startDrainer } from '../../src/sync/drainer.ts'
import { persistStorage } from '../../src/sync/persist-storage.ts'
import { cancel, createRig } from './support/outbox-phone.ts'

const texts = new Map<string, string>()
const persist = vi.fn<() => Promise<boolean>>()

beforeEach(() => {
  texts.clear()
  persist.mockReset().mockResolvedValue(false)
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => texts.get(key) ?? null,
    setItem: (key: string, text: string) => void texts.set(key, text),
  })
  vi.stubGlobal('navigator', { storage: { persist } })
})

test('the browser is asked to keep the storage with the first command that waits, and once only', async () => {
  const rig = await createRig()
  const { stop } = startDrainer(rig.phone)
  expect(persist).not.toHaveBeenCalled()
  await rig.ask(cancel())
  await rig.phone.outboxSignal.notify()
  await rig.phone.settled()
  expect(persist).toHaveBeenCalledOnce()
  await rig.phone.outboxSignal.notify()
  await rig.phone.settled()
  stop()
  expect(persist).toHaveBeenCalledOnce()
})

test('a browser that cannot keep it, or refuses in its own way, is no trouble', async () => {
  const { phone } = await createRig()
  vi.stubGlobal('navigator', { storage: {} })
  await persistStorage(phone)
  expect(texts.size).toBe(0)
  vi.stubGlobal('navigator', { storage: { persist } })
  persist.mockRejectedValue(new TypeError('not here'))
  await persistStorage(phone)
  await persistStorage(phone)
  expect(persist).toHaveBeenCalledOnce()
})

test('a refusal is asked about once more when the app is opened from the home screen, where browsers grant it', async () => {
  const { phone } = await createRig()
  await persistStorage(phone)
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: query === '(display-mode: standalone)' }))
  persist.mockResolvedValue(true)
  await persistStorage(phone)
  await persistStorage(phone)
  expect(persist).toHaveBeenCalledTimes(2)
})

test('a phone that was asked by an earlier release is asked once more from the home screen, and a promise is not asked for again', async () => {
  const { phone } = await createRig()
  texts.set('storagePersistAsked', 'true')
  await persistStorage(phone)
  expect(persist).not.toHaveBeenCalled()
  vi.stubGlobal('matchMedia', () => ({ matches: true }))
  vi.stubGlobal('navigator', { storage: { persist, persisted: () => Promise.resolve(true) } })
  await persistStorage(phone)
  expect(persist).not.toHaveBeenCalled()
})
