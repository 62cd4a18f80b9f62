import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SignedDayList } from '../../src/contract/attendant.ts'
import type { Booking } from '../../src/contract/bookings.ts'
import { dayListFromWire } from '../../src/contract/day-list-mapping.ts'
import { makeBookingCode, parseBookingCode } from '../../src/domain/code.ts'
import { mergeDayList } from '../../src/domain/day-list.ts'
import { toParkId } from '../../src/domain/ids.ts'
import { toInstant } from '../../src/domain/instant.ts'
import { importPassKeys, type PassKeyring } from '../../src/domain/pass.ts'
import { verifySigned } from '../../src/domain/signed-data.ts'
import type { Gate } from '../../src/domain/gate-car.ts'
import { judgeCode, judgeScan } from '../../src/domain/verdict.ts'
import { uuid7 } from '../../src/lib/uuid7.ts'
import { codeOf } from './support/accounts.ts'
import { codeOfPark, mustList, pairPhone, requestList, tailOf, type TestPhone } from './support/test-attendants.ts'
import { createDriver, mustBook, newKey, type TestDriver } from './support/test-driver.ts'
import { insertTestPark, setTariff, TEST_TARIFF } from './support/test-parks.ts'
import { startTestProvider, type TestProvider } from './support/test-provider.ts'

const LARGEST_LIST_BYTES = 60_000

let provider: TestProvider
let driver: TestDriver
let keys: PassKeyring
beforeAll(async () => {
  provider = await startTestProvider()
  driver = await createDriver(provider)
  keys = await importPassKeys(await provider.deps.signer.publicKeys())
})
afterAll(() => provider.close())

interface TestGate {
  readonly parkId: number
  readonly park: string
  readonly phone: TestPhone
}

async function openGate(capacity = 5): Promise<TestGate> {
  const { id: parkId } = await insertTestPark(provider.deps.db, { capacity })
  const park = await codeOfPark(provider, parkId)
  return { parkId, park, phone: await pairPhone(provider, [park]) }
}

const act = async (method: string, path: string, body?: unknown): Promise<Booking> => {
  const answer = await provider.request(method, `/api/v1${path}`, {
    token: await driver.token(),
    key: newKey(),
    ...(body === undefined ? {} : { body }),
  })
  if (!answer.ok) throw new Error(await answer.text())
  return ((await answer.json()) as { data: Booking }).data
}

const gateOf = (parkId: number, changes: Partial<Gate>): Gate => ({
  parkId: toParkId(parkId),
  list: undefined,
  keys,
  direction: 'in',
  now: toInstant(provider.clock.now()),
  logOf: () => [],
  ...changes,
})

const heldOf = (list: SignedDayList) => {
  const merged = mergeDayList(undefined, dayListFromWire(list.data))
  if (!merged.ok) throw new Error(merged.error)
  return merged.value
}

test('the list is signed by a published key, and every change of it is noticed', async () => {
  const { parkId, park, phone } = await openGate()
  await mustBook(provider, driver, { parkId })
  const list = await mustList(provider, phone, { park })
  expect(await verifySigned(list, keys)).toBe('signed')
  const [entry] = list.data.entries
  const forged = { ...list.data, entries: [{ ...entry, plate: 'ZZZ999' }] }
  expect(await verifySigned({ ...list, data: forged }, keys)).toBe('forged')
  expect(await verifySigned({ ...list, data: { ...list.data, entries: [] } }, keys)).toBe('forged')
  expect(list.data).toMatchObject({
    kind: 'full',
    base: null,
    park: { code: park, arrival_minutes: 15, grace_minutes: 10 },
  })
})

test('an entry says what a pass says, and nothing of the driver', async () => {
  const { parkId, park, phone } = await openGate()
  const booking = await mustBook(provider, driver, { parkId, fromMinutes: 5 })
  const list = await mustList(provider, phone, { park })
  expect(list.data.entries).toEqual([
    {
      booking: tailOf(booking.booking_id),
      sequence: 1,
      code: booking.booking_code.replace('-', ''),
      plate: 'ABC123',
      vehicle_type_id: 1,
      start_time: booking.start_time,
      end_time: booking.end_time,
      state: 'expected',
      tariff_version: 'v1',
    },
  ])
  expect(JSON.stringify(list)).not.toContain(booking.booking_id)
  const gate = gateOf(parkId, { list: heldOf(list) })
  expect((await judgeScan(booking.pass?.text ?? '', gate)).kind).toBe('valid')
  expect(judgeCode(booking.booking_code, gate)).toMatchObject({ value: { kind: 'valid' } })
})

test('a delta brings what was booked, changed, cancelled or has come near since, and nothing else', async () => {
  const { parkId, park, phone } = await openGate()
  const [still, extended, cancelled] = [
    await mustBook(provider, driver, { parkId }),
    await mustBook(provider, driver, { parkId }),
    await mustBook(provider, driver, { parkId }),
  ]
  const tomorrow = await mustBook(provider, driver, { parkId, fromMinutes: 24 * 60 + 30 })
  provider.clock.advance(10 * 60_000)
  const first = await mustList(provider, phone, { park })
  expect(first.data.entries.map(({ booking }) => booking)).not.toContain(tailOf(tomorrow.booking_id))
  provider.clock.advance(30 * 60_000)
  const end = new Date(Date.parse(extended.end_time) + 30 * 60_000).toISOString()
  await act('POST', '/bookings/extend', {
    booking_id: extended.booking_id,
    new_end_time: end,
    base_end_time: extended.end_time,
    max_price: 10_000,
  })
  await act('PUT', `/bookings/${cancelled.booking_id}/status?status=cancelled`)
  const added = await mustBook(provider, driver, { parkId })
  const delta = await mustList(provider, phone, { park, cursor: first.data.cursor })
  expect(delta.data).toMatchObject({ kind: 'delta', base: first.data.cursor })
  const states = new Map(
    delta.data.entries.map(({ booking, state, sequence }) => [booking, `${state} ${String(sequence)}`]),
  )
  expect(Object.fromEntries(states)).toEqual({
    [tailOf(extended.booking_id)]: 'expected 2',
    [tailOf(cancelled.booking_id)]: 'cancelled 1',
    [tailOf(added.booking_id)]: 'expected 1',
    [tailOf(tomorrow.booking_id)]: 'expected 1',
  })
  expect(delta.data.revoked).toEqual([{ booking: tailOf(cancelled.booking_id), min_sequence: 2 }])
  const merged = mergeDayList(heldOf(first), dayListFromWire(delta.data))
  const full = heldOf(await mustList(provider, phone, { park }))
  expect(merged.ok && [...merged.value.entries.keys()].toSorted()).toEqual([...full.entries.keys()].toSorted())
  expect(full.entries.has(tailOf(still.booking_id))).toBe(true)
})

test('a cancelled pass is refused by a list that knows of it, a renewed one is taken by one that does not', async () => {
  const { parkId, park, phone } = await openGate()
  const booking = await mustBook(provider, driver, { parkId, fromMinutes: 5 })
  await act('PUT', `/bookings/${booking.booking_id}/status?status=cancelled`)
  const list = heldOf(await mustList(provider, phone, { park }))
  const renewed = await act(
    'PUT',
    `/bookings/${booking.booking_id}/status?status=active&quoted_total=${String(booking.total)}&tariff_version=v1`,
  )
  const gate = gateOf(parkId, { list })
  expect((await judgeScan(booking.pass?.text ?? '', gate)).kind).toBe('cancelled')
  expect((await judgeScan(renewed.pass?.text ?? '', gate)).kind).toBe('valid_by_signature')
})

test.each([
  ['none', undefined],
  ['nonsense', 'DROP TABLE'],
  ['one of the future', '1.zzzzzzzzz.zzzzzzzzz'],
])('a cursor that is %s gives the whole list', async (_name, cursor) => {
  const { park, phone } = await openGate()
  const list = await mustList(provider, phone, { park, ...(cursor === undefined ? {} : { cursor }) })
  expect(list.data).toMatchObject({ kind: 'full', base: null })
})

test('after twelve hours of deltas the whole list comes again', async () => {
  const { park, phone } = await openGate()
  const first = await mustList(provider, phone, { park })
  provider.clock.advance(7 * 3_600_000)
  const second = await mustList(provider, phone, { park, cursor: first.data.cursor })
  provider.clock.advance(5 * 3_600_000)
  const third = await mustList(provider, phone, { park, cursor: second.data.cursor })
  expect([second.data.kind, third.data.kind]).toEqual(['delta', 'full'])
})

test('an earlier tariff comes along for the bookings that were made at it', async () => {
  const { parkId, park, phone } = await openGate()
  await mustBook(provider, driver, { parkId })
  const change = { tariff: { ...TEST_TARIFF, version: 'v2' }, supersededAt: new Date(provider.clock.now()) }
  await setTariff(provider.deps.db, parkId, change)
  const { data } = await mustList(provider, phone, { park })
  expect([data.tariff?.version, data.earlier_rates.map(({ tariff }) => tariff.version)]).toEqual(['v2', ['v1']])
})

test('a park of another phone does not exist, and neither does one that there is not', async () => {
  const [own, other] = [await openGate(), await openGate()]
  for (const park of [other.park, 'NG0000', 'x']) {
    const answer = await requestList(provider, own.phone, { park })
    expect([answer.status, await codeOf(answer)]).toEqual([404, 'park_not_found'])
  }
})

/** Inserts bookings as random as real ones, so that they compress no better. */
async function insertBookings(parkId: number, count: number): Promise<void> {
  const nowMs = provider.clock.now()
  const random = (below: number): number => Math.floor(Math.random() * below)
  const letters = 'ABCDEFGHJKLMNPRSTUVWXYZ'
  const letter = (): string => letters[random(letters.length)] ?? 'A'
  const rows = Array.from({ length: count }, () => {
    const startMs = Math.floor(nowMs / 60_000) * 60_000 + (random(24 * 60) - 120) * 60_000
    return {
      booking_id: uuid7(nowMs - random(30 * 86_400_000)),
      booking_code: makeBookingCode(crypto.getRandomValues(new Uint8Array(7))),
      start_time: new Date(startMs).toISOString(),
      end_time: new Date(startMs + (12 + random(100)) * 300_000).toISOString(),
      plate: `${letter()}${letter()}${letter()}${String(100 + random(900))}${letter()}${letter()}`,
      sequence: 1 + random(3),
    }
  })
  await provider.deps.db.query(
    `insert into bookings (booking_id, booking_code, user_id, park_id, vehicle_type_id, plate, start_time, end_time, status, currency,
       total_minor, lines, tariff_version, refund_rules, pass_sequence, created_at, updated_at)
     select booking_id, booking_code, $2, $3, 1, plate, start_time, end_time, 'active', 'CAD', 0, '[]', 'v1', '[]', sequence, $4, $4
       from jsonb_to_recordset($1::jsonb) as r(booking_id uuid, booking_code text, plate text, start_time timestamptz,
            end_time timestamptz, sequence integer)`,
    [JSON.stringify(rows), driver.userId, parkId, new Date(nowMs)],
  )
}

test('the list of a thousand bookings fits into 60 kB on the wire', async () => {
  const { parkId, park, phone } = await openGate()
  await insertBookings(parkId, 1_000)
  const answer = await provider.request('GET', `/api/v1/attendant/day-list?park=${park}`, {
    token: phone.token,
    headers: { 'accept-encoding': 'gzip' },
  })
  expect(answer.headers.get('content-encoding')).toBe('gzip')
  const bytes = new Uint8Array(await answer.arrayBuffer())
  const list = JSON.parse(gunzipSync(bytes).toString('utf8')) as SignedDayList
  expect(list.data.entries).toHaveLength(1_000)
  expect(await verifySigned(list, keys)).toBe('signed')
  expect(list.data.entries.every(({ code }) => parseBookingCode(code).ok)).toBe(true)
  expect(bytes.length).toBeLessThanOrEqual(LARGEST_LIST_BYTES)
})
