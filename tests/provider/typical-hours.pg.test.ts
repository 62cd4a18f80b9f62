import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { TypicalHours } from '../../src/contract/typical-hours.ts'
import { DAY_MS, HOUR_MS } from '../../src/domain/instant.ts'
import { atLocalMinute, localDayNumber } from '../../src/domain/zone.ts'
import { must } from '../../src/lib/assert.ts'
import { uuid7 } from '../../src/lib/uuid7.ts'
import { MIN_DRIVERS } from '../../provider/repositories/typical-hours.ts'
import { createDatabase } from '../../provider/db/transaction.ts'
import { expectRefusal, readJson } from './support/accounts.ts'
import { createDriver, type TestDriver } from './support/test-driver.ts'
import { insertTestPark, type TestPark } from './support/test-parks.ts'
import { startTestProvider, TEST_NOW, type TestProvider } from './support/test-provider.ts'

let provider: TestProvider
let drivers: readonly TestDriver[]
beforeAll(async () => {
  // A single connection, so that its counters can be flushed.
  provider = await startTestProvider({ poolSize: 1 })
  const created: TestDriver[] = []
  for (let count = 0; count < 8; count += 1) created.push(await createDriver(provider))
  drivers = created
})
afterAll(() => provider.close())
beforeEach(() => provider.clock.set(TEST_NOW))

const ZONE = 'America/Toronto'
/** TEST_NOW is 07:00 on a Monday in Toronto; this is the Sunday before. Clocks there went back three weeks earlier. */
const SUNDAY = localDayNumber(TEST_NOW, ZONE) - 1

interface Stays {
  readonly park: TestPark
  readonly drivers: readonly TestDriver[]
  /** Clock hours after midnight of that Sunday. */
  readonly from: number
  readonly hours: number
  readonly weeks?: number
  readonly status?: 'active' | 'cancelled'
  readonly held?: boolean
}

/**
 * Inserts a stay of each driver at that hour in each of the last weeks as rows, since booking them one by one would
 * take minutes.
 */
async function stay({ park, drivers: who, from, hours, weeks = 8, status = 'active', held = false }: Stays) {
  const rows = who.flatMap(({ userId }) =>
    Array.from({ length: weeks }, (_, week) => ({
      userId,
      startMs: atLocalMinute(SUNDAY - 7 * week, from * 60, ZONE),
    })),
  )
  for (const { userId, startMs } of rows) {
    const id = uuid7()
    await createDatabase(provider.database.owner).query(
      `insert into bookings (booking_id, booking_code, user_id, park_id, vehicle_type_id, plate, start_time, end_time, status, currency,
         total_minor, lines, tariff_version, refund_rules, cancelled_at, hold_until, created_at, updated_at)
       values ($1, $2, $3, $4, 1, 'X', $5, $6, $7, 'CAD', 0, '[]', 'v1', '{}', $8, $9, $5, $5)`,
      [
        ...[id, id.slice(-12), userId, park.id, new Date(startMs), new Date(startMs + hours * HOUR_MS), status],
        ...[status === 'cancelled' ? new Date(startMs) : null, held ? new Date(TEST_NOW) : null],
      ],
    )
  }
}

const ask = (park: { readonly id: number }): Promise<Response> =>
  provider.request('GET', `/api/v1/front/parks/${String(park.id)}/typical`)
const typical = async (park: TestPark): Promise<TypicalHours> =>
  (await readJson<{ data: TypicalHours }>(await ask(park))).data
const hoursOf = ({ hours }: TypicalHours, weekday: number) => must(must(hours, 'hours')[weekday], 'weekday')

describe('how full a park usually is', () => {
  it('is the share of its spaces that bookings took, by the hour of its own clock', async () => {
    const park = await insertTestPark(provider.deps.db, { capacity: 8 })
    // Six cars from 09:00 to 11:00 on Sundays, one of them until 11:30.
    await stay({ park, drivers: drivers.slice(0, 6), from: 9, hours: 2, weeks: 9 })
    const told = await typical(park)
    expect(told).toMatchObject({ park_id: park.id, weeks: 8, as_of: '2026-11-23T12:00:00Z' })
    const sunday = hoursOf(told, 0)
    expect(sunday.slice(8, 12)).toEqual([null, 75, 75, null])
    expect(hoursOf(told, 1).every((share) => share === null)).toBe(true)
  })

  it('counts an hour as far as it was used, and a stay over midnight on both days', async () => {
    const park = await insertTestPark(provider.deps.db, { capacity: 6 })
    await stay({ park, drivers: drivers.slice(0, 6), from: -1, hours: 1.5 })
    const told = await typical(park)
    expect([hoursOf(told, 6)[23], hoursOf(told, 0)[0]]).toEqual([100, 50])
  })

  it('says nothing of an hour in which fewer than five different drivers parked, however often they did', async () => {
    const park = await insertTestPark(provider.deps.db, { capacity: 8 })
    await stay({ park, drivers: drivers.slice(0, MIN_DRIVERS), from: 9, hours: 1 })
    await stay({ park, drivers: drivers.slice(0, MIN_DRIVERS - 1), from: 15, hours: 1 })
    const sunday = hoursOf(await typical(park), 0)
    expect([sunday[9], sunday[15]]).toEqual([63, null])
  })

  it('says that there are too few: of few stays, of one week, of none', async () => {
    const [few, once, none] = [
      await insertTestPark(provider.deps.db, { capacity: 8 }),
      await insertTestPark(provider.deps.db, { capacity: 8 }),
      await insertTestPark(provider.deps.db, { capacity: 8 }),
    ]
    await stay({ park: few, drivers: drivers.slice(0, 5), from: 9, hours: 1, weeks: 5 })
    await stay({ park: once, drivers, from: 9, hours: 1, weeks: 1 })
    for (const park of [few, once, none]) expect((await typical(park)).hours).toBeNull()
  })

  it('leaves out what was cancelled, held and not paid, or is long ago', async () => {
    const park = await insertTestPark(provider.deps.db, { capacity: 8 })
    await stay({ park, drivers, from: 9, hours: 1, status: 'cancelled' })
    await stay({ park, drivers, from: 9, hours: 1, held: true })
    await stay({ park, drivers, from: 9 - 24 * 7 * 9, hours: 1 })
    expect((await typical(park)).hours).toBeNull()
  })

  it('is worked out once a day', async () => {
    const park = await insertTestPark(provider.deps.db, { capacity: 8 })
    await stay({ park, drivers: drivers.slice(0, 6), from: 9, hours: 1 })
    expect(hoursOf(await typical(park), 0)[9]).toBe(75)
    await stay({ park, drivers: drivers.slice(6), from: 9, hours: 1 })
    provider.clock.advance(DAY_MS - 1)
    expect(hoursOf(await typical(park), 0)[9]).toBe(75)
    provider.clock.advance(2)
    expect(hoursOf(await typical(park), 0)[9]).toBe(100)
  })

  it('is not known of a park without a number of spaces, or of none', async () => {
    const park = await insertTestPark(provider.deps.db, { capacity: null })
    await stay({ park, drivers, from: 9, hours: 1 })
    expect((await typical(park)).hours).toBeNull()
    await expectRefusal(await ask({ id: 999_999 }), 404, 'park_not_found')
  })

  it('reads the bookings of that park and of no other, and from the second look on none', async () => {
    const [park, other] = [
      await insertTestPark(provider.deps.db, { capacity: 8 }),
      await insertTestPark(provider.deps.db, { capacity: 8 }),
    ]
    await stay({ park, drivers, from: 9, hours: 1 })
    for (let day = 1; day < 6; day += 1) await stay({ park: other, drivers, from: 9 + 24 * day, hours: 1, weeks: 9 })
    await createDatabase(provider.database.owner).query('analyze bookings')
    const before = await countRead()
    await typical(park)
    const first = await countRead()
    // 64 stays: one index entry and one row each.
    expect(first - before).toBeLessThanOrEqual(2 * 64)
    await typical(park)
    expect(await countRead()).toBe(first)
  })
})

/** Counts the booking rows and index entries read so far, as PostgreSQL reports them. */
async function countRead(): Promise<number> {
  await provider.deps.db.query('select pg_stat_force_next_flush()')
  const [row] = await provider.deps.db.query<{ read: number }>(
    `select ((select seq_tup_read from pg_stat_user_tables where relname = 'bookings')
           + (select sum(idx_tup_read) from pg_stat_user_indexes where relname = 'bookings'))::bigint as read`,
  )
  return must(row, 'counters').read
}
