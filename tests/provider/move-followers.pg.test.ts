import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Booking } from '../../src/contract/bookings.ts'
import { dayListFromWire } from '../../src/contract/day-list-mapping.ts'
import type { Receipt } from '../../src/contract/payments.ts'
import { mergeDayList } from '../../src/domain/day-list.ts'
import { toParkId } from '../../src/domain/ids.ts'
import { DAY_MS, toInstant } from '../../src/domain/instant.ts'
import { importPassKeys, type PassKeyring } from '../../src/domain/pass.ts'
import { judgeScan, type Verdict } from '../../src/domain/verdict.ts'
import { must } from '../../src/lib/assert.ts'
import { assignReceipts } from '../../provider/repositories/ledger.ts'
import { sendBookingMails } from '../../provider/services/booking-mails.ts'
import { codeOfPark, mustList, pairPhone, type TestPhone } from './support/test-attendants.ts'
import { createDriver, mustBook, testPrice, type TestDriver } from './support/test-driver.ts'
import { goToWholeMinute } from './support/test-ledger.ts'
import { mustMove } from './support/test-moves.ts'
import { insertTestPark } from './support/test-parks.ts'
import { startTestProvider, type TestProvider } from './support/test-provider.ts'

/** The parts besides the booking that must learn of a move: gates, receipts, emails. */
let provider: TestProvider
let driver: TestDriver
let keys: PassKeyring
beforeAll(async () => {
  provider = await startTestProvider()
  keys = await importPassKeys(await provider.deps.signer.publicKeys())
})
afterAll(() => provider.close())
beforeEach(async () => {
  goToWholeMinute(provider.clock)
  driver = await createDriver(provider)
})

interface TestGate {
  readonly parkId: number
  readonly park: string
  readonly phone: TestPhone
}

async function openGate(): Promise<TestGate> {
  const { id: parkId } = await insertTestPark(provider.deps.db, { capacity: 5 })
  const park = await codeOfPark(provider, parkId)
  return { parkId, park, phone: await pairPhone(provider, [park]) }
}

/** Loads the day list onto an attendant's phone; returns a function that judges a pass at `atMs`, by default now. */
async function gateAt({ parkId, park, phone }: TestGate) {
  const merged = mergeDayList(undefined, dayListFromWire((await mustList(provider, phone, { park })).data))
  if (!merged.ok) throw new Error(merged.error)
  const list = merged.value
  return (booking: Booking, atMs: number = provider.clock.now()): Promise<Verdict> =>
    judgeScan(must(booking.pass, 'pass').text, {
      ...{ parkId: toParkId(parkId), list, keys, direction: 'in' as const },
      now: toInstant(atMs),
      logOf: () => [],
    })
}

test('at the gate of the park that was left the old pass is cancelled, at that of the new park the new one is valid', async () => {
  const [left, taken] = [await openGate(), await openGate()]
  const booking = await mustBook(provider, driver, { parkId: left.parkId, fromMinutes: 10 })
  const showBefore = await gateAt(left)
  expect(await showBefore(booking)).toMatchObject({ kind: 'valid' })
  const { data } = await mustMove(provider, { driver, booking }, { parkId: taken.parkId })
  const [showLeft, showTaken] = [await gateAt(left), await gateAt(taken)]
  expect(await showLeft(booking)).toMatchObject({ kind: 'cancelled' })
  expect(await showLeft(data)).toMatchObject({ kind: 'wrong_park' })
  expect(await showTaken(data)).toMatchObject({ kind: 'valid' })
  expect(await showTaken(booking)).toMatchObject({ kind: 'wrong_park' })
  // A list from before the move does not know about it, just as with a cancellation.
  expect(await showBefore(booking)).toMatchObject({ kind: 'valid' })
})

test('a stay that is moved to next week leaves no valid pass for today, nor for the times it had', async () => {
  const gate = await openGate()
  const booking = await mustBook(provider, driver, { parkId: gate.parkId, fromMinutes: 10 })
  const { data } = await mustMove(provider, { driver, booking }, { fromMinutes: 7 * 1440 })
  const show = await gateAt(gate)
  expect(await show(booking)).toMatchObject({ kind: 'cancelled' })
  expect(await show(data)).toMatchObject({ kind: 'early' })
  const far = await mustBook(provider, driver, { parkId: gate.parkId, fromMinutes: 3 * 1440 })
  await mustMove(provider, { driver, booking: far }, { fromMinutes: 15 })
  const showLater = await gateAt(gate)
  expect(await showLater(far, provider.clock.now() + 3 * DAY_MS)).toMatchObject({ kind: 'cancelled' })
})

async function round(): Promise<void> {
  await assignReceipts(provider.deps.db, { nowMs: provider.clock.now() })
  await sendBookingMails(provider.deps, new AbortController().signal)
}

async function receiptOf({ booking_code: code }: Booking): Promise<Receipt> {
  const token = await driver.token()
  const booking = (await (await provider.request('GET', `/api/v1/bookings/${code}`, { token })).json()) as {
    data: Booking
  }
  const path = `/api/v1/receipts/${must(booking.data.receipt_number, 'receipt')}`
  return ((await (await provider.request('GET', path, { token })).json()) as { data: Receipt }).data
}

test('the receipt of the first booking keeps its park and price and shows the refund; the new one has a receipt of its own', async () => {
  const [left, taken] = [
    await insertTestPark(provider.deps.db, { name: 'Queen' }),
    await insertTestPark(provider.deps.db, { name: 'King' }),
  ]
  const booking = await mustBook(provider, driver, { parkId: left.id })
  const { data } = await mustMove(provider, { driver, booking }, { parkId: taken.id, minutes: 120 })
  await round()
  expect(await receiptOf(booking)).toMatchObject({
    ...{ total: booking.total, start_time: booking.start_time, end_time: booking.end_time, park: { name: 'Queen' } },
    refunds: [{ amount: booking.total }],
  })
  expect(await receiptOf(data)).toMatchObject({
    ...{ total: testPrice(120), start_time: data.start_time, park: { name: 'King' }, refunds: [] },
  })
})

test('a move is one email, with what it cost and what came back; one to a stay that costs nothing says what was refunded', async () => {
  const { id: parkId } = await insertTestPark(provider.deps.db, { name: 'Queen' })
  const booking = await mustBook(provider, driver, { parkId })
  await round()
  const { data } = await mustMove(provider, { driver, booking }, { fromMinutes: 300, minutes: 120 })
  await round()
  await round()
  const mails = provider.mails.filter(({ to }) => to.startsWith(driver.userId))
  expect(mails.map(({ subject }) => subject)).toEqual(['Booked: Queen', 'Moved: Queen'])
  for (const fact of ['C$8.50', 'C$4.50', data.booking_code]) expect(mails[1]?.text).toContain(fact)
  await provider.deps.db.query(
    `update park_tariffs set tariff = jsonb_set(jsonb_set(tariff, '{free_first_minutes}', '10000'), '{fees}', '[]') where park_id = $1`,
    [parkId],
  )
  await mustMove(provider, { driver, booking: data }, { fromMinutes: 400, changes: { quoted_total: 0 } })
  await round()
  expect(provider.mails.findLast(({ to }) => to.startsWith(driver.userId))?.subject).toBe('Cancelled: Queen')
})
