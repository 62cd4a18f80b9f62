import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Booking } from '../../src/contract/bookings.ts'
import { refundNow, shortenedNow } from '../../src/domain/cancellation.ts'
import { MINUTE_MS, mustInstant, toInstant } from '../../src/domain/instant.ts'
import { REFUND_POLICY_NAMES, type RefundPolicyName } from '../../src/domain/refund-policies.ts'
import { quote, type Tariff } from '../../src/domain/tariff.ts'
import { must } from '../../src/lib/assert.ts'
import { balanceOf, createDriver, mustBook, type TestDriver } from './support/test-driver.ts'
import { closeBalanced } from './support/test-ledger.ts'
import { type CodedPark, insertCodedPark, makeTestKey, type TestKey } from './support/test-operators.ts'
import { setTariff, TEST_TARIFF, TEST_TAX } from './support/test-parks.ts'
import { callBookings, choosePolicy, refundableBy, saidAndMeant } from './support/test-refund-policies.ts'
import { startTestProvider, type TestProvider } from './support/test-provider.ts'

let provider: TestProvider
let key: TestKey
beforeAll(async () => {
  provider = await startTestProvider()
  key = await makeTestKey(provider)
})
afterAll(() => closeBalanced(provider))

type Step =
  | { readonly kind: 'extend' | 'shorten'; readonly slots: number }
  | { readonly kind: 'cancel' }
  /** `isOld`: at the version in force at the beginning. */
  | { readonly kind: 'renew'; readonly isOld: boolean }
  | {
      readonly kind: 'move'
      readonly fromSlot: number
      readonly slots: number
      readonly isOther: boolean
      readonly isOld: boolean
    }
  | { readonly kind: 'choose'; readonly isOther: boolean; readonly name: RefundPolicyName }
  | { readonly kind: 'wait'; readonly minutes: number }

const slots = fc.integer({ min: 1, max: 12 })
const step: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ kind: fc.constantFrom('extend' as const, 'shorten' as const), slots }),
  fc.constant<Step>({ kind: 'cancel' }),
  fc.record({ kind: fc.constant('renew' as const), isOld: fc.boolean() }),
  fc.record({
    ...{ kind: fc.constant('move' as const), fromSlot: fc.nat(8), slots: fc.integer({ min: 1, max: 24 }) },
    ...{ isOther: fc.boolean(), isOld: fc.boolean() },
  }),
  fc.record({
    ...{ kind: fc.constant('choose' as const), isOther: fc.boolean() },
    name: fc.constantFrom(...REFUND_POLICY_NAMES),
  }),
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('wait' as const), minutes: fc.integer({ min: 1, max: 50 }) }) },
)

const base: Tariff = { ...TEST_TARIFF, version: 'e1' }
const TARIFFS: readonly Tariff[] = [
  base,
  { ...base, fees: [], caps: [], freeFirstMinutes: 30, unitMinutes: 15 },
  { ...base, fees: [], caps: [{ kind: 'day', amountMinor: 700, startsAtMinute: 0 }], minimumStayMinutes: 30 },
]

function priceOf(tariff: Tariff, from: number, minutes: number): number {
  const to = toInstant(from + Math.max(minutes, tariff.minimumStayMinutes) * MINUTE_MS)
  const times = { from: toInstant(from), to, zone: 'America/Toronto' }
  const priced = quote({ tariff, taxes: [TEST_TAX], vehicleType: 1, ...times, now: times.from })
  return priced.ok ? priced.value.totalMinor : Infinity
}

/**
 * What the test knows independently of the provider: the policy of each version, and the version that the booking was
 * agreed to at.
 */
interface Known {
  readonly driver: TestDriver
  readonly parks: readonly [CodedPark, CodedPark]
  readonly policies: Map<string, RefundPolicyName>
  readonly versions: Map<number, string>
  booking: Booking
  name: RefundPolicyName
}

const policyKey = (parkId: number, version: string) => `${String(parkId)} ${version}`
const otherThan = ({ parks, booking }: Known, isOther: boolean) =>
  parks[(booking.park_id === parks[0].id) === isOther ? 1 : 0]

/** Accepts the version at any price: a price that is refused is replaced by the one that the refusal names. */
async function agree(
  { versions }: Known,
  { parkId, isOld }: { readonly parkId: number; readonly isOld: boolean },
  ask: (version: string, total: unknown) => ReturnType<typeof callBookings>,
) {
  const version = isOld ? 'e1' : must(versions.get(parkId), 'version in force')
  const priced = await ask(version, 0)
  return { version, answer: priced['code'] === 'price_changed' ? await ask(version, priced['total']) : priced }
}

const paidBack = (balance: number, before: number) => balance - before

async function moveOn(known: Known, one: Extract<Step, { kind: 'move' }>): Promise<void> {
  const { booking, driver } = known
  const { id: park_id } = otherThan(known, one.isOther)
  const from = provider.clock.now() + one.fromSlot * 5 * MINUTE_MS
  const before = await balanceOf(provider, driver)
  const { version, answer } = await agree(
    known,
    { parkId: park_id, isOld: one.isOld },
    (tariff_version, quoted_total) =>
      callBookings(provider, driver, [
        'POST',
        `/${booking.booking_id}/move`,
        {
          ...{ park_id, quoted_total, tariff_version, min_refund: 0 },
          ...{ base_start_time: booking.start_time, base_end_time: booking.end_time },
          start_time: new Date(from).toISOString(),
          end_time: new Date(from + one.slots * 5 * MINUTE_MS).toISOString(),
        },
      ]),
  )
  if (answer.data === undefined) return
  const refund = refundNow(refundableBy(booking, known.name), toInstant(provider.clock.now()))
  expect(paidBack(await balanceOf(provider, driver), before)).toBe(refund - answer.data.total)
  known.booking = answer.data
  known.name = must(known.policies.get(policyKey(park_id, version)), 'policy of the version')
}

async function changeEnd(known: Known, one: Extract<Step, { kind: 'extend' | 'shorten' }>): Promise<void> {
  const { booking, driver, name } = known
  const end = mustInstant(booking.end_time)
  const newEnd = toInstant(end + (one.kind === 'shorten' ? -1 : 1) * one.slots * 5 * MINUTE_MS)
  const times = { base_end_time: booking.end_time, new_end_time: new Date(newEnd).toISOString() }
  const before = await balanceOf(provider, driver)
  const answer =
    one.kind === 'shorten'
      ? await callBookings(provider, driver, ['POST', `/${booking.booking_id}/shorten`, { ...times, min_refund: 0 }])
      : await callBookings(provider, driver, [
          'POST',
          '/extend',
          { booking_id: booking.booking_id, ...times, max_price: 100_000 },
        ])
  if (answer.data === undefined) return
  const back =
    one.kind === 'shorten'
      ? shortenedNow(refundableBy(booking, name), newEnd, toInstant(provider.clock.now())).refundMinor
      : booking.total - answer.data.total
  expect(paidBack(await balanceOf(provider, driver), before)).toBe(back)
  known.booking = answer.data
}

async function cancelOrRenew(known: Known, one: Extract<Step, { kind: 'cancel' | 'renew' }>): Promise<void> {
  const { booking, driver, name } = known
  const path = `/${booking.booking_id}/status?status=`
  const before = await balanceOf(provider, driver)
  if (one.kind === 'cancel') {
    const { data } = await callBookings(provider, driver, ['PUT', `${path}cancelled`])
    if (data === undefined || booking.status === 'cancelled') return
    const refund = refundNow(refundableBy(booking, name), toInstant(provider.clock.now()))
    expect([data.refund, paidBack(await balanceOf(provider, driver), before)]).toEqual([refund, refund])
    known.booking = data
    return
  }
  const { version, answer } = await agree(known, { parkId: booking.park_id, isOld: one.isOld }, (agreed, total) =>
    callBookings(provider, driver, ['PUT', `${path}active&quoted_total=${String(total)}&tariff_version=${agreed}`]),
  )
  if (answer.data === undefined) return
  // A stay may be free.
  expect(paidBack(await balanceOf(provider, driver), before) + answer.data.total).toBe(0)
  known.booking = answer.data
  known.name = must(known.policies.get(policyKey(booking.park_id, version)), 'policy of the version')
}

async function take(known: Known, one: Step): Promise<void> {
  if (one.kind === 'wait') provider.clock.advance(one.minutes * MINUTE_MS)
  else if (one.kind === 'choose') {
    const park = otherThan(known, one.isOther)
    const version = await choosePolicy(provider, key, { park, name: one.name })
    known.policies.set(policyKey(park.id, version), one.name)
    known.versions.set(park.id, version)
  } else if (one.kind === 'move') await moveOn(known, one)
  else if (one.kind === 'cancel' || one.kind === 'renew') await cancelOrRenew(known, one)
  else await changeEnd(known, one)
  const [said, meant] = saidAndMeant(known.booking, known.name)
  expect(said).toEqual(meant)
}

const usedUntil = ({ status, end_time: end, cancelled_at: cancelled }: Booking): number =>
  Math.min(Date.parse(end), status === 'cancelled' ? Date.parse(cancelled ?? end) : Infinity)

async function start(tariff: Tariff, minutes: number): Promise<Known> {
  const driver = await createDriver(provider)
  const parks = [await insertCodedPark(provider), await insertCodedPark(provider)] as const
  for (const { id } of parks)
    await setTariff(provider.deps.db, id, { tariff, supersededAt: new Date(provider.clock.now()) })
  const dayMs = 24 * 60 * MINUTE_MS
  provider.clock.advance(Math.ceil(provider.clock.now() / dayMs) * dayMs + dayMs / 2 - provider.clock.now())
  const changes = { tariff_version: 'e1', quoted_total: priceOf(tariff, provider.clock.now() + 5 * MINUTE_MS, minutes) }
  const booking = await mustBook(provider, driver, { parkId: parks[0].id, fromMinutes: 5, minutes, changes })
  const first = parks.map(({ id }) => [id, 'e1'] as const)
  return {
    ...{ driver, parks, booking, name: 'usual', versions: new Map(first) },
    policies: new Map(first.map(([id, version]) => [policyKey(id, version), 'usual'])),
  }
}

test('whatever is extended, shortened, moved, cancelled and booked again while policies change, each refund is by the policy that was agreed to, and time that was used is paid', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...TARIFFS),
      fc.integer({ min: 6, max: 30 }),
      fc.array(step, { minLength: 3, maxLength: 10 }),
      async (tariff, length, steps) => {
        const known = await start(tariff, length * 5)
        const before = (await balanceOf(provider, known.driver)) + known.booking.total
        for (const one of steps) await take(known, one)
        const { booking, driver } = known
        const from = Date.parse(booking.start_time)
        const usedMinutes = Math.ceil((usedUntil(booking) - from) / (5 * MINUTE_MS)) * 5
        const least = usedMinutes <= 0 ? 0 : priceOf(tariff, from, usedMinutes)
        expect(before - (await balanceOf(provider, driver))).toBeGreaterThanOrEqual(least)
      },
    ),
    { numRuns: Number(process.env['SEQUENCES'] ?? 60), timeout: 20_000 },
  )
}, 120_000)
