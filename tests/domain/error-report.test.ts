import { expect, test } from 'vitest'
import { isNoise, isOutcome, REPORT_LIMITS, toErrorReport, toLoggedError } from '../../src/domain/error-report.ts'
import { RetrySyncError } from '../../src/lib/retry-sync-error.ts'

const facts = {
  reportId: '01939c2a-7b1e-7000-8000-000000000001',
  nowMs: Date.parse('2026-11-23T12:00:00Z'),
  source: 'page',
  pathname: '/bookings',
} as const

const reported = (message: string, pathname = '/bookings') =>
  toErrorReport(new TypeError(message), { ...facts, pathname })

test('a report says what broke, where and when', () => {
  const report = toErrorReport(new TypeError("Cannot read properties of undefined (reading 'plate')"), facts)
  expect(report).toMatchObject({
    report_id: facts.reportId,
    at: '2026-11-23T12:00:00.000Z',
    source: 'page',
    name: 'TypeError',
    message: "Cannot read properties of undefined (reading 'plate')",
    path: '/bookings',
  })
  expect(report.stack).toContain('error-report.test.ts')
  expect(report.stack).not.toContain('Cannot read')
})

test.each([
  ['an e-mail address', 'no user ada.obi+x@example.com here', 'ada.obi'],
  ['an access token', 'bad eyJhbGciOi.eyJzdWIi.c2ln end', 'eyJ'],
  ['an opaque secret', 'bad 0123456789abcdef0123456789abcdef end', '0123456789abcdef'],
  ['a user id', 'no row 01939c2a-7b1e-7000-8000-000000000001', '01939c2a'],
  ['a booking code', 'no booking K7QM-4T2P', 'K7QM'],
  ['a plate', 'plate CKTB482 is taken', 'CKTB482'],
  ['a telephone number', 'call +234 803 555 0199 back', '803'],
  ['what the provider sent', `Unexpected token '<', "<html> Ada Obi" is not JSON`, 'Ada'],
  ['a query', 'GET https://api.example.org/x?token=secret failed', 'secret'],
])('%s is left out', (_, message, secret) => {
  expect(reported(message).message).not.toContain(secret)
})

test.each([
  ['/booking-details/K7QM-4T2P/pass', '/booking-details/:id/pass'],
  ['/park/green-p-toronto-ca7kq2m', '/park/:id'],
  ['/', '/'],
])('the address %s is told as %s', (pathname, path) => {
  expect(reported('x', pathname).path).toBe(path)
})

test('a stack keeps file, line and column, without the host', () => {
  const error = new Error('x')
  error.stack = 'Error: x\n    at pay (https://baywise.example/assets/checkout-screen-Dz0_NIwf.js:12:34567)'
  expect(toErrorReport(error, facts).stack).toBe('at pay (/assets/checkout-screen-Dz0_NIwf.js:12:34567)')
})

test('no text is longer than the provider takes', () => {
  const error = new Error('word '.repeat(1_000))
  error.name = 'Long '.repeat(100)
  error.stack = 'at f\n'.repeat(10_000)
  const report = toErrorReport(error, { ...facts, pathname: `/${'a-'.repeat(1_000)}` })
  for (const field of ['name', 'message', 'stack', 'path'] as const)
    expect(report[field].length, field).toBe(REPORT_LIMITS[field])
})

test('what was thrown need not be an error', () => {
  expect(toErrorReport('just text', facts)).toMatchObject({ name: 'Thrown', message: 'just text', stack: '' })
  expect(toErrorReport(undefined, facts)).toMatchObject({ name: 'Thrown', message: 'undefined' })
})

test('a logged error is named after its event', () => {
  const error = toLoggedError('render_failed', { error: 'TypeError: x', where: 'at Page' })
  expect(toErrorReport(error, facts)).toMatchObject({
    name: 'render_failed',
    message: 'TypeError: x',
    stack: 'at Page',
  })
})

test('a worker that waits for a signal has nothing to report', () => {
  expect(isOutcome(new RetrySyncError('The outbox is not empty: offline'))).toBe(true)
  expect(isOutcome(new TypeError('Failed to fetch'))).toBe(true)
  expect(isOutcome(Object.assign(new Error('no-response :: []'), { name: 'no-response' }))).toBe(true)
  expect(isOutcome(new TypeError('x is undefined'))).toBe(false)
})

test('noise is told by name and by how the message begins', () => {
  const noisy = ['ResizeObserver loop', 'ChunkLoadError']
  const chunk = new Error('gone')
  chunk.name = 'ChunkLoadError'
  expect(isNoise(chunk, noisy)).toBe(true)
  expect(isNoise('ResizeObserver loop completed with undelivered notifications.', noisy)).toBe(true)
  expect(isNoise(new Error('ResizeObserver is not defined'), noisy)).toBe(false)
  expect(isNoise(chunk, [])).toBe(false)
})
