import 'fake-indexeddb/auto'
import { afterEach, expect, test, vi } from 'vitest'
import type { Queue } from 'workbox-background-sync'
import type { ErrorReport } from '../../src/domain/error-report.ts'
import { createReportQueue, MAXIMUM_REPORTS } from '../../sw/report-queue.ts'
import { REPORT_TAG } from '../../sw/report-tag.ts'

let queues = 0

/**
 * Returns Workbox's own queue on an in-memory IndexedDB; imported late, because Workbox looks for its worker when it
 * loads.
 */
async function workboxQueue(): Promise<Queue> {
  // Workbox's development version prints to the console.
  vi.stubEnv('NODE_ENV', 'production')
  vi.stubGlobal('self', { registration: { scope: 'https://baywise.test/' } })
  const { Queue } = await import('workbox-background-sync')
  queues += 1
  return new Queue(`reports-${queues}`, { forceSyncFallback: true, onSync: () => Promise.resolve() })
}

type Answer = (request: Request) => Promise<Response>

const accepted: Answer = () => Promise.resolve(new Response(null, { status: 202 }))
const offline: Answer = () => Promise.reject(new TypeError('Failed to fetch'))
const withStatus =
  (status: number): Answer =>
  () =>
    Promise.resolve(new Response(status === 200 ? '<html>' : null, { status }))

async function worker({ sync = true } = {}) {
  const register = vi.fn<(tag: string) => Promise<void>>().mockResolvedValue(undefined)
  const queue = await workboxQueue()
  const line: { answer: Answer; readonly sent: ErrorReport[] } = { answer: accepted, sent: [] }
  const reports = createReportQueue({
    queue,
    address: 'https://baywise.test/api/v1/telemetry',
    registration: () => (sync ? { sync: { register } } : {}),
    async fetch(request) {
      line.sent.push((await request.clone().json()) as ErrorReport)
      return line.answer(request)
    },
  })
  return { reports, queue, line, register }
}

const report = (name: string): ErrorReport => ({
  report_id: '01939c2a-7b1e-7000-8000-000000000001',
  at: '2026-11-23T12:00:00.000Z',
  source: 'page',
  name,
  message: 'x',
  stack: '',
  path: '/',
})

const names = (sent: readonly ErrorReport[]) => sent.map(({ name }) => name)

afterEach(() => {
  vi.unstubAllGlobals()
  vi.unstubAllEnvs()
})

test('reports wait for the bell, then go in their order', async () => {
  const { reports, queue, line, register } = await worker()
  await reports.keep(report('first'))
  await reports.keep(report('second'))
  expect(register).toHaveBeenCalledWith(REPORT_TAG)
  expect(line.sent).toEqual([])
  await reports.send()
  expect(names(line.sent)).toEqual(['first', 'second'])
  expect(await queue.size()).toBe(0)
})

test.each([
  ['no signal', offline],
  ['a captive portal', withStatus(200)],
  ['a provider in trouble', withStatus(503)],
  ['too many at once', withStatus(429)],
])('%s: nothing is lost, and the browser is asked to ring again', async (_, answer) => {
  const { reports, queue, line } = await worker()
  await reports.keep(report('first'))
  await reports.keep(report('second'))
  line.answer = answer
  await expect(reports.send()).rejects.toThrow('wait for a signal')
  expect(await queue.size()).toBe(2)
  line.answer = accepted
  line.sent.length = 0
  await reports.send()
  expect(names(line.sent)).toEqual(['first', 'second'])
})

test('a report that the provider refuses is forgotten and holds up no other', async () => {
  const { reports, queue, line } = await worker()
  await reports.keep(report('refused'))
  await reports.keep(report('fine'))
  line.answer = (request) => withStatus(line.sent.length === 1 ? 422 : 202)(request)
  await reports.send()
  expect(names(line.sent)).toEqual(['refused', 'fine'])
  expect(await queue.size()).toBe(0)
})

test('a full queue drops the oldest', async () => {
  const { reports, queue } = await worker()
  await Promise.all(Array.from({ length: MAXIMUM_REPORTS + 3 }, (_, index) => reports.keep(report(`r${index}`))))
  const kept = await Promise.all((await queue.getAll()).map(({ request }) => request.json() as Promise<ErrorReport>))
  expect(kept).toHaveLength(MAXIMUM_REPORTS)
  expect(names(kept)[0]).toBe('r3')
  expect(names(kept).at(-1)).toBe(`r${MAXIMUM_REPORTS + 2}`)
})

test('without background sync a report goes at once, or waits without an error', async () => {
  const { reports, queue, line } = await worker({ sync: false })
  line.answer = offline
  await reports.keep(report('first'))
  expect(await queue.size()).toBe(1)
  line.answer = accepted
  await reports.keep(report('second'))
  expect(names(line.sent)).toEqual(['first', 'first', 'second'])
  expect(await queue.size()).toBe(0)
})

test('where the driver has forbidden background sync, a report goes at once', async () => {
  const { reports, queue, register } = await worker()
  register.mockRejectedValue(new DOMException('denied', 'NotAllowedError'))
  await reports.keep(report('only'))
  expect(await queue.size()).toBe(0)
})
