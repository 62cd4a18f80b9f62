import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CheckInItem } from '../../src/contract/attendant.ts'
import type { Booking } from '../../src/contract/bookings.ts'
import { DAY_MS } from '../../src/domain/instant.ts'
import { codeOf } from './support/accounts.ts'
import {
  codeOfPark,
  mustCheckIn,
  mustList,
  newNonce,
  pairPhone,
  postCheckIns,
  tailOf,
  type TestPhone,
  timeAfter,
} from './support/test-attendants.ts'
import { createDriver, mustBook, newKey, type TestDriver } from './support/test-driver.ts'
import { insertTestPark } from './support/test-parks.ts'
import { startTestProvider, type TestProvider } from './support/test-provider.ts'

let provider: TestProvider
let driver: TestDriver
beforeAll(async () => {
  provider = await startTestProvider()
  driver = await createDriver(provider)
})
afterAll(() => provider.close())

interface TestGate {
  readonly parkId: number
  readonly park: string
  readonly phones: readonly [TestPhone, TestPhone]
}

async function openGate(): Promise<TestGate> {
  const { id: parkId } = await insertTestPark(provider.deps.db, { capacity: 5 })
  const park = await codeOfPark(provider, parkId)
  return { parkId, park, phones: [await pairPhone(provider, [park]), await pairPhone(provider, [park])] }
}

const itemOf = (park: string, booking: Booking, changes: Partial<CheckInItem> = {}): CheckInItem => ({
  nonce: newNonce(),
  park,
  booking: tailOf(booking.booking_id),
  sequence: 1,
  direction: 'in',
  at: timeAfter(provider, 0),
  ...changes,
})

async function read(booking: Booking): Promise<Booking> {
  const answer = await provider.request('GET', `/api/v1/bookings/${booking.booking_code}`, {
    token: await driver.token(),
  })
  return ((await answer.json()) as { data: Booking }).data
}

async function insideOf({ park, phones }: TestGate): Promise<number> {
  const answer = await provider.request('GET', `/api/v1/attendant/occupancy?park=${park}`, { token: phones[0].token })
  return ((await answer.json()) as { data: { inside: number } }).data.inside
}

test('entry and exit reach the booking, the list and the count', async () => {
  const gate = await openGate()
  const { park, phones } = gate
  const booking = await mustBook(provider, driver, { parkId: gate.parkId, fromMinutes: 5 })
  const entry = itemOf(park, booking)
  expect(await mustCheckIn(provider, phones[0], [entry])).toEqual([
    { nonce: entry.nonce, status: 'recorded', flags: [] },
  ])
  const inside = await read(booking)
  expect([Date.parse(inside.checked_in_at ?? ''), inside.checked_out_at]).toEqual([Date.parse(entry.at), null])
  expect(inside.version).toBe(booking.version + 1)
  expect((await mustList(provider, phones[1], { park })).data).toMatchObject({
    inside: 1,
    entries: [{ state: 'inside' }],
  })
  provider.clock.advance(60_000)
  const exit = itemOf(park, booking, { direction: 'out', booking: undefined, code: booking.booking_code })
  expect(await mustCheckIn(provider, phones[1], [exit])).toMatchObject([{ status: 'recorded', flags: [] }])
  expect(Date.parse((await read(booking)).checked_out_at ?? '')).toBe(Date.parse(exit.at))
  expect([await insideOf(gate), (await mustList(provider, phones[0], { park })).data.entries[0]?.state]).toEqual([
    0,
    'left',
  ])
})

test('fault 01: an upload whose answer was lost is answered again, and counts once', async () => {
  const { parkId, park, phones } = await openGate()
  const booking = await mustBook(provider, driver, { parkId, fromMinutes: 5 })
  const upload = { items: [itemOf(park, booking)], key: newKey() }
  const first = await postCheckIns(provider, phones[0], upload)
  const again = await postCheckIns(provider, phones[0], upload)
  expect(again.headers.get('idempotent-replayed')).toBe('true')
  expect(await again.text()).toBe(await first.text())
})

test('a nonce counts once under any key, in any company, also in parallel', async () => {
  const { parkId, park, phones } = await openGate()
  const booking = await mustBook(provider, driver, { parkId, fromMinutes: 5 })
  const item = itemOf(park, booking)
  const answers = await Promise.all([1, 2, 3, 4].map(() => mustCheckIn(provider, phones[0], [item])))
  const statuses = answers.flat().map(({ status }) => status)
  expect(statuses.toSorted()).toEqual(['recorded', 'repeated', 'repeated', 'repeated'])
  const other = itemOf(park, booking, { direction: 'out' })
  expect(await mustCheckIn(provider, phones[0], [item, other, other])).toMatchObject([
    { status: 'repeated' },
    { status: 'recorded' },
    { status: 'repeated' },
  ])
  const rows = await provider.deps.db.query('select 1 from check_ins where booking_id = $1', [booking.booking_id])
  expect(rows).toHaveLength(2)
})

test('two phones without a signal let one pass in: both are recorded, the second upload is told', async () => {
  const gate = await openGate()
  const { park, phones } = gate
  const booking = await mustBook(provider, driver, { parkId: gate.parkId, fromMinutes: 5 })
  const [atNine, atTen] = [
    itemOf(park, booking, { at: timeAfter(provider, -9) }),
    itemOf(park, booking, { at: timeAfter(provider, -8) }),
  ]
  expect(await mustCheckIn(provider, phones[1], [atTen])).toMatchObject([{ flags: [] }])
  expect(await mustCheckIn(provider, phones[0], [atNine])).toMatchObject([
    { status: 'recorded', flags: ['already_inside'] },
  ])
  // The earlier entry wins regardless of the order of uploads, and the car is counted once.
  expect(Date.parse((await read(booking)).checked_in_at ?? '')).toBe(Date.parse(atNine.at))
  expect(await insideOf(gate)).toBe(1)
})

test('two phones that upload at the same moment: one of them is told', async () => {
  const { parkId, park, phones } = await openGate()
  const booking = await mustBook(provider, driver, { parkId, fromMinutes: 5 })
  const results = await Promise.all(phones.map((phone) => mustCheckIn(provider, phone, [itemOf(park, booking)])))
  expect(
    results
      .flat()
      .map(({ flags }) => flags.length)
      .toSorted(),
  ).toEqual([0, 1])
})

test('a late upload counts at its own time', async () => {
  const { parkId, park, phones } = await openGate()
  const booking = await mustBook(provider, driver, { parkId, fromMinutes: 5 })
  const came = timeAfter(provider, 0)
  provider.clock.advance(6 * 3_600_000)
  expect(await mustCheckIn(provider, phones[0], [itemOf(park, booking, { at: came })])).toMatchObject([
    { status: 'recorded', flags: [] },
  ])
  expect(Date.parse((await read(booking)).checked_in_at ?? '')).toBe(Date.parse(came))
})

test('a late upload of a phone whose clock was two days ahead is flagged, and counts at its true time', async () => {
  const { parkId, park, phones } = await openGate()
  const booking = await mustBook(provider, driver, { parkId, fromMinutes: 5 })
  const came = timeAfter(provider, 0)
  const entry = itemOf(park, booking, { at: timeAfter(provider, 2 * 24 * 60), clock_ahead_ms: 2 * DAY_MS })
  provider.clock.advance(3 * DAY_MS)
  expect(await mustCheckIn(provider, phones[0], [entry])).toMatchObject([
    { status: 'recorded', flags: ['clock_ahead'] },
  ])
  expect(Date.parse((await read(booking)).checked_in_at ?? '')).toBe(Date.parse(came))
})

test('a late upload of a phone that could not compare its clock is flagged, one that tells nothing of it is not', async () => {
  const { parkId, park, phones } = await openGate()
  const booking = await mustBook(provider, driver, { parkId, fromMinutes: 5 })
  const entry = itemOf(park, booking, { clock_ahead_ms: null })
  const exit = itemOf(park, booking, { direction: 'out', at: timeAfter(provider, 10) })
  provider.clock.advance(3 * DAY_MS)
  expect((await mustCheckIn(provider, phones[0], [entry, exit])).map(({ flags }) => flags)).toEqual([
    ['clock_unknown'],
    [],
  ])
})

test('a phone that was behind is flagged by the list in its hand, and counts from then', async () => {
  const { parkId, park, phones } = await openGate()
  const booking = await mustBook(provider, driver, { parkId, fromMinutes: 5 })
  const issued = timeAfter(provider, 0)
  const entry = itemOf(park, booking, { at: timeAfter(provider, -600), list_issued_at: issued, clock_ahead_ms: null })
  expect(await mustCheckIn(provider, phones[0], [entry])).toMatchObject([{ flags: ['clock_behind'] }])
  expect(Date.parse((await read(booking)).checked_in_at ?? '')).toBe(Date.parse(issued))
})

test('what is odd is recorded and flagged, not refused', async () => {
  const { parkId, park, phones } = await openGate()
  const [phone] = phones
  const other = await openGate()
  const early = await mustBook(provider, driver, { parkId, fromMinutes: 60 })
  const cancelled = await mustBook(provider, driver, { parkId, fromMinutes: 5 })
  const path = `/api/v1/bookings/${cancelled.booking_id}/status?status=cancelled`
  expect((await provider.request('PUT', path, { token: await driver.token(), key: newKey() })).status).toBe(200)
  const elsewhere = await mustBook(provider, driver, { parkId: other.parkId, fromMinutes: 5 })
  const results = await mustCheckIn(provider, phone, [
    itemOf(park, early),
    itemOf(park, cancelled, { override_reason: 'Has the receipt on paper' }),
    itemOf(park, elsewhere),
    itemOf(park, elsewhere, { booking: undefined, plate: 'KJA 001', override_reason: 'Ambulance' }),
    itemOf(park, early, { booking: undefined, code: 'AAAA-AAAA' }),
    itemOf(park, early, { direction: 'out', at: timeAfter(provider, 24 * 60) }),
  ])
  expect(results.map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 'recorded'))
  expect(results.map(({ flags }) => flags)).toEqual([
    ['outside_window'],
    ['cancelled', 'overridden'],
    ['wrong_park'],
    ['unknown_booking', 'overridden'],
    ['unknown_booking'],
    ['clock_ahead'],
  ])
  expect((await read(elsewhere)).checked_in_at).toBeNull()
})

test('a pass that was changed since is let in and flagged', async () => {
  const { parkId, park, phones } = await openGate()
  const booking = await mustBook(provider, driver, { parkId, fromMinutes: 5 })
  const path = `/api/v1/bookings/${booking.booking_id}/vehicle`
  await provider.request('PUT', path, { token: await driver.token(), key: newKey(), body: { plate: 'NEW 1' } })
  expect(await mustCheckIn(provider, phones[0], [itemOf(park, booking)])).toMatchObject([{ flags: ['old_sequence'] }])
})

test('a car without a booking is counted in and out by its plate', async () => {
  const gate = await openGate()
  const item = (direction: 'in' | 'out', minutes: number): CheckInItem => ({
    nonce: newNonce(),
    park: gate.park,
    plate: direction === 'in' ? 'kja-001' : 'KJA 001',
    direction,
    at: timeAfter(provider, minutes),
    override_reason: 'Delivery',
  })
  await mustCheckIn(provider, gate.phones[0], [item('in', -5)])
  expect(await insideOf(gate)).toBe(1)
  await mustCheckIn(provider, gate.phones[1], [item('out', -1)])
  expect(await insideOf(gate)).toBe(0)
})

test('another park is refused, beside what is not', async () => {
  const [own, other] = [await openGate(), await openGate()]
  const booking = await mustBook(provider, driver, { parkId: own.parkId, fromMinutes: 5 })
  const results = await mustCheckIn(provider, own.phones[0], [itemOf(other.park, booking), itemOf(own.park, booking)])
  expect(results.map(({ status }) => status)).toEqual(['refused', 'recorded'])
})

test.each<readonly [string, Readonly<Record<string, unknown>>, string]>([
  ['no booking, code or plate', { booking: undefined }, 'items.0'],
  ['a nonce that is none', { nonce: '1' }, 'items.0.nonce'],
  ['a time that does not exist', { at: '2026-02-30T10:00:00Z' }, 'items.0.at'],
  ['another direction', { direction: 'up' }, 'items.0.direction'],
  ['a clock that is off by more than any', { clock_ahead_ms: 9e15 }, 'items.0.clock_ahead_ms'],
  ['a sequence of none', { sequence: 0 }, 'items.0.sequence'],
  ['an endless reason', { override_reason: 'x'.repeat(201) }, 'items.0.override_reason'],
])('%s is not accepted', async (_name, changes, field) => {
  const { parkId, park, phones } = await openGate()
  const booking = await mustBook(provider, driver, { parkId, fromMinutes: 5 })
  const items = [{ ...itemOf(park, booking), ...changes }] as CheckInItem[]
  const answer = await postCheckIns(provider, phones[0], { items })
  expect(answer.status).toBe(422)
  expect(await answer.json()).toMatchObject({ errors: [{ field }] })
})

test('an upload without a key, or of more than a hundred, is refused', async () => {
  const { park, phones, parkId } = await openGate()
  const booking = await mustBook(provider, driver, { parkId, fromMinutes: 5 })
  const items = Array.from({ length: 101 }, () => itemOf(park, booking))
  expect((await postCheckIns(provider, phones[0], { items })).status).toBe(422)
  const bare = await provider.request('POST', '/api/v1/attendant/check-ins', {
    token: phones[0].token,
    body: { items: items.slice(0, 1) },
  })
  expect(await codeOf(bare)).toBe('idempotency_key_required')
})
