import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Booking } from '../../src/contract/bookings.ts'
import { dayListFromWire } from '../../src/contract/day-list-mapping.ts'
import { mergeDayList } from '../../src/domain/day-list.ts'
import { toParkId } from '../../src/domain/ids.ts'
import { type Instant, MINUTE_MS, mustInstant, toInstant, toRfc3339 } from '../../src/domain/instant.ts'
import { importPassKeys } from '../../src/domain/pass.ts'
import { judgeCode } from '../../src/domain/verdict.ts'
import { priceExtension } from '../../src/queries/price-extension.ts'
import { priceOverstay } from '../../src/queries/price-overstay.ts'
import { codeOfPark, mustList, pairPhone } from './support/test-attendants.ts'
import { createDriver, mustBook, newKey, type TestDriver } from './support/test-driver.ts'
import { insertTestPark, setTariff, TEST_TARIFF } from './support/test-parks.ts'
import { startTestProvider, type TestProvider } from './support/test-provider.ts'

const DEARER = {
  ...TEST_TARIFF,
  version: 'v2',
  windows: TEST_TARIFF.windows.map((window) => ({ ...window, price: { kind: 'flat', amountMinor: 7_777 } as const })),
}

let provider: TestProvider
let driver: TestDriver
beforeAll(async () => {
  provider = await startTestProvider()
  driver = await createDriver(provider)
})
afterAll(() => provider.close())

async function read<T>(path: string, token?: string): Promise<T> {
  const answer = await provider.request('GET', `/api/v1${path}`, token === undefined ? {} : { token })
  if (answer.status !== 200) throw new Error(await answer.text())
  const { data } = (await answer.json()) as { data: T }
  return data
}

const bookingNow = async ({ booking_code: code }: Booking): Promise<Booking> =>
  read(`/bookings/${code}`, await driver.token())

/** Returns the overstay price that the attendant reads on the verdict, in minor units. */
async function atTheGate(booking: Booking, parkId: number, now: Instant): Promise<number | undefined> {
  const park = await codeOfPark(provider, parkId)
  const phone = await pairPhone(provider, [park])
  const merged = mergeDayList(undefined, dayListFromWire((await mustList(provider, phone, { park })).data))
  if (!merged.ok) throw new Error(merged.error)
  const keys = await importPassKeys(await provider.deps.signer.publicKeys())
  const gate = { parkId: toParkId(parkId), list: merged.value, keys, direction: 'out' as const, now, logOf: () => [] }
  const judged = judgeCode(booking.booking_code, gate)
  if (!judged.ok || judged.value.kind !== 'expired') throw new Error('not expired')
  return judged.value.overstay.quote?.totalMinor
}

const changeTariff = (parkId: number): Promise<void> =>
  setTariff(provider.deps.db, parkId, { tariff: DEARER, supersededAt: new Date(provider.clock.now()) })

test('a stay that ends after the tariff has changed is overstayed at the tariff that it was booked at, on the pass and at the gate', async () => {
  const { id: parkId } = await insertTestPark(provider.deps.db, { capacity: 5 })
  const made = await mustBook(provider, driver, { parkId, fromMinutes: 10 })
  expect(made.booked_rate?.tariff.version).toBe('v1')
  const late = toInstant(mustInstant(made.end_time) + 40 * MINUTE_MS)
  const before = priceOverstay(made, late).quote?.totalMinor
  expect(before).toBeGreaterThan(0)

  await changeTariff(parkId)
  const booking = await bookingNow(made)
  expect(booking.booked_rate).toEqual(made.booked_rate)
  expect(priceOverstay(booking, late).quote?.totalMinor).toBe(before)
  expect(await atTheGate(booking, parkId, late)).toBe(before)
})

test('it is extended at that tariff too, for what the phone shows with no signal', async () => {
  const { id: parkId } = await insertTestPark(provider.deps.db, { capacity: 5 })
  const made = await mustBook(provider, driver, { parkId, fromMinutes: 10 })
  await changeTariff(parkId)
  const newEnd = toInstant(mustInstant(made.end_time) + 30 * MINUTE_MS)
  const shown = priceExtension(made, newEnd)
  if (shown?.ok !== true) throw new Error('no price')
  const body = {
    booking_id: made.booking_id,
    new_end_time: toRfc3339(newEnd),
    base_end_time: made.end_time,
    max_price: shown.value,
  }
  const answer = await provider.request('POST', '/api/v1/bookings/extend', {
    token: await driver.token(),
    key: newKey(),
    body,
  })
  const { data } = (await answer.json()) as { data: Booking }
  expect([data.total, data.tariff_version]).toEqual([made.total + shown.value, 'v1'])
})

test('a stay that is booked at a price which holds although the tariff has changed has its rate in the answer already', async () => {
  const { id: parkId } = await insertTestPark(provider.deps.db, { capacity: 5 })
  await changeTariff(parkId)
  const made = await mustBook(provider, driver, { parkId, fromMinutes: 10 })
  expect(made.tariff_version).toBe('v1')
  expect(made.booked_rate?.tariff.version).toBe('v1')
  expect(made.booked_rate).toEqual((await bookingNow(made)).booked_rate)
})
