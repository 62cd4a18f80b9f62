import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Booking } from '../../src/contract/bookings.ts'
import { DAY_MS, HOUR_MS, type Instant, mustInstant, toInstant, toRfc3339 } from '../../src/domain/instant.ts'
import type { PassHours } from '../../src/domain/monthly-pass.ts'
import { reconcile, sumLedger } from '../../provider/repositories/ledger.ts'
import { cancelEvent, postponeEvent } from '../../provider/services/events.ts'
import { followEvents } from '../../provider/services/follow-events.ts'
import { createRandom } from '../simulation/world/random.ts'
import { createDriver, newKey, postBooking, type TestDriver } from './support/test-driver.ts'
import { mustPlan, planOf, postEventBooking, readEvent } from './support/test-events.ts'
import { postPass, sellPass, WORKING_DAYS } from './support/test-monthly.ts'
import { insertTestPark } from './support/test-parks.ts'
import { startTestProvider, type TestProvider } from './support/test-provider.ts'

const CAPACITY = 3
const STEPS = 60
const EVENINGS: PassHours = [{ days: [0, 1, 2, 3, 4, 5, 6], fromMinute: 1_080, toMinute: 480 }]

let provider: TestProvider
beforeAll(async () => {
  provider = await startTestProvider()
})
afterAll(() => provider.close())

/**
 * Counts by hand the fullest quarter of an hour of the next ninety days: active bookings plus spaces still held for
 * events.
 */
async function mostTaken(parkId: number, fromMs: number): Promise<number> {
  const spans = await provider.deps.db.query<{ start: Instant; end: Instant; event_id: string | null }>(
    `select coalesce(lower(o), b.start_time) as start, coalesce(upper(o), b.end_time) as "end", b.event_id::text
       from bookings b left join lateral unnest(b.openings) as o on true where b.park_id = $1 and b.status = 'active'`,
    [parkId],
  )
  const kept = await provider.deps.db.query<{ id: string; from_at: Instant; to_at: Instant; held: number }>(
    `select e.event_id::text as id, e.parking_from as from_at, e.parking_until as to_at, k.held
       from events e join event_parks k using (event_id) where k.park_id = $1 and e.status <> 'cancelled'`,
    [parkId],
  )
  let most = 0
  for (let at = fromMs; at < fromMs + 90 * DAY_MS; at += HOUR_MS / 4) {
    const standing = spans.filter(({ start, end }) => start <= at && at < end).length
    const free = kept
      .filter(({ from_at: from, to_at: to }) => from <= at && at < to)
      .reduce((sum, { id, held }) => sum + Math.max(0, held - spans.filter((row) => row.event_id === id).length), 0)
    most = Math.max(most, standing + free)
  }
  return most
}

async function run(seed: number): Promise<number> {
  const random = createRandom(seed)
  provider.clock.set(mustInstant('2026-11-23T14:00:00Z'))
  const nowMs = provider.clock.now()
  const { id: parkId } = await insertTestPark(provider.deps.db, { capacity: CAPACITY })
  const drivers: readonly TestDriver[] = [await createDriver(provider), await createDriver(provider)]
  const products = [
    await sellPass(provider, parkId, { hours: WORKING_DAYS }),
    await sellPass(provider, parkId, { hours: EVENINGS, atOnce: 2 }),
    await sellPass(provider, parkId),
  ]
  const codes: string[] = []
  const booked: { booking: Booking; driver: TestDriver }[] = []
  const note = async (driver: TestDriver, answer: Response): Promise<void> => {
    expect(answer.status).toBeLessThan(500)
    if (answer.status === 201) booked.push({ driver, booking: ((await answer.json()) as { data: Booking }).data })
  }
  const moves: ReadonlyArray<() => Promise<void>> = [
    async () => {
      const driver = random.pick(drivers)
      const day = toRfc3339(toInstant(nowMs + random.int(40) * DAY_MS)).slice(0, 10)
      await note(driver, await postPass(provider, driver, { product: random.pick(products), firstDay: day }))
    },
    async () => {
      const driver = random.pick(drivers)
      const fromMinutes = 60 * (1 + random.int(40 * 24))
      const changes = { plate: `ORD${String(random.int(900))}` }
      await note(
        driver,
        await postBooking(provider, driver, { parkId, fromMinutes, minutes: 60 * (1 + random.int(4)), changes }),
      )
    },
    async () => {
      if (booked.length === 0) return
      const { booking, driver } = random.pick(booked)
      const path = `/api/v1/bookings/${booking.booking_id}/status?status=cancelled`
      await provider.request('PUT', path, { token: await driver.token(), key: newKey() })
      await provider.deps.db.query('delete from free_cancellations')
    },
    async () => {
      if (codes.length >= 2) return
      const plan = planOf(provider, parkId, { held: 1 })
      codes.push(await mustPlan(provider, plan).catch(() => ''))
      if (codes.at(-1) === '') codes.pop()
    },
    async () => {
      if (codes.length === 0) return
      const event = await readEvent(provider, random.pick(codes))
      const driver = random.pick(drivers)
      await note(
        driver,
        await postEventBooking(provider, { driver, event, changes: { plate: `EVT${String(random.int(900))}` } }),
      )
    },
    async () => {
      if (codes.length === 0 || random.int(3) > 0) return
      const code = random.pick(codes)
      const event = await readEvent(provider, code)
      const newStartMs = toInstant(mustInstant(event.starts_at) + (1 + random.int(9)) * DAY_MS)
      await (random.int(2) === 0
        ? cancelEvent(provider.deps, code)
        : postponeEvent(provider.deps, { code, newStartMs }))
      await followEvents(provider.deps)
    },
  ]
  for (let step = 0; step < STEPS; step += 1) {
    await random.pick(moves)()
    // Tops up so that money never decides the outcome.
    if (step % 10 === 0) await topUp(drivers, step)
  }
  expect(booked.filter(({ booking }) => booking.monthly !== undefined).length).toBeGreaterThan(0)
  return mostTaken(parkId, nowMs)
}

async function topUp(drivers: readonly TestDriver[], step: number): Promise<void> {
  for (const { userId } of drivers) {
    await provider.deps.db.query(
      `select post_to_wallet(wallet_id, 5000, array['promo'], array[-5000::bigint], 'test:' || wallet_id || $2, 'adjustment', null, null, $3)
         from wallets where user_id = $1`,
      [userId, `${String(step)}:${newKey()}`, new Date(provider.clock.now())],
    )
  }
}

test('passes, bookings and an event’s spaces, sold and given back in any order, never take more spaces than there are', async () => {
  const most: number[] = []
  for (let seed = 1; seed <= 12; seed += 1) most.push(await run(seed))
  // Full at some moment, and never over capacity.
  expect(Math.max(...most)).toBe(CAPACITY)
  expect(await sumLedger(provider.deps.db)).toBe(0)
  expect(await reconcile(provider.deps.db)).toEqual([])
}, 120_000)
