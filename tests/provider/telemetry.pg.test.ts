import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { ErrorReport } from '../../src/domain/error-report.ts'
import { startTestProvider, TEST_NOW, type TestProvider } from './support/test-provider.ts'

let provider: TestProvider
beforeAll(async () => {
  provider = await startTestProvider()
})
afterAll(() => provider.close())
// Every test starts with a fresh allowance.
beforeEach(() => provider.clock.advance(60_000))

const reportOf = (changes: Partial<ErrorReport> = {}): ErrorReport => ({
  report_id: randomUUID(),
  at: new Date(TEST_NOW).toISOString(),
  source: 'page',
  name: 'TypeError',
  message: 'x is undefined',
  stack: 'at f (/assets/app-1a2b.js:1:2)',
  path: '/bookings',
  ...changes,
})

const send = (body: unknown) => provider.request('POST', '/api/v1/telemetry', { body })
const kept = (name: string) =>
  provider.deps.db.query<Record<string, unknown>>('select * from error_reports where name = $1', [name])

test('a report is accepted without an account and kept as it was told', async () => {
  const answer = await send(reportOf({ name: 'Kept' }))
  expect(answer.status).toBe(202)
  expect(await answer.text()).toBe('')
  expect(await kept('Kept')).toMatchObject([{ source: 'page', message: 'x is undefined', path: '/bookings' }])
})

test('a report that is sent twice is kept once', async () => {
  const report = reportOf({ name: 'Twice' })
  expect((await send(report)).status).toBe(202)
  expect((await send(report)).status).toBe(202)
  expect(await kept('Twice')).toHaveLength(1)
})

test('what a report does not name is not kept', async () => {
  const answer = await send({ ...reportOf({ name: 'Extra' }), email: 'ada@example.com', ip: '192.0.2.1' })
  expect(answer.status).toBe(202)
  const [row = {}] = await kept('Extra')
  expect(Object.keys(row).toSorted()).toEqual(
    ['at', 'message', 'name', 'path', 'received_at', 'report_id', 'report_no', 'source', 'stack'].toSorted(),
  )
})

test.each([
  ['no id', { ...reportOf(), report_id: undefined }],
  ['an unknown source', { ...reportOf(), source: 'toaster' }],
  ['a message without end', reportOf({ message: 'x'.repeat(301) })],
  ['a text that no table can keep', reportOf({ message: 'a\0b' })],
  ['a list', [reportOf()]],
])('%s is refused', async (_, body) => {
  expect((await send(body)).status).toBe(422)
})

test('a body beyond 20 kB is refused before it is read', async () => {
  expect((await send(reportOf({ stack: 'x'.repeat(20_000) }))).status).toBe(413)
})

test('reports of one network are limited, with the time to wait', async () => {
  const statuses: number[] = []
  for (let count = 0; count < 61; count += 1) statuses.push((await send(reportOf({ name: 'Flood' }))).status)
  expect(statuses.filter((status) => status === 202)).toHaveLength(60)
  const refused = await send(reportOf())
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await kept('Flood')).toHaveLength(60)
})

test('reports are forgotten after 30 days', async () => {
  await send(reportOf({ name: 'Old' }))
  provider.clock.advance(31 * 86_400_000)
  await send(reportOf({ name: 'New' }))
  expect(await kept('Old')).toHaveLength(0)
  expect(await kept('New')).toHaveLength(1)
})
