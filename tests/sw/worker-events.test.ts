import { beforeEach, expect, test, vi } from 'vitest'
import { RetrySyncError } from '../../src/lib/retry-sync-error.ts'
import { SYNC_TAG } from '../../src/sync/sync-tag.ts'
import { REPORT_TAG } from '../../sw/report-tag.ts'

const second = vi.hoisted(() => ({
  drainOnSync: vi.fn<() => Promise<void>>(),
  keepReport: vi.fn<(report: unknown) => Promise<void>>(),
  sendReports: vi.fn<() => Promise<void>>(),
  reportThrown: vi.fn<(thrown: unknown) => Promise<void>>(),
}))
// The second script is built separately; see e2e/error-reports.spec.ts for the real one.
vi.mock('../../sw/load-on-demand.ts', () => ({ onDemand: () => second }))

const skipWaiting = vi.fn<() => Promise<void>>()
let worker: EventTarget

beforeEach(async () => {
  vi.resetModules()
  for (const spy of [...Object.values(second), skipWaiting]) spy.mockReset().mockResolvedValue(undefined)
  worker = Object.assign(new EventTarget(), { skipWaiting, clients: { claim: () => Promise.resolve() } })
  vi.stubGlobal('self', worker)
  const { reportErrors } = await import('../../sw/errors.ts')
  const { sendWhatWaits } = await import('../../sw/outbox-sync.ts')
  const { updateByConsent } = await import('../../sw/update.ts')
  reportErrors()
  sendWhatWaits()
  updateByConsent()
})

/** Fires an event as the browser does; resolves with the results of everything passed to waitUntil. */
async function fire(type: string, facts: object): Promise<readonly PromiseSettledResult<unknown>[]> {
  const waits: Promise<unknown>[] = []
  worker.dispatchEvent(
    Object.assign(new Event(type), facts, { waitUntil: (work: Promise<unknown>) => void waits.push(work) }),
  )
  return Promise.allSettled(waits)
}

test('each bell rings for its own', async () => {
  await fire('sync', { tag: SYNC_TAG })
  expect(second.drainOnSync).toHaveBeenCalledOnce()
  expect(second.sendReports).not.toHaveBeenCalled()
  await fire('sync', { tag: REPORT_TAG })
  expect(second.sendReports).toHaveBeenCalledOnce()
  await fire('sync', { tag: 'another' })
  expect(second.drainOnSync).toHaveBeenCalledOnce()
})

test.each([SYNC_TAG, REPORT_TAG])('the browser hears of what is left behind %s, and rings again', async (tag) => {
  second.drainOnSync.mockRejectedValue(new RetrySyncError('left'))
  second.sendReports.mockRejectedValue(new RetrySyncError('left'))
  expect(await fire('sync', { tag })).toMatchObject([{ status: 'rejected' }])
})

test('a page hands over its errors, and may ring', async () => {
  await fire('message', { data: { type: 'REPORT', report: { name: 'TypeError' } } })
  expect(second.keepReport).toHaveBeenCalledExactlyOnceWith({ name: 'TypeError' })
  await fire('message', { data: { type: 'SEND_REPORTS' } })
  expect(second.sendReports).toHaveBeenCalledOnce()
})

test('only consent lets a new release take over', async () => {
  for (const data of [null, 'SKIP_WAITING', { type: 'REPORT' }, {}]) await fire('message', { data })
  expect(skipWaiting).not.toHaveBeenCalled()
  await fire('message', { data: { type: 'SKIP_WAITING' } })
  expect(skipWaiting).toHaveBeenCalledOnce()
})

test('the worker reports its own errors, not what waits for a signal', async () => {
  const bug = new TypeError('x is undefined')
  await fire('error', { error: bug, message: 'Uncaught' })
  await fire('unhandledrejection', { reason: bug })
  await fire('unhandledrejection', { reason: new RetrySyncError('The outbox is not empty: offline') })
  await fire('unhandledrejection', { reason: new TypeError('Failed to fetch') })
  expect(second.reportThrown.mock.calls).toEqual([[bug], [bug]])
})

test('an error while an error is kept ends there', async () => {
  const warn = vi.mocked(console.warn).mockImplementation(() => undefined)
  second.keepReport.mockRejectedValue(new DOMException('full', 'QuotaExceededError'))
  expect(await fire('message', { data: { type: 'REPORT', report: {} } })).toMatchObject([{ status: 'fulfilled' }])
  expect(warn).toHaveBeenCalledOnce()
  warn.mockClear()
})
