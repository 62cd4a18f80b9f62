import { beforeEach, expect, test, vi } from 'vitest'

const second = vi.hoisted(() => ({
  showBadge: vi.fn<() => Promise<void>>(),
  renewSubscription: vi.fn<(push: unknown, given: unknown) => Promise<void>>(),
}))
// The second script is built separately; see e2e/push.spec.ts for the real one.
vi.mock('../../sw/load-on-demand.ts', () => ({ onDemand: () => second }))

interface Page {
  readonly visibilityState: 'visible' | 'hidden'
  readonly focus: () => Promise<unknown>
  readonly postMessage: (message: unknown, ports: readonly MessagePort[]) => void
  readonly navigate: (path: string) => Promise<void>
}

const navigated = vi.fn<(path: string) => Promise<void>>()
const openWindow = vi.fn<(path: string) => Promise<void>>()
const showNotification = vi.fn<(title: string, options: { readonly body: string }) => Promise<void>>()
const asked: unknown[] = []
const pushManager = {}
let pages: Page[]
let worker: EventTarget

function pageOf(does: { readonly answers?: boolean; readonly refusesFocus?: boolean }, state: Page['visibilityState']) {
  const page: Page = {
    visibilityState: state,
    focus: () => (does.refusesFocus === true ? Promise.reject(new Error('not allowed')) : Promise.resolve(page)),
    postMessage: (message, [port]) => {
      asked.push(message)
      // A port's postMessage has no origin argument; only a window's has.
      // oxlint-disable-next-line unicorn/require-post-message-target-origin
      if (does.answers === true) port?.postMessage('opened')
    },
    navigate: navigated,
  }
  return page
}

beforeEach(async () => {
  vi.resetModules()
  for (const spy of [navigated, openWindow, showNotification, second.showBadge, second.renewSubscription])
    spy.mockReset().mockResolvedValue(undefined)
  asked.length = 0
  pages = []
  worker = Object.assign(new EventTarget(), {
    navigator: { language: 'en' },
    registration: { showNotification, pushManager },
    clients: { matchAll: () => Promise.resolve(pages), openWindow },
  })
  vi.stubGlobal('self', worker)
  const { showReminders } = await import('../../sw/push.ts')
  showReminders()
})

/** Fires an event as the browser does; resolves when everything passed to waitUntil is done. */
async function fire(type: string, facts: object): Promise<void> {
  const waits: Promise<unknown>[] = []
  worker.dispatchEvent(
    Object.assign(new Event(type), facts, { waitUntil: (work: Promise<unknown>) => void waits.push(work) }),
  )
  await Promise.all(waits)
}

const data = { title: 't', kind: 'ends_in_10', booking_code: 'K7QM-4T2P', park: { lat: 1, lng: 2 } }
const close = vi.fn<() => void>()
const tap = (action = '') => fire('notificationclick', { action, notification: { data, close } })
const EXTEND = '/booking-details/K7QM-4T2P?extend'

test('a push is shown, then the badge is counted', async () => {
  await fire('push', { data: { text: () => JSON.stringify({ ...data, body: 'b', sent_at: '2026-11-21T22:00:00Z' }) } })
  expect(showNotification).toHaveBeenCalledExactlyOnceWith('t', expect.objectContaining({ body: 'b' }))
  expect(second.showBadge).toHaveBeenCalledOnce()
})

test('where no page is open a tap opens one, and the notification goes', async () => {
  await tap('extend')
  expect(openWindow).toHaveBeenCalledExactlyOnceWith(EXTEND)
  expect(close).toHaveBeenCalledOnce()
})

test('an open page goes there by itself, the visible one first; nothing that is typed in it is lost', async () => {
  pages = [pageOf({}, 'hidden'), pageOf({ answers: true }, 'visible')]
  await tap('extend')
  expect(asked).toEqual([{ type: 'OPEN_PAGE', path: EXTEND }])
  expect(navigated).not.toHaveBeenCalled()
  expect(openWindow).not.toHaveBeenCalled()
})

test('a page that may not come to the front still shows it', async () => {
  pages = [pageOf({ answers: true, refusesFocus: true }, 'hidden')]
  await tap()
  expect(asked).toEqual([{ type: 'OPEN_PAGE', path: '/booking-details/K7QM-4T2P/pass' }])
})

test('a page that does not answer, asleep or of an older release, is loaded anew', async () => {
  vi.useFakeTimers()
  pages = [pageOf({}, 'visible')]
  const tapped = tap('extend')
  await vi.runAllTimersAsync()
  await tapped
  vi.useRealTimers()
  expect(navigated).toHaveBeenCalledExactlyOnceWith(EXTEND)
})

test('directions open beside the app, never in its place', async () => {
  pages = [pageOf({ answers: true }, 'visible')]
  await tap('directions')
  expect(openWindow).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('openstreetmap.org'))
  expect(asked).toEqual([])
})

test('a changed subscription is told to the provider', async () => {
  const newSubscription = { endpoint: 'https://push.test/2' }
  await fire('pushsubscriptionchange', { newSubscription })
  await fire('pushsubscriptionchange', {})
  expect(second.renewSubscription.mock.calls).toEqual([
    [pushManager, newSubscription],
    [pushManager, null],
  ])
})
