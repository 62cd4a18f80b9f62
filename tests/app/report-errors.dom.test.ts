import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startReporting } from '../../src/app/report-errors.ts'
import type { ErrorReport } from '../../src/domain/error-report.ts'
import { consoleLog } from '../../src/lib/log.ts'

const post = vi.fn<(message: { type: string; report: ErrorReport }) => void>()
const fetched = vi.fn<(input: string, init: { readonly body: string }) => Promise<Response>>()
let stop: () => void

beforeEach(() => {
  post.mockReset()
  fetched.mockReset().mockResolvedValue(new Response(null, { status: 202 }))
  vi.stubGlobal('fetch', fetched)
  vi.stubGlobal('navigator', { serviceWorker: { controller: { postMessage: post } } })
  stop = startReporting(['ResizeObserver loop', 'ChunkLoadError'])
})
afterEach(() => stop())

const crash = (error: unknown, message = String(error)) => dispatchEvent(new ErrorEvent('error', { error, message }))
const reject = (reason: unknown) =>
  dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason, promise: Promise.resolve() }))

const told = () => post.mock.calls.map(([message]) => `${message.report.name}: ${message.report.message}`)

test('what nobody caught is handed to the worker, which can wait for a signal', () => {
  crash(new TypeError('x is undefined'))
  reject(new RangeError('too far'))
  expect(post.mock.calls[0]?.[0]).toMatchObject({ type: 'REPORT', report: { source: 'page', name: 'TypeError' } })
  expect(told()).toEqual(['TypeError: x is undefined', 'RangeError: too far'])
  expect(fetched).not.toHaveBeenCalled()
})

test('errors that were logged are reported', () => {
  const error = vi.mocked(console.error).mockImplementation(() => undefined)
  consoleLog.error('render_failed', { error: 'TypeError: y', where: 'at Page' })
  expect(told()).toEqual(['render_failed: TypeError: y'])
  error.mockClear()
})

test('errors that were logged before reporting began are reported too', async () => {
  vi.resetModules()
  const error = vi.mocked(console.error).mockImplementation(() => undefined)
  const fresh = await import('../../src/lib/log.ts')
  fresh.consoleLog.error('boot_failed', { error: 'early' })
  const { startReporting: startFresh } = await import('../../src/app/report-errors.ts')
  expect(post).not.toHaveBeenCalled()
  startFresh([])()
  expect(told()).toEqual(['boot_failed: early'])
  error.mockClear()
})

test('the two noisy types are not reported', () => {
  crash(null, 'ResizeObserver loop completed with undelivered notifications.')
  const chunk = new Error('A part of the app could not be loaded')
  chunk.name = 'ChunkLoadError'
  reject(chunk)
  expect(post).not.toHaveBeenCalled()
})

test('which types are noisy is a setting', () => {
  stop()
  stop = startReporting(['RangeError'])
  crash(null, 'ResizeObserver loop completed with undelivered notifications.')
  crash(new RangeError('x'))
  expect(told()).toEqual(['Thrown: ResizeObserver loop completed with undelivered notifications.'])
})

test('an error that repeats is reported once, and a page does not report without end', () => {
  for (let count = 0; count < 5; count += 1) crash(new Error('same'))
  expect(post).toHaveBeenCalledTimes(1)
  for (let count = 0; count < 30; count += 1) crash(new Error(`word ${'x'.repeat(count)}`))
  expect(post).toHaveBeenCalledTimes(10)
})

test('without a worker a report goes to the provider directly, without the session', () => {
  vi.stubGlobal('navigator', {})
  crash(new Error('alone'))
  const [address, init] = fetched.mock.calls[0] ?? []
  expect(address).toBe('/api/v1/telemetry')
  expect(init).toMatchObject({ method: 'POST', credentials: 'omit', keepalive: true })
  expect(JSON.parse(init?.body ?? '')).toMatchObject({ name: 'Error', message: 'alone' })
})

test('without a worker and without a signal a report is lost quietly', async () => {
  vi.stubGlobal('navigator', {})
  fetched.mockRejectedValue(new TypeError('Failed to fetch'))
  crash(new Error('alone'))
  await Promise.resolve()
  expect(fetched).toHaveBeenCalledOnce()
})
