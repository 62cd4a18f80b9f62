/**
 * Sequences of what two drivers may do with bookings of one plate at two car parks, and the plate's use and payments.
 */
import fc from 'fast-check'
import type { Booking } from '../../../src/contract/bookings.ts'
import { MINUTE_MS, toInstant } from '../../../src/domain/instant.ts'
import type { StaySpan } from '../../../src/domain/previous-stay.ts'
import { must } from '../../../src/lib/assert.ts'
import { bookingBody, newKey, type TestDriver } from './test-driver.ts'
import type { TestProvider } from './test-provider.ts'

export const PLATE = 'AAA111'
const PLATES = [PLATE, PLATE, PLATE, 'BBB222'] as const

interface Span {
  readonly fromSlot: number
  readonly slots: number
}

type Change =
  | { readonly kind: 'extend' | 'shorten' | 'cancel' | 'renew' | 'pay'; readonly which: number; readonly slots: number }
  | { readonly kind: 'plate'; readonly which: number; readonly plate: number }
  | ({ readonly kind: 'move'; readonly which: number; readonly park: number } & Span)
type Book = { readonly kind: 'book'; readonly plate: number; readonly as: number } & Span
export type Step = Book | Change | { readonly kind: 'wait'; readonly minutes: number }

/** Picks one of the first two bookings: changing a booking twice reveals more than changing two once. */
const which = fc.nat(1)
const slots = fc.integer({ min: 1, max: 4 })
/** Most stays begin soon, so that most changes find one under way. */
const span = { fromSlot: fc.oneof({ weight: 3, arbitrary: fc.nat(1) }, { weight: 1, arbitrary: fc.nat(8) }), slots }
const plate = fc.nat(3)
const CHANGES = ['extend', 'shorten', 'shorten', 'cancel', 'renew', 'renew', 'pay'] as const
export const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('book' as const), ...span, plate, as: fc.nat(1) }) },
  { weight: 7, arbitrary: fc.record({ kind: fc.constantFrom(...CHANGES), which, slots }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('plate' as const), which, plate }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('move' as const), which, ...span, park: fc.nat(1) }) },
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('wait' as const), minutes: fc.integer({ min: 1, max: 40 }) }) },
)

/**
 * A booking as its driver has seen it. The provider's own record of its use is not consulted, because that record is
 * under test.
 */
export interface Made {
  readonly booking: Booking
  readonly as: TestDriver
  /** Ids of the booking and of the bookings that were moved to become it. */
  readonly ids: readonly string[]
  /** The present plate, and those it had while the car was parked. */
  readonly plates: readonly string[]
  /** The time used before it was cancelled. */
  readonly used: readonly (StaySpan & { readonly parkId: number })[]
}

export interface World {
  readonly provider: TestProvider
  /** Bookings are made at the first; a booking may be moved to another and back. */
  readonly parkIds: readonly number[]
  readonly drivers: readonly TestDriver[]
  readonly made: Made[]
}

export const newMade = (booking: Booking, as: TestDriver, plateText: string): Made => ({
  ...{ booking, as, ids: [booking.booking_id], plates: [plateText], used: [] },
})

export async function callBookings(
  provider: TestProvider,
  [method, path]: readonly ['POST' | 'PUT', string],
  { as, body }: { readonly as: TestDriver; readonly body?: object },
): Promise<Record<string, unknown>> {
  const options = { token: await as.token(), key: newKey(), ...(body === undefined ? {} : { body }) }
  const answer = await provider.request(method, `/api/v1/bookings${path}`, options)
  if (answer.status >= 500) throw new Error(await answer.text())
  return (await answer.json()) as Record<string, unknown>
}

/** Asks at a price of 0 first; if that is refused, accepts the price that the refusal names. */
async function atItsPrice(ask: (total: unknown) => Promise<Record<string, unknown>>): Promise<Record<string, unknown>> {
  const priced = await ask(0)
  return priced['code'] === 'price_changed' ? ask(priced['total']) : priced
}

async function book({ provider, parkIds, drivers, made }: World, one: Book): Promise<void> {
  const as = must(drivers[one.as], 'driver')
  const stay = { parkId: must(parkIds[0], 'park'), fromMinutes: one.fromSlot * 15, minutes: one.slots * 15 }
  const agreed = { plate: PLATES[one.plate], tariff_version: 'r1' }
  const body = bookingBody(provider, { ...stay, changes: agreed })
  const answer = await atItsPrice((total) =>
    callBookings(provider, ['POST', ''], { as, body: { ...body, quoted_total: total } }),
  )
  if (answer['data'] !== undefined) made.push(newMade(answer['data'] as Booking, as, must(PLATES[one.plate], 'plate')))
}

function ask({ provider, parkIds }: World, { booking, as }: Made, one: Change): Promise<Record<string, unknown>> {
  const { booking_id: id, start_time: start, end_time: end } = booking
  const post = (path: string, body: object) => callBookings(provider, ['POST', path], { as, body })
  const byMs = 'slots' in one ? one.slots * 15 * MINUTE_MS : 0
  const newEnd = (ms: number): string => new Date(Date.parse(end) + ms).toISOString()
  switch (one.kind) {
    case 'plate':
      return callBookings(provider, ['PUT', `/${id}/vehicle`], { as, body: { plate: PLATES[one.plate] } })
    case 'cancel':
      return callBookings(provider, ['PUT', `/${id}/status?status=cancelled`], { as })
    case 'renew':
      return atItsPrice((total) => {
        const query = `status=active&quoted_total=${String(total)}&tariff_version=r1`
        return callBookings(provider, ['PUT', `/${id}/status?${query}`], { as })
      })
    case 'pay':
      return post(`/${id}/overstay`, { max_price: 100_000 })
    case 'shorten':
      return post(`/${id}/shorten`, { base_end_time: end, new_end_time: newEnd(-byMs), min_refund: 0 })
    case 'extend':
      return post('/extend', { booking_id: id, base_end_time: end, new_end_time: newEnd(byMs), max_price: 100_000 })
    case 'move': {
      const from = provider.clock.now() + one.fromSlot * 15 * MINUTE_MS
      const times = { start_time: new Date(from).toISOString(), end_time: new Date(from + byMs).toISOString() }
      const base = { base_start_time: start, base_end_time: end, tariff_version: 'r1', min_refund: 0 }
      const wanted = { ...base, ...times, park_id: must(parkIds[one.park], 'park') }
      return atItsPrice((total) => post(`/${id}/move`, { ...wanted, quoted_total: total }))
    }
    default:
      throw new Error('no such step')
  }
}

function seenAfter({ provider }: World, before: Made, { one, booking }: { one: Change; booking: Booking }): Made {
  const { park_id: parkId, start_time: start, end_time: end, status } = before.booking
  const [now, from] = [provider.clock.now(), toInstant(Date.parse(start))]
  const hasBegun = status === 'active' && now > from
  const stood = hasBegun || before.used.length > 0
  const given = one.kind === 'plate' ? must(PLATES[one.plate], 'plate') : null
  const ended = { parkId, from, to: toInstant(Math.min(now, Date.parse(end))) }
  return {
    ...{ booking, as: before.as },
    ids: before.ids.includes(booking.booking_id) ? before.ids : [...before.ids, booking.booking_id],
    plates: given === null ? before.plates : stood ? [...before.plates, given] : [given],
    used: one.kind === 'cancel' && hasBegun ? [...before.used, ended] : before.used,
  }
}

async function change(world: World, one: Change): Promise<void> {
  const index = one.which % world.made.length
  // An active stay is cancelled before it is renewed; chance alone would hardly ever do that.
  if (one.kind === 'renew' && world.made[index]?.booking.status === 'active')
    await change(world, { ...one, kind: 'cancel' })
  const before = must(world.made[index], 'booking')
  const answer = await ask(world, before, one)
  if (answer['data'] === undefined) return
  world.made[index] = seenAfter(world, before, { one, booking: answer['data'] as Booking })
}

export async function play(world: World, steps: readonly Step[]): Promise<void> {
  for (const one of steps) {
    if (one.kind === 'wait') world.provider.clock.advance(one.minutes * MINUTE_MS)
    else if (one.kind === 'book') await book(world, one)
    else if (world.made.length > 0) await change(world, one)
  }
}

export interface Standing {
  readonly spans: readonly StaySpan[]
  readonly paidMinor: number
}

/** Returns when the plate was parked at a car park within its bookings, and what those bookings cost in the end. */
export async function standingIn({ provider, made }: World, parkId: number): Promise<Standing> {
  const own = made.filter(({ plates }) => plates.includes(PLATE))
  const [row] = await provider.deps.db.query<{ paid: number }>(
    `select coalesce(sum(retained_minor + total_minor - coalesce(refund_minor, 0)), 0)::bigint as paid
       from bookings where park_id = $1 and booking_id = any ($2)`,
    [parkId, own.flatMap(({ ids }) => ids)],
  )
  const spans = own.flatMap(({ booking: { park_id: at, status, start_time: start, end_time: end }, used }) => {
    const last = { from: toInstant(Date.parse(start)), to: toInstant(Date.parse(end)) }
    return [...used.filter((one) => one.parkId === parkId), ...(status === 'active' && at === parkId ? [last] : [])]
  })
  return { spans, paidMinor: must(row, 'sum').paid }
}
