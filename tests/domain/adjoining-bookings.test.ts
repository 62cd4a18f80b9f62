/** Bookings of one car with gaps no longer than the grace period, at every imported tariff. */
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { tariffFromWire, taxFromWire } from '../../src/contract/tariff-mapping.ts'
import { type Refundable, shortenedNow } from '../../src/domain/cancellation.ts'
import { type Instant, MINUTE_MS, toInstant } from '../../src/domain/instant.ts'
import { NO_PREVIOUS_STAY, sameVisit, type StaySpan, visitsOf } from '../../src/domain/previous-stay.ts'
import { extendedPrice, priceStay } from '../../src/domain/price-stay.ts'
import type { QuoteInput, Tariff, Tax } from '../../src/domain/tariff.ts'
import { must } from '../../src/lib/assert.ts'
import { readImportedParks } from '../contract/support/imported-parks.ts'
import { at, toronto } from './support/tariffs.ts'

const STEP_MS = 5 * MINUTE_MS
/** A Friday, so that a chain may reach the weekend. */
const FRIDAY = at(toronto(0))

interface Rules {
  readonly tariff: Tariff
  readonly taxes: readonly Tax[]
  readonly zone: string
}

const parks = new Map((await readImportedParks()).map((park) => [park.rate.tariff.version, park]))
const imported: readonly Rules[] = [...parks.values()]
  .map(({ rate, timezone: zone }) => ({
    tariff: tariffFromWire(rate.tariff),
    taxes: rate.taxes.map(taxFromWire),
    zone,
  }))
  .filter(({ tariff }) => tariff.windows.length > 0)

interface Booked {
  readonly span: StaySpan
  readonly paidMinor: number
}

const { graceMinutes } = NO_PREVIOUS_STAY
const ruleOf = ({ tariff: { reentryMinutes } }: Rules) => ({ reentryMinutes, graceMinutes })

const inputOf = (rules: Rules, { from, to }: StaySpan, stays: readonly StaySpan[]): QuoteInput => ({
  ...rules,
  ...{ vehicleType: 1, from, to, now: from },
  previousStay: { ...NO_PREVIOUS_STAY, stays: sameVisit(stays, { from, to }, ruleOf(rules)) },
})

/** Returns undefined when the park is closed then. */
function findTotal(rules: Rules, span: StaySpan, stays: readonly StaySpan[] = []): number | undefined {
  const priced = priceStay(inputOf(rules, span, stays))
  return priced.ok ? priced.value.totalMinor : undefined
}

interface Step {
  readonly kind: 'book_after' | 'book_before' | 'extend' | 'shorten' | 'cancel'
  readonly which: number
  readonly steps: number
  /** Gap between a new booking and the others. */
  readonly gapSteps: number
}

const lengths = fc.oneof(fc.integer({ min: 1, max: 24 }), fc.integer({ min: 1, max: 240 }))
const step: fc.Arbitrary<Step> = fc.record({
  kind: fc.constantFrom('book_after', 'book_after', 'book_before', 'book_before', 'extend', 'shorten', 'cancel'),
  which: fc.nat(3),
  steps: lengths,
  gapSteps: fc.integer({ min: 0, max: graceMinutes / 5 }),
})
const start = fc.integer({ min: 0, max: 3 * 288 - 1 }).map((steps) => toInstant(FRIDAY + steps * STEP_MS))

const spansOf = (bookings: readonly Booked[]): readonly StaySpan[] => bookings.map(({ span }) => span)
const overlaps = (a: StaySpan, b: StaySpan): boolean => a.from < b.to && b.from < a.to

/** Returns the booking that replaces `booking`; undefined when the change is impossible. */
function change(rules: Rules, { booking, others }: { booking: Booked; others: readonly StaySpan[] }, one: Step) {
  const { from, to } = booking.span
  const byMs = one.steps * STEP_MS
  if (one.kind === 'extend') {
    const span = { from, to: toInstant(to + byMs) }
    const more = extendedPrice({ ...inputOf(rules, span, others), to, newEnd: span.to })
    if (others.some((other) => overlaps(other, span)) || !more.ok) return undefined
    return { span, paidMinor: booking.paidMinor + more.value.extra.totalMinor }
  }
  const newEnd = toInstant(to - byMs)
  if (newEnd <= from) return undefined
  const { previousStay } = inputOf(rules, { from, to: newEnd }, others)
  const rate = { ...rules, vehicleType: 1, previousStay } as const
  // Refunds everything that is given up: the best case for a driver who wants to pay less.
  const steps = [{ untilMs: to, percent: 100 }]
  const paid: Refundable = { startMs: from, endMs: to, totalMinor: booking.paidMinor, rate, steps }
  return { span: { from, to: newEnd }, paidMinor: shortenedNow(paid, newEnd, from).keptMinor }
}

function nextTo(bookings: readonly Booked[], { kind, steps, gapSteps }: Step, first: Instant): StaySpan {
  const gapMs = gapSteps * STEP_MS
  const from = Math.min(first, ...bookings.map(({ span }) => span.from - gapMs))
  const to = Math.max(first, ...bookings.map(({ span }) => span.to + gapMs))
  const ms = steps * STEP_MS
  return kind === 'book_before'
    ? { from: toInstant(from - ms), to: toInstant(from) }
    : { from: toInstant(to), to: toInstant(to + ms) }
}

function play(rules: Rules, steps: readonly Step[], first: Instant): readonly Booked[] {
  const bookings: Booked[] = []
  for (const one of steps) {
    const index = bookings.length === 0 ? 0 : one.which % bookings.length
    if (one.kind === 'book_after' || one.kind === 'book_before') {
      const span = nextTo(bookings, one, first)
      const paidMinor = findTotal(rules, span, spansOf(bookings))
      if (paidMinor !== undefined) bookings.push({ span, paidMinor })
    } else if (bookings.length > 0 && one.kind === 'cancel') bookings.splice(index, 1)
    else if (bookings.length > 0) {
      const booking = must(bookings[index], 'booking')
      const changed = change(rules, { booking, others: spansOf(bookings.filter((other) => other !== booking)) }, one)
      if (changed !== undefined) bookings[index] = changed
    }
  }
  return bookings
}

/** Prices each visit as a single booking; undefined when the park does not sell one. */
function findAsOne(rules: Rules, spans: readonly StaySpan[]): number | undefined {
  const totals = visitsOf(spans, { reentryMinutes: 0, graceMinutes })
    .flat()
    .map((span) => findTotal(rules, span))
  return totals.reduce((sum, total) => (sum === undefined || total === undefined ? undefined : sum + total), 0)
}

const withFreeMinutes = ({ tariff, ...rules }: Rules): Rules => ({
  ...rules,
  tariff: { ...tariff, freeFirstMinutes: 30 },
})

test.each([
  ['as imported', imported],
  ['with free first minutes', imported.map(withFreeMinutes)],
])(
  'at no imported tariff do bookings with no more than the grace between them, in any order, extended, shortened or cancelled, cost less than one: %s',
  (_how, all) => {
    expect(all.length).toBeGreaterThan(300)
    const cheaper = all.flatMap((rules) => {
      const found = fc.check(
        fc.property(start, fc.array(step, { minLength: 2, maxLength: 6 }), (first, steps) => {
          const bookings = play(rules, steps, first)
          const paidMinor = bookings.reduce((sum, booking) => sum + booking.paidMinor, 0)
          expect(paidMinor).toBeGreaterThanOrEqual(findAsOne(rules, spansOf(bookings)) ?? 0)
        }),
        { numRuns: Number(process.env['CHAINS'] ?? 60), seed: 1 },
      )
      return found.failed ? [fc.defaultReportMessage(found)] : []
    })
    expect(cheaper).toEqual([])
  },
  120_000,
)

/** Eight hours of bookings of `minutes`, each started in the last minute of the previous one's grace. */
function chainOf(minutes: number): readonly StaySpan[] {
  const nine = FRIDAY + 9 * 60 * MINUTE_MS
  const stepMs = (minutes + graceMinutes) * MINUTE_MS
  return Array.from({ length: Math.floor((8 * 60) / (minutes + graceMinutes)) }, (_, index) => {
    const from = nine + index * stepMs
    return { from: toInstant(from), to: toInstant(from + minutes * MINUTE_MS) }
  })
}

test.each([15, 30, 60])(
  'eight hours of bookings of %i minutes, each within the grace of the one before, cost at least one booking',
  (minutes) => {
    const spans = chainOf(minutes)
    const whole = { from: must(spans[0], 'first').from, to: must(spans.at(-1), 'last').to }
    const cheaper = imported.filter((rules) => {
      const totals = spans.map((span, index) => findTotal(rules, span, spans.slice(0, index)))
      const asOne = findTotal(rules, whole)
      if (asOne === undefined || totals.includes(undefined)) return false
      return totals.reduce((sum: number, total) => sum + (total ?? 0), 0) < asOne
    })
    expect(cheaper.map(({ tariff }) => tariff.version)).toEqual([])
  },
  60_000,
)
