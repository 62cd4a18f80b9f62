import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { LOCKS } from '../../src/config/lock-names.ts'
import type { CountryCode } from '../../src/domain/country.ts'
import { fakeContainer, fakeLocks, holdLock } from './fake-worker.ts'

const HOUR_MS = 3_600_000

const reload = vi.fn<() => void>()
const thread = vi.fn<(address: URL) => void>()
let locks: ReturnType<typeof fakeLocks>
let visibility: DocumentVisibilityState

beforeEach(() => {
  vi.resetModules()
  vi.stubEnv('PROD', true)
  vi.useFakeTimers()
  reload.mockReset()
  thread.mockReset()
  vi.stubGlobal('Worker', thread)
  vi.stubGlobal('location', { reload, pathname: '/', toString: () => 'http://localhost/' })
  locks = fakeLocks()
  visibility = 'visible'
  vi.spyOn(document, 'visibilityState', 'get').mockImplementation(() => visibility)
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllEnvs()
})

/** Opens a fresh page: its own copy of the bridge, in the browser shared by all pages of a test. */
async function openPage(
  browser: ReturnType<typeof fakeContainer>,
  connection: { readonly saveData?: boolean; readonly type?: string } = {},
) {
  vi.stubGlobal('navigator', { serviceWorker: browser.container, locks, connection })
  const bridge = await import('../../src/app/sw-bridge.ts')
  const busy = await import('../../src/app/update-blockers.ts')
  await bridge.startServiceWorker()
  return { ...bridge, ...busy }
}

test('the first installation is no update: nothing is offered, nothing reloads', async () => {
  const browser = fakeContainer({ controlled: false })
  const page = await openPage(browser)
  browser.release()
  expect(page.waitingWorker.get()).toBeNull()
  browser.takeOver()
  expect(reload).not.toHaveBeenCalled()
})

test('a first installation that failed is begun anew at the next look, and its releases are offered', async () => {
  const [spoiled, whole] = [fakeContainer({ controlled: false }), fakeContainer({ controlled: true })]
  const page = await openPage(spoiled)
  // The browser drops a registration whose only worker failed to install.
  spoiled.container.register.mockResolvedValue(whole.registration)
  document.dispatchEvent(new Event('visibilitychange'))
  await vi.advanceTimersByTimeAsync(0)
  expect(whole.registration.update).not.toHaveBeenCalled()
  spoiled.container.controller = whole.registration.active
  const next = whole.release()
  expect(page.waitingWorker.get()).toBe(next)
  await vi.advanceTimersByTimeAsync(HOUR_MS)
  expect(whole.registration.update).toHaveBeenCalledOnce()
  expect(spoiled.registration.update).not.toHaveBeenCalled()
})

test('a new release waits and is offered; without consent nothing takes over', async () => {
  const browser = fakeContainer({ controlled: true })
  const page = await openPage(browser)
  const next = browser.release()
  expect(page.waitingWorker.get()).toBe(next)
  expect(next.postMessage).not.toHaveBeenCalled()
})

test('a release that already waited before this page opened is offered too', async () => {
  const browser = fakeContainer({ controlled: true })
  const next = browser.release()
  expect((await openPage(browser)).waitingWorker.get()).toBe(next)
})

test('a waiting release that another tab accepted is offered no more', async () => {
  const browser = fakeContainer({ controlled: true })
  const page = await openPage(browser)
  const next = browser.release()
  browser.registration.waiting = null
  next.dispatchEvent(new Event('statechange'))
  expect(page.waitingWorker.get()).toBeNull()
})

test('consent lets the waiting worker take over, and the page reloads once', async () => {
  const browser = fakeContainer({ controlled: true })
  const page = await openPage(browser)
  const next = browser.release()
  expect(await page.acceptUpdate()).toBe('accepted')
  expect(next.postMessage).toHaveBeenCalledExactlyOnceWith({ type: 'SKIP_WAITING' })
  expect(reload).not.toHaveBeenCalled()
  browser.takeOver()
  browser.takeOver()
  expect(reload).toHaveBeenCalledOnce()
})

test('a release that the old worker keeps waiting is let in by a thread that starts, until it is in', async () => {
  const browser = fakeContainer({ controlled: true })
  const page = await openPage(browser)
  const next = browser.release()
  await page.acceptUpdate()
  expect(thread).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(4_000)
  expect(thread).toHaveBeenCalledTimes(2)
  browser.takeOver()
  await vi.advanceTimersByTimeAsync(HOUR_MS)
  expect(thread).toHaveBeenCalledTimes(2)
  expect(next.postMessage).toHaveBeenCalledOnce()
})

test('a release that never gets in is not tried for ever', async () => {
  const browser = fakeContainer({ controlled: true })
  const page = await openPage(browser)
  browser.release()
  await page.acceptUpdate()
  await vi.advanceTimersByTimeAsync(HOUR_MS)
  expect(thread).toHaveBeenCalledTimes(5)
  expect(vi.getTimerCount()).toBe(1)
})

test('a tab in which nobody agreed reloads with the others', async () => {
  const browser = fakeContainer({ controlled: true })
  await openPage(browser)
  browser.takeOver()
  expect(reload).toHaveBeenCalledOnce()
})

test('while another tab is busy, consent is answered with that and nothing changes', async () => {
  const browser = fakeContainer({ controlled: true })
  const page = await openPage(browser)
  const next = browser.release()
  const end = holdLock(locks, LOCKS.busy, 'shared')
  expect(await page.acceptUpdate()).toBe('busy')
  expect(next.postMessage).not.toHaveBeenCalled()
  end()
  await vi.advanceTimersByTimeAsync(0)
  expect(await page.acceptUpdate()).toBe('accepted')
})

test('fault 42: a drain ends before the new release takes over', async () => {
  const browser = fakeContainer({ controlled: true })
  const page = await openPage(browser)
  const next = browser.release()
  const end = holdLock(locks, `${LOCKS.drain}1234`)
  const accepted = page.acceptUpdate()
  await vi.advanceTimersByTimeAsync(5_000)
  expect(next.postMessage).not.toHaveBeenCalled()
  end()
  expect(await accepted).toBe('accepted')
  expect(next.postMessage).toHaveBeenCalledOnce()
})

test('fault 42: a drain that does not end is waited for twenty seconds; then nothing has changed, and it may be tried again', async () => {
  const browser = fakeContainer({ controlled: true })
  const page = await openPage(browser)
  const next = browser.release()
  const end = holdLock(locks, `${LOCKS.drain}1234`)
  const said = vi.fn<(outcome: string) => void>()
  const accepted = page.acceptUpdate().then(said)
  await vi.advanceTimersByTimeAsync(19_900)
  expect(said).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(200)
  await accepted
  expect(said).toHaveBeenCalledExactlyOnceWith('busy')
  expect(next.postMessage).not.toHaveBeenCalled()
  end()
  expect(await page.acceptUpdate()).toBe('accepted')
  browser.takeOver()
  await vi.advanceTimersByTimeAsync(2_000)
  // Only the hourly release check is left.
  expect(vi.getTimerCount()).toBe(1)
})

test('a tab that became busy meanwhile reloads when it is not any more', async () => {
  const browser = fakeContainer({ controlled: true })
  const page = await openPage(browser)
  const end = page.blockUpdates()
  browser.takeOver()
  expect(reload).not.toHaveBeenCalled()
  end()
  expect(reload).toHaveBeenCalledOnce()
})

test('a busy tab is known to the others until it is done or gone', async () => {
  const page = await openPage(fakeContainer({ controlled: true }))
  expect(await page.isAnyTabBusy()).toBe(false)
  const end = page.blockUpdates()
  await vi.advanceTimersByTimeAsync(0)
  expect((await locks.query()).held).toEqual([{ name: LOCKS.busy }])
  end()
  await vi.advanceTimersByTimeAsync(0)
  expect((await locks.query()).held).toEqual([])
})

test('a browser without Web Locks updates on consent too', async () => {
  const browser = fakeContainer({ controlled: true })
  const page = await openPage(browser)
  vi.stubGlobal('navigator', { serviceWorker: browser.container })
  const next = browser.release()
  expect(await page.acceptUpdate()).toBe('accepted')
  expect(next.postMessage).toHaveBeenCalledOnce()
  const end = page.blockUpdates()
  expect(await page.acceptUpdate()).toBe('busy')
  end()
})

test('a new release is looked for every hour while the page is visible, and on return to it', async () => {
  const browser = fakeContainer({ controlled: true })
  await openPage(browser)
  const { update } = browser.registration
  await vi.advanceTimersByTimeAsync(HOUR_MS)
  expect(update).toHaveBeenCalledTimes(1)
  visibility = 'hidden'
  document.dispatchEvent(new Event('visibilitychange'))
  await vi.advanceTimersByTimeAsync(3 * HOUR_MS)
  expect(update).toHaveBeenCalledTimes(1)
  visibility = 'visible'
  document.dispatchEvent(new Event('visibilitychange'))
  await vi.advanceTimersByTimeAsync(0)
  expect(update).toHaveBeenCalledTimes(2)
})

test('reports that wait are rung for where the browser has no background sync', async () => {
  const browser = fakeContainer({ controlled: true })
  Reflect.deleteProperty(browser.registration, 'sync')
  await openPage(browser)
  expect(browser.registration.active.postMessage).toHaveBeenCalledExactlyOnceWith({ type: 'SEND_REPORTS' })
  dispatchEvent(new Event('online'))
  expect(browser.registration.active.postMessage).toHaveBeenCalledTimes(2)
})

test('a browser that refuses the worker keeps the app', async () => {
  const browser = fakeContainer({ controlled: false })
  browser.container.register.mockRejectedValue(new DOMException('insecure', 'SecurityError'))
  const warn = vi.mocked(console.warn).mockImplementation(() => undefined)
  const page = await openPage(browser)
  expect(page.waitingWorker.get()).toBeNull()
  expect(warn).toHaveBeenCalledOnce()
  warn.mockClear()
})

const KEEP_LATER = { type: 'KEEP_FILES', group: 'later' }
const KEEP_SEARCH = { type: 'KEEP_FILES', group: 'places' }

test('what the first page does not need is kept once it is there, places of the country as soon as it is known', async () => {
  const browser = fakeContainer({ controlled: true })
  await openPage(browser)
  const { postMessage } = browser.registration.active
  expect(postMessage).not.toHaveBeenCalled()
  await vi.advanceTimersByTimeAsync(5_000)
  expect(postMessage.mock.calls).toEqual([[KEEP_LATER], [KEEP_SEARCH]])
  await chooseCountry('SN')
  await vi.advanceTimersByTimeAsync(5_000)
  expect(postMessage).toHaveBeenLastCalledWith({ ...KEEP_SEARCH, part: 'SN' })
})

test('on a mobile line the places of a country are fetched only by a search', async () => {
  const browser = fakeContainer({ controlled: true })
  await openPage(browser, { type: 'cellular' })
  await chooseCountry('SN')
  await vi.advanceTimersByTimeAsync(5_000)
  expect(browser.registration.active.postMessage).toHaveBeenLastCalledWith(KEEP_SEARCH)
})

test('whoever saves data fetches each file only by opening it', async () => {
  const browser = fakeContainer({ controlled: true })
  await openPage(browser, { saveData: true })
  await vi.advanceTimersByTimeAsync(60_000)
  expect(browser.registration.active.postMessage).not.toHaveBeenCalled()
})

async function chooseCountry(code: CountryCode): Promise<void> {
  const { selectedCountry } = await import('../../src/signals/selected-country.ts')
  selectedCountry.set({ code, name: code, autoDetected: false, fallback: false, ip: null, city: null, region: null })
}
