import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Booking } from '../../src/contract/bookings.ts'
import type { EventDetail } from '../../src/contract/events.ts'
import { DAY_MS, HOUR_MS, mustInstant } from '../../src/domain/instant.ts'
import { must } from '../../src/lib/assert.ts'
import { reconcile, sumLedger } from '../../provider/repositories/ledger.ts'
import { cancelEvent, postponeEvent } from '../../provider/services/events.ts'
import { followEvents } from '../../provider/services/follow-events.ts'
import { createRandom } from '../simulation/world/random.ts'
import { expectRefusal } from './support/accounts.ts'
import { bookingOf, changeSteps } from './support/test-changes.ts'
import { createDriver, newKey, postBooking, type TestDriver, testPrice } from './support/test-driver.ts'
import { mustBookEvent, mustPlan, planOf, postEventBooking, readEvent } from './support/test-events.ts'
import { goToWholeMinute } from './support/test-ledger.ts'
import { postMove } from './support/test-moves.ts'
import { insertTestPark } from './support/test-parks.ts'
import { startTestProvider, type TestProvider } from './support/test-provider.ts'

const CAPACITY = 4
const HELD = 2
const STEPS = 70

let provider: TestProvider
beforeAll(async () => {
  provider = await startTestProvider()
})
afterAll(() => provider.close())

interface Scene {
  readonly random: ReturnType<typeof createRandom>
  readonly drivers: readonly TestDriver[]
  readonly parkId: number
  readonly codes: string[]
  readonly booked: { readonly booking: Booking; readonly driver: TestDriver }[]
}

async function put({ driver, booking }: Scene['booked'][number], what: string, body?: unknown): Promise<void> {
  const options = { token: await driver.token(), key: newKey(), ...(body === undefined ? {} : { body }) }
  const answer = await provider.request('PUT', `/api/v1/bookings/${booking.booking_id}/${what}`, options)
  expect(answer.status, await answer.text()).toBeLessThan(500)
}

async function note(scene: Scene, driver: TestDriver, answer: Response): Promise<void> {
  expect(answer.status).toBeLessThan(500)
  if (answer.status !== 201) return
  scene.booked.push({ driver, booking: ((await answer.json()) as { data: Booking }).data })
}

/** Actions of drivers and operators, in any order. */
const MOVES: ReadonlyArray<(scene: Scene) => Promise<void>> = [
  async (scene) => {
    const event = await readEvent(provider, scene.random.pick(scene.codes))
    const driver = scene.random.pick(scene.drivers)
    const changes = { plate: `EVT${String(scene.random.int(900))}` }
    await note(scene, driver, await postEventBooking(provider, { driver, event, changes }))
  },
  async (scene) => {
    const event = await readEvent(provider, scene.random.pick(scene.codes))
    const driver = scene.random.pick(scene.drivers)
    const changes = {
      ...{
        start_time: event.parking_from,
        end_time: event.parking_until,
        plate: `ORD${String(scene.random.int(900))}`,
      },
      ...{ quoted_total: event.parks[0]?.total, tariff_version: event.parks[0]?.tariff_version },
    }
    await note(scene, driver, await postBooking(provider, driver, { parkId: scene.parkId, changes }))
  },
  async ({ random, booked }) => {
    if (booked.length > 0) await put(random.pick(booked), 'status?status=cancelled')
  },
  async ({ random, booked }) => {
    if (booked.length === 0) return
    const one = random.pick(booked)
    const { total, tariff_version: version } = one.booking
    await put(one, `status?status=active&quoted_total=${String(total)}&tariff_version=${version}`)
  },
  async ({ random, codes, booked }) => {
    if (booked.length === 0) return
    const { parking_from: from } = await readEvent(provider, random.pick(codes))
    await put(random.pick(booked), 'event', { parking_from: from })
  },
  async ({ random, codes }) => {
    const event = await readEvent(provider, random.pick(codes))
    const byMs = (random.int(7) - 3) * 2 * HOUR_MS
    await postponeEvent(provider.deps, { code: event.code, newStartMs: mustInstant(event.starts_at) + byMs })
  },
  async ({ random, codes }) => {
    if (random.chance(0.15)) await cancelEvent(provider.deps, random.pick(codes))
  },
  async ({ random }) => {
    if (random.chance(0.3)) provider.clock.advance(random.int(6) * HOUR_MS)
    await followEvents(provider.deps)
  },
  async (scene) => {
    if (!scene.random.chance(0.3)) return
    const wanted = planOf(provider, scene.parkId, { held: 1 })
    const planned = await mustPlan(provider, wanted).catch(() => undefined)
    if (planned !== undefined) scene.codes.push(planned)
  },
]

async function expectSound({ parkId, codes }: Scene): Promise<void> {
  const { db } = provider.deps
  const now = new Date(provider.clock.now())
  const span = [now, new Date(now.getTime() + 60 * DAY_MS)]
  const [row] = await db.query<{ taken: number }>('select peak_occupancy($1, $2, $3, $4, null) as taken', [
    parkId,
    ...span,
    now,
  ])
  expect(must(row, 'spaces taken').taken).toBeLessThanOrEqual(CAPACITY)
  for (const code of codes) {
    const park = must((await readEvent(provider, code)).parks[0], 'its park')
    expect(park.free).toBeGreaterThanOrEqual(0)
  }
  const sold = await db.query<{ n: number; held: number }>(
    `select count(*) as n, k.held from bookings b join event_parks k using (event_id, park_id)
      where b.status = 'active' group by b.event_id, k.held`,
  )
  for (const { n, held } of sold) expect(n).toBeLessThanOrEqual(held)
}

/** A car park whose only space is kept for an event, and three drivers. */
async function oneSpace() {
  goToWholeMinute(provider.clock)
  const parkId = (await insertTestPark(provider.deps.db, { capacity: 1 })).id
  const event = await readEvent(provider, await mustPlan(provider, planOf(provider, parkId)))
  const [a, b, c] = [await createDriver(provider), await createDriver(provider), await createDriver(provider)]
  const price = { quoted_total: event.parks[0]?.total, tariff_version: event.parks[0]?.tariff_version }
  return { parkId, event, a, b, c, price }
}

const afterStart = ({ parking_from: from }: EventDetail, hours: number): string =>
  new Date(mustInstant(from) + hours * HOUR_MS).toISOString()

test('a space that was given back is not sold for the whole event while other parking has its first hours', async () => {
  const { parkId, event, a, b, c, price } = await oneSpace()
  const middle = afterStart(event, 2)
  const late = await bookingOf(await postEventBooking(provider, { driver: a, event, changes: { start_time: middle } }))
  const gap = { ...price, start_time: event.parking_from, end_time: middle, plate: 'GAP1' }
  expect((await postBooking(provider, b, { parkId, changes: gap })).status).toBe(201)
  await put({ driver: a, booking: late }, 'status?status=cancelled')
  const whole = await postEventBooking(provider, { driver: c, event, changes: { plate: 'WHOLE1' } })
  await expectRefusal(whole, 409, 'event_sold_out')
  const part = { plate: 'PART1', start_time: middle }
  expect((await postEventBooking(provider, { driver: c, event, changes: part })).status).toBe(201)
})

test('a booking of an event is not moved to ordinary parking on the space that goes back to its event', async () => {
  const { event, a, b, price } = await oneSpace()
  const booking = await mustBookEvent(provider, a, event)
  const moved = await postMove(provider, { driver: a, booking }, { minutes: 4 * 60, changes: price })
  await expectRefusal(moved, 409, 'park_full')
  const taken = await postEventBooking(provider, { driver: b, event, changes: { plate: 'NEXT1' } })
  await expectRefusal(taken, 409, 'event_sold_out')
})

test('a booking that outlasts its event is not booked again where others have the time after it', async () => {
  const { parkId, event, a, b, price } = await oneSpace()
  const { extend, cancel, put: renew } = changeSteps(() => ({ provider, driver: a }))
  const longer = await bookingOf(await extend(await mustBookEvent(provider, a, event), 60))
  await bookingOf(await cancel(longer))
  const after = { start_time: event.parking_until, end_time: longer.end_time, quoted_total: testPrice(60) }
  const next = await postBooking(provider, b, { parkId, changes: { ...price, ...after, plate: 'AFTER1' } })
  expect(next.status).toBe(201)
  const agreed = `quoted_total=${String(longer.total)}&tariff_version=${longer.tariff_version}`
  await expectRefusal(await renew(longer, `status=active&${agreed}`), 409, 'park_full')
})

test.each([1, 2, 3, 4])('whatever is booked, kept, moved and cancelled around events, story %i', async (seed) => {
  goToWholeMinute(provider.clock)
  const random = createRandom(seed)
  const parkId = (await insertTestPark(provider.deps.db, { capacity: CAPACITY })).id
  const drivers = await Promise.all([1, 2, 3, 4].map(() => createDriver(provider)))
  const codes = [await mustPlan(provider, planOf(provider, parkId, { held: HELD }))]
  const scene: Scene = { random, drivers, parkId, codes, booked: [] }
  for (let step = 0; step < STEPS; step += 1) {
    await random.pick(MOVES)(scene)
    await expectSound(scene)
  }
  expect(await reconcile(provider.deps.db)).toEqual([])
  expect(await sumLedger(provider.deps.db)).toBe(0)
})
