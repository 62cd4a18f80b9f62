import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { OperatorParkWire } from '../../src/contract/operator-parks.ts'
import { rulesOf } from '../../src/contract/booked-rate.ts'
import type { Park } from '../../src/contract/parks.ts'
import { refundableStay, refundNow } from '../../src/domain/cancellation.ts'
import { MINUTE_MS, mustInstant, toInstant } from '../../src/domain/instant.ts'
import { REFUND_POLICY_NAMES } from '../../src/domain/refund-policies.ts'
import { must } from '../../src/lib/assert.ts'
import { MAX_PROMISE_MS } from '../../provider/rules/rates.ts'
import { expectRefusal, readJson } from './support/accounts.ts'
import { makeMember, makeOrganisation } from './support/test-console.ts'
import { balanceOf, createDriver, mustBook, postBooking, type TestDriver, testPrice } from './support/test-driver.ts'
import { closeBalanced, goToWholeMinute } from './support/test-ledger.ts'
import {
  type CodedPark,
  insertCodedPark,
  listNoted,
  makeTestKey,
  mustOperate,
  operate,
  type TestKey,
} from './support/test-operators.ts'
import { callBookings, choosePolicy, saidAndMeant, versionOf } from './support/test-refund-policies.ts'
import { startTestProvider, type TestProvider } from './support/test-provider.ts'

let provider: TestProvider
let key: TestKey
let park: CodedPark
let driver: TestDriver
beforeAll(async () => {
  provider = await startTestProvider()
  key = await makeTestKey(provider)
})
afterAll(() => closeBalanced(provider))
beforeEach(async () => {
  goToWholeMinute(provider.clock)
  park = await insertCodedPark(provider)
  driver = await createDriver(provider)
})

const choose = (name: (typeof REFUND_POLICY_NAMES)[number], at = park) =>
  choosePolicy(provider, key, { park: at, name })
const read = async () =>
  (await mustOperate<{ data: OperatorParkWire }>(provider, key, ['GET', `/parks/${park.code}`])).data
const book = (version: string, { fromMinutes = 60, minutes = 120, at = park } = {}) =>
  mustBook(provider, driver, {
    ...{ parkId: at.id, fromMinutes, minutes },
    changes: { tariff_version: version, quoted_total: testPrice(minutes) },
  })
const cancel = async (bookingId: string) =>
  must((await callBookings(provider, driver, ['PUT', `/${bookingId}/status?status=cancelled`])).data, 'cancelled')
const wait = (minutes: number) => provider.clock.advance(minutes * MINUTE_MS)

async function shown(): Promise<Park> {
  const answer = await provider.request('GET', `/api/v1/front/parks/${String(park.id)}`)
  return (await readJson<{ data: Park }>(answer)).data
}

test.each(REFUND_POLICY_NAMES.flatMap((name) => [30, 60 * 30].map((fromMinutes) => ({ name, fromMinutes }))))(
  'by the policy $name, booked $fromMinutes min ahead, the phone says before paying what comes back at every moment',
  async ({ name, fromMinutes }) => {
    await choose(name)
    const { rate, timezone, tariff_version: version } = await shown()
    const now = toInstant(provider.clock.now())
    const startMs = toInstant(now + fromMinutes * MINUTE_MS)
    const stay = { startMs, endMs: toInstant(startMs + 120 * MINUTE_MS), totalMinor: testPrice(120) }
    const previewed = refundableStay({ ...stay, rate: { ...rulesOf(rate), vehicleType: 1, zone: timezone } }, now)
    const seen: number[] = []
    for (const minutes of [1, 15, fromMinutes - 1, fromMinutes + 1, fromMinutes + 65, fromMinutes + 119]) {
      const before = provider.clock.now()
      const other = await createDriver(provider)
      const changes = { plate: `MOMENT ${String(minutes)}`, tariff_version: version, quoted_total: testPrice(120) }
      const booking = await mustBook(provider, other, { parkId: park.id, fromMinutes, minutes: 120, changes })
      wait(minutes)
      const path = `/${booking.booking_id}/status?status=cancelled`
      const { data } = await callBookings(provider, other, ['PUT', path])
      expect(data?.refund).toBe(refundNow(previewed, toInstant(now + minutes * MINUTE_MS)))
      seen.push(data?.refund ?? -1)
      // Sets the clock back, so that every booking is made equally far ahead and only its cancellation comes later.
      provider.clock.advance(before - provider.clock.now())
    }
    expect(seen).toEqual(seen.toSorted((a, b) => b - a))
  },
)

test('a booking keeps the policy that it was made with, and what is booked later has the new one', async () => {
  const before = await versionOf(provider, park)
  const early = await book(before)
  const later = await choose('no_refund')
  const unchanged = await callBookings(provider, driver, ['PUT', `/${early.booking_id}/vehicle`, { plate: 'OTHER 1' }])
  expect(unchanged.data?.refund_policy).toEqual(early.refund_policy)
  const late = await book(later, { fromMinutes: 300 })
  for (const [booking, name] of [[early, 'usual'] as const, [late, 'no_refund'] as const]) {
    const [said, meant] = saidAndMeant(booking, name)
    expect(said).toEqual(meant)
  }
  wait(20)
  expect((await cancel(early.booking_id)).refund).toBe(early.total)
  expect((await cancel(late.booking_id)).refund).toBe(0)
})

test('who is paying while it changes gets what was shown as long as the price holds, and is told after that', async () => {
  const before = await versionOf(provider, park)
  const now = await choose('no_refund')
  const [said, meant] = saidAndMeant(await book(before), 'usual')
  expect(said).toEqual(meant)
  provider.clock.advance(MAX_PROMISE_MS + MINUTE_MS)
  const changes = { tariff_version: before, quoted_total: testPrice(60) }
  const told = await postBooking(provider, driver, { parkId: park.id, minutes: 60, changes })
  expect(told.status).toBe(409)
  expect(await told.json()).toMatchObject({ code: 'price_changed', total: testPrice(60), tariff_version: now })
})

test('a moved booking gives back by the policy that it had and has that of the car park that it moves to', async () => {
  const strict = await insertCodedPark(provider)
  const version = await choose('no_refund', strict)
  const usual = await versionOf(provider, park)
  const booking = await book(version, { at: strict, fromMinutes: 120 })
  wait(30)
  const move = (min_refund: number) =>
    callBookings(provider, driver, [
      'POST',
      `/${booking.booking_id}/move`,
      {
        ...{ park_id: park.id, quoted_total: testPrice(120), tariff_version: usual, min_refund },
        ...{ base_start_time: booking.start_time, base_end_time: booking.end_time },
        ...{ start_time: booking.start_time, end_time: booking.end_time },
      },
    ])
  expect(await move(1)).toMatchObject({ code: 'refund_below_minimum', refund: 0 })
  const balance = await balanceOf(provider, driver)
  const moved = must((await move(0)).data, 'moved')
  expect(await balanceOf(provider, driver)).toBe(balance - moved.total)
  const [said, meant] = saidAndMeant(moved, 'usual')
  expect(said).toEqual(meant)
  expect((await cancel(moved.booking_id)).refund).toBe(moved.total)
})

test('what is booked again has the policy that is agreed to then', async () => {
  const booking = await book(await versionOf(provider, park), { fromMinutes: 120 })
  await cancel(booking.booking_id)
  const version = await choose('no_refund')
  const path = `/${booking.booking_id}/status?status=active&quoted_total=${String(testPrice(120))}&tariff_version=${version}`
  const again = must((await callBookings(provider, driver, ['PUT', path])).data, 'booked again')
  expect(again.refund_policy).toEqual([])
  wait(30)
  expect((await cancel(booking.booking_id)).refund).toBe(0)
})

test('an extension keeps the policy, and its end moves no limit that has passed', async () => {
  const booking = await book(await choose('day_before'), { fromMinutes: 0, minutes: 60 })
  wait(20)
  const extended = await callBookings(provider, driver, [
    'POST',
    '/extend',
    {
      ...{ booking_id: booking.booking_id, base_end_time: booking.end_time, max_price: 10_000 },
      new_end_time: new Date(mustInstant(booking.end_time) + 120 * MINUTE_MS).toISOString(),
    },
  ])
  expect(extended.data?.total).toBe(testPrice(180))
  expect((await cancel(booking.booking_id)).refund).toBe(0)
})

test('prices that are published keep the policy; the usual one again is the tariff as it was', async () => {
  await choose('flexible')
  const rules = {
    ...{ unit_minutes: 60, caps: [], packages: [], free_first_minutes: 0, minimum_stay_minutes: 0 },
    ...{ maximum_stay_minutes: null, reentry_minutes: 0, vehicle_percent: {} },
    windows: [
      {
        ...{ days: [0, 1, 2, 3, 4, 5, 6], from_minute: 0, to_minute: 1440 },
        price: { kind: 'unit', tiers: [{ from_unit: 0, unit_price: 300 }] },
      },
    ],
  }
  await mustOperate(provider, key, ['POST', `/parks/${park.code}/tariffs`, { body: { currency: 'CAD', rules } }])
  const { tariff } = (await shown()).rate
  expect(tariff.refund_policy).toHaveLength(2)
  const version = await choose('usual')
  expect((await shown()).rate.tariff).not.toHaveProperty('refund_policy')
  await choose('no_refund')
  expect(await choose('usual')).toBe(version)
})

test('owners and managers choose it, it is noted once, and what is none is refused', async () => {
  const company = await makeOrganisation(provider, [park.id])
  const name = park.code.toLowerCase()
  const manager = await makeMember(provider, company, { email: `pm-${name}@example.test`, role: 'manager' })
  const staff = await makeMember(provider, company, { email: `ps-${name}@example.test`, role: 'staff' })
  const say = (who: Pick<TestKey, 'key'>, body: object) =>
    operate(provider, who, ['PATCH', `/parks/${park.code}`, { body: { revision: 0, ...body } }])
  await expectRefusal(await say(staff, { refund_policy: 'flexible' }), 403, 'forbidden')
  for (const refund_policy of ['generous', '', null, [], 'toString'])
    await expectRefusal(await say(manager, { refund_policy }), 422, 'validation_failed')
  expect((await read()).refund_policy).toBe('usual')
  expect((await say(manager, { refund_policy: 'flexible' })).status).toBe(200)
  expect((await say(manager, { refund_policy: 'flexible' })).status).toBe(200)
  expect(await listNoted(provider, manager)).toEqual([`park.facts ${park.code}`])
  expect(await read()).toMatchObject({ refund_policy: 'flexible', revision: 1 })
})
