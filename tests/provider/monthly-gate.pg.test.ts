/** Monthly passes at the gate, in reminders, and in the source of the car park's usual hours. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { dayListFromWire } from '../../src/contract/day-list-mapping.ts'
import type { Booking } from '../../src/contract/bookings.ts'
import { type DayList, mergeDayList } from '../../src/domain/day-list.ts'
import { DAY_MS, mustInstant, toRfc3339 } from '../../src/domain/instant.ts'
import { toParkId } from '../../src/domain/ids.ts'
import { importPassKeys } from '../../src/domain/pass.ts'
import { judgeScan } from '../../src/domain/verdict.ts'
import { must } from '../../src/lib/assert.ts'
import { queueDue } from '../../provider/repositories/push-deliveries.ts'
import {
  codeOfPark,
  mustCheckIn,
  mustList,
  newNonce,
  pairPhone,
  tailOf,
  type TestPhone,
} from './support/test-attendants.ts'
import { createDriver, type TestDriver } from './support/test-driver.ts'
import { mustBuyPass, sellPass, WORKING_DAYS } from './support/test-monthly.ts'
import { insertTestPark } from './support/test-parks.ts'
import { startTestProvider, type TestProvider } from './support/test-provider.ts'

let provider: TestProvider
let driver: TestDriver
let parkId: number
let park: string
let phone: TestPhone
let booking: Booking
beforeAll(async () => {
  provider = await startTestProvider()
})
afterAll(() => provider.close())
beforeEach(async () => {
  goTo('2026-11-23T14:00:00Z')
  driver = await createDriver(provider)
  parkId = (await insertTestPark(provider.deps.db, { capacity: 5 })).id
  park = await codeOfPark(provider, parkId)
  phone = await pairPhone(provider, [park])
  const product = await sellPass(provider, parkId, { hours: WORKING_DAYS })
  booking = await mustBuyPass(provider, driver, { product, firstDay: '2026-11-24' })
})

function goTo(text: string): void {
  provider.clock.set(mustInstant(text))
}

async function download(held?: DayList): Promise<DayList> {
  const query = held === undefined ? { park } : { park, cursor: held.cursor }
  const merged = mergeDayList(held, dayListFromWire((await mustList(provider, phone, query)).data))
  if (!merged.ok) throw new Error(merged.error)
  return merged.value
}

async function kindAt(now: string, direction: 'in' | 'out', list: DayList | undefined): Promise<string> {
  const keys = await importPassKeys(await provider.deps.signer.publicKeys())
  const gate = { parkId: toParkId(parkId), list, keys, direction, now: mustInstant(now), logOf: () => [] } as const
  return (await judgeScan(must(booking.pass, 'a pass').text, gate)).kind
}

const move = async (direction: 'in' | 'out', at: string): Promise<readonly string[]> => {
  goTo(at)
  const [result] = await mustCheckIn(provider, phone, [
    { nonce: newNonce(), park, booking: tailOf(booking.booking_id), sequence: 1, direction, at },
  ])
  return result?.flags ?? []
}

test('the list carries it on every day of its month with its hours, and is enough without a signal', async () => {
  for (const day of ['2026-11-24', '2026-12-05', '2026-12-23']) {
    goTo(`${day}T06:00:00Z`)
    const list = await download()
    expect([...list.entries.values()]).toMatchObject([{ plate: 'MON123', hours: WORKING_DAYS }])
    const isWorkingDay = day !== '2026-12-05'
    expect(await kindAt(`${day}T15:00:00Z`, 'in', list)).toBe(isWorkingDay ? 'valid' : 'early')
  }
  goTo('2026-12-25T06:00:00Z')
  expect((await download()).entries.size).toBe(0)
})

test('two days in a row it goes in and out, and the provider finds nothing wrong with it', async () => {
  goTo('2026-11-24T11:00:00Z')
  let list = await download()
  for (const day of ['2026-11-24', '2026-11-25']) {
    expect(await kindAt(`${day}T13:00:00Z`, 'in', list)).toBe('valid')
    expect(await move('in', `${day}T13:00:00Z`)).toEqual([])
    list = await download(list)
    expect(await kindAt(`${day}T14:00:00Z`, 'in', list)).toBe('already_inside')
    expect(await kindAt(`${day}T21:00:00Z`, 'out', list)).toBe('valid')
    expect(await move('out', `${day}T21:00:00Z`)).toEqual([])
    list = await download(list)
  }
})

test('a move outside its hours is flagged, and a second entry without an exit', async () => {
  expect(await move('in', '2026-11-25T04:00:00Z')).toEqual(['outside_window'])
  expect(await move('in', '2026-11-25T15:00:00Z')).toEqual(['already_inside'])
  expect(await move('out', '2026-11-28T15:00:00Z')).toEqual(['outside_window'])
})

test('after a cancel its pass is refused from the next list on', async () => {
  const path = `/api/v1/bookings/${booking.booking_id}/status?status=cancelled`
  await provider.request('PUT', path, { token: await driver.token(), key: newNonce() })
  goTo('2026-11-24T15:00:00Z')
  expect(await kindAt('2026-11-24T15:00:00Z', 'in', await download())).toBe('cancelled')
})

test('typical hours count it in its hours, on the days that are over', async () => {
  const product = await sellPass(provider, parkId, { hours: WORKING_DAYS })
  for (let count = 0; count < 4; count += 1) {
    await mustBuyPass(provider, await createDriver(provider), { product, firstDay: '2026-11-24' })
  }
  goTo('2026-12-15T14:00:00Z')
  const [row] = await provider.deps.db.query<{ stays: number; hours: number[] }>(
    'select stays, hours from typical_hours($1, $2, 8, 500, 1, 3)',
    [parkId, new Date(provider.clock.now())],
  )
  // Sunday 00:00 is the first of 168 hours. Five passes fill five spaces on a Monday at 10, none at 22 or on a Sunday.
  expect([row?.hours[24 + 10], row?.hours[24 + 22] ?? 0, row?.hours[10] ?? 0]).toEqual([100, 0, 0])
  expect(row?.stays).toBe(5 * 15)
})

test('three days before its end its driver is reminded once, and not as of a stay that runs out', async () => {
  const { db } = provider.deps
  await db.query(
    `insert into push_subscriptions (subscription_id, user_id, endpoint, p256dh, auth, language, timezone, created_at)
     values (gen_random_uuid(), $1, 'https://push.example/monthly', 'x', 'y', 'en', 'America/Toronto', $2)`,
    [driver.userId, new Date(provider.clock.now())],
  )
  const kindsAt = async (ms: number): Promise<readonly string[]> => {
    await queueDue(db, ms)
    const rows = await db.query<{ kind: string }>('select kind from push_deliveries where booking_id = $1', [
      booking.booking_id,
    ])
    return rows.map(({ kind }) => kind)
  }
  const endMs = mustInstant(booking.end_time)
  expect(await kindsAt(endMs - 4 * DAY_MS)).toEqual([])
  expect(await kindsAt(endMs - 3 * DAY_MS)).toEqual(['pass_ends'])
  expect(await kindsAt(endMs - 2.5 * DAY_MS)).toEqual(['pass_ends'])
  expect(await kindsAt(endMs - 20 * 60_000)).toEqual([])
  expect(toRfc3339(endMs)).toBe('2026-12-24T05:00:00Z')
})
