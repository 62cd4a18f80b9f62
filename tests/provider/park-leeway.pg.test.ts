import { afterAll, beforeAll, expect, test } from 'vitest'
import { setParkLeeway } from '../../provider/repositories/entry-windows.ts'
import type { Booking } from '../../src/contract/bookings.ts'
import { dayListFromWire } from '../../src/contract/day-list-mapping.ts'
import { mergeDayList } from '../../src/domain/day-list.ts'
import { canExtend } from '../../src/domain/booking.ts'
import { toParkId } from '../../src/domain/ids.ts'
import { toInstant } from '../../src/domain/instant.ts'
import { importPassKeys } from '../../src/domain/pass.ts'
import { judgeScan } from '../../src/domain/verdict.ts'
import { must } from '../../src/lib/assert.ts'
import { codeOfPark, mustCheckIn, mustList, newNonce, pairPhone, tailOf, timeAfter } from './support/test-attendants.ts'
import { createDriver, mustBook, newKey, type TestDriver } from './support/test-driver.ts'
import { bookingOf } from './support/test-changes.ts'
import { sendAs } from './support/test-money.ts'
import { insertTestPark } from './support/test-parks.ts'
import { startTestProvider, TEST_NOW, type TestProvider } from './support/test-provider.ts'

const MINUTE = 60_000
let provider: TestProvider
let driver: TestDriver
beforeAll(async () => {
  provider = await startTestProvider()
  driver = await createDriver(provider)
})
afterAll(() => provider.close())

/** Creates a park that a car may enter half an hour before its stay and leave 20 minutes after it. */
async function openPark(): Promise<{ readonly parkId: number; readonly code: string }> {
  provider.clock.set(TEST_NOW)
  const { id: parkId } = await insertTestPark(provider.deps.db)
  const code = await codeOfPark(provider, parkId)
  await setParkLeeway(provider.deps.db, { code, arrivalMinutes: 30, graceMinutes: 20, nowMs: provider.clock.now() })
  return { parkId, code }
}

async function extend(booking: Booking): Promise<Response> {
  const body = {
    booking_id: booking.booking_id,
    new_end_time: new Date(Date.parse(booking.end_time) + 60 * MINUTE).toISOString(),
    base_end_time: booking.end_time,
    max_price: 10_000,
  }
  return provider.request('POST', '/api/v1/bookings/extend', { token: await driver.token(), key: newKey(), body })
}

async function listed(bookingId: string): Promise<Booking | undefined> {
  const answer = await provider.request('GET', '/api/v1/bookings/list?size=100', { token: await driver.token() })
  const { items } = (await answer.json()) as { items: Booking[] }
  return items.find(({ booking_id: id }) => id === bookingId)
}

const OWN = { arrival_minutes: 30, grace_minutes: 20 }

test('a booking says from its first answer on what its park overrides, and nothing where it overrides nothing', async () => {
  const { parkId } = await openPark()
  const booking = await mustBook(provider, driver, { parkId })
  expect(booking.park).toMatchObject(OWN)
  expect((await listed(booking.booking_id))?.park).toEqual(booking.park)
  const elsewhere = await mustBook(provider, driver, { parkId: (await insertTestPark(provider.deps.db)).id })
  expect(Object.keys(elsewhere.park)).not.toContain('grace_minutes')
  expect((await listed(elsewhere.booking_id))?.park).toEqual(elsewhere.park)
})

test('an extension is taken until the grace of its park is over', async () => {
  const { parkId } = await openPark()
  const booking = await mustBook(provider, driver, { parkId })
  provider.clock.set(Date.parse(booking.end_time) + 19 * MINUTE)
  const answer = await extend(booking)
  expect(answer.status).toBe(200)
  const { data } = (await answer.json()) as { data: Booking }
  provider.clock.set(Date.parse(data.end_time) + 20 * MINUTE)
  expect(await (await extend(data)).json()).toMatchObject({ code: 'grace_over' })
})

test('a stay whose time after the end is paid for is not extended, though its park lengthens the grace', async () => {
  const { parkId, code } = await openPark()
  const booking = await mustBook(provider, driver, { parkId })
  provider.clock.set(Date.parse(booking.end_time) + 25 * MINUTE)
  const path = `/bookings/${booking.booking_id}/overstay`
  await bookingOf(await sendAs(provider, driver, { method: 'POST', path, body: { max_price: 10_000 } }))
  await setParkLeeway(provider.deps.db, { code, arrivalMinutes: 30, graceMinutes: 60, nowMs: provider.clock.now() })
  const answer = await extend(booking)
  expect([answer.status, await answer.json()]).toMatchObject([409, { code: 'grace_over' }])
  const paid = must(await listed(booking.booking_id), 'booking')
  expect(canExtend(paid, toInstant(provider.clock.now()))).toEqual({ ok: false, error: 'grace_over' })
})

test('the attendant lets a car in as early as the park does, by the list that says so, and the provider agrees', async () => {
  const { parkId, code } = await openPark()
  const [near, far] = [
    await mustBook(provider, driver, { parkId, fromMinutes: 25 }),
    await mustBook(provider, driver, { parkId, fromMinutes: 35 }),
  ]
  const phone = await pairPhone(provider, [code])
  const { data } = await mustList(provider, phone, { park: code })
  expect(data.park).toMatchObject(OWN)
  const list = mergeDayList(undefined, dayListFromWire(data))
  if (!list.ok) throw new Error(list.error)
  const gate = {
    ...{ parkId: toParkId(parkId), list: list.value, direction: 'in' as const, logOf: () => [] },
    keys: await importPassKeys(await provider.deps.signer.publicKeys()),
    now: toInstant(provider.clock.now()),
  }
  expect((await judgeScan(near.pass?.text ?? '', gate)).kind).toBe('valid')
  expect((await judgeScan(far.pass?.text ?? '', gate)).kind).toBe('early')
  const itemOf = ({ booking_id: id }: Booking) => ({
    ...{ nonce: newNonce(), park: code, booking: tailOf(id), sequence: 1 },
    ...{ direction: 'in' as const, at: timeAfter(provider, 0) },
  })
  const results = await mustCheckIn(provider, phone, [itemOf(near), itemOf(far)])
  expect(results.map(({ flags }) => flags)).toEqual([[], ['outside_window']])
})

test('bookings that are held already get a new version when their park changes its mind', async () => {
  const { parkId, code } = await openPark()
  const booking = await mustBook(provider, driver, { parkId })
  const change = { code, arrivalMinutes: null, graceMinutes: null, nowMs: provider.clock.now() }
  expect(await setParkLeeway(provider.deps.db, change)).toBe(1)
  const told = await listed(booking.booking_id)
  expect(told?.version).toBe(booking.version + 1)
  expect(Object.keys(told?.park ?? {})).not.toContain('grace_minutes')
  expect(await setParkLeeway(provider.deps.db, { ...change, code: 'CA00000' })).toBeUndefined()
})
