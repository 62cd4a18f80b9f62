import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { MINUTE_MS, toInstant, type Instant } from '../../src/domain/instant.ts'
import { NO_PREVIOUS_STAY, sameVisit, visitsOf } from '../../src/domain/previous-stay.ts'
import { extendedPrice, priceStay } from '../../src/domain/price-stay.ts'
import { quote, type QuoteInput, type StaySpan, type Tariff, type Tax, type Tier } from '../../src/domain/tariff.ts'
import { must } from '../../src/lib/assert.ts'
import { durationMs, instant, tariff as anyTariff, tax, zone } from './support/arbitraries.ts'
import { at, tariffOf, TORONTO, toronto, windowOf } from './support/tariffs.ts'

const SLOT_MS = 15 * MINUTE_MS
const spanOf = (from: number, to: number): StaySpan => ({ from: toInstant(from), to: toInstant(to) })

interface Rules {
  readonly tariff: Tariff
  readonly taxes: readonly Tax[]
  readonly zone: string
}

const ruleOf = ({ tariff: { reentryMinutes } }: Rules) => ({
  reentryMinutes,
  graceMinutes: NO_PREVIOUS_STAY.graceMinutes,
})

const inputOf = (rules: Rules, { from, to }: StaySpan, stays: readonly StaySpan[] = []): QuoteInput => ({
  ...rules,
  vehicleType: 1,
  from,
  to,
  now: from,
  previousStay: { ...NO_PREVIOUS_STAY, stays },
})

function totalOf(rules: Rules, span: StaySpan, stays?: readonly StaySpan[]): number {
  const priced = quote(inputOf(rules, span, stays))
  if (!priced.ok) throw new Error(priced.error)
  return priced.value.totalMinor
}

/**
 * Free minutes, rising or falling tiers, a cap, fees and taxes; all hours are priced alike, so the position of a gap
 * does not matter.
 */
const evenTariff: fc.Arbitrary<Tariff> = fc
  .record({
    prices: fc.tuple(...[1, 2, 3].map(() => fc.integer({ min: 0, max: 700 }))),
    second: fc.integer({ min: 2, max: 5 }),
    capMinor: fc.option(fc.integer({ min: 0, max: 4_000 })),
    unitMinutes: fc.constantFrom(5, 15, 20, 30, 60),
    freeFirstMinutes: fc.constantFrom(0, 10, 15, 30, 60),
    reentryMinutes: fc.constantFrom(15, 30, 60, 1_440),
    fee: fc.option(fc.record({ kind: fc.constantFrom('flat', 'percent'), value: fc.integer({ min: 0, max: 2_000 }) })),
  })
  .map(({ prices, second, capMinor, fee, ...rest }) => {
    const tiers: Tier[] = prices.map((unitPriceMinor, index) => ({
      fromUnit: index === 0 ? 1 : second + index,
      unitPriceMinor,
    }))
    return tariffOf({
      ...rest,
      windows: [windowOf(0, 1440, { kind: 'unit', tiers })],
      caps: capMinor === null ? [] : [{ kind: 'day', amountMinor: capMinor, startsAtMinute: 0 }],
      fees: fee === null ? [] : [{ code: 'service', ...fee, taxed: true }],
    })
  })

const rulesOf = (tariffs: fc.Arbitrary<Tariff>): fc.Arbitrary<Rules> =>
  fc.record({ tariff: tariffs, taxes: fc.array(tax, { maxLength: 2 }), zone })

const withReentry = fc
  .tuple(anyTariff, fc.constantFrom(15, 60, 1_440))
  .map(([made, reentryMinutes]) => ({ ...made, reentryMinutes }))

test('a stay cut into bookings, made in any order, costs at least the one stay, whatever the tariff', () => {
  const cutStay = fc.record({
    from: instant,
    minutes: fc.integer({ min: 2, max: 900 }),
    cuts: fc.array(fc.record({ after: fc.integer({ min: 1, max: 899 }), rank: fc.nat() }), { maxLength: 6 }),
  })
  fc.assert(
    fc.property(rulesOf(withReentry), cutStay, (rules, { from, minutes, cuts }) => {
      const edges = [...new Set([0, ...cuts.map(({ after }) => after % minutes), minutes])].toSorted((a, b) => a - b)
      const at = (minute: number): number => from + minute * MINUTE_MS
      const pieces = edges.slice(1).map((edge, index) => spanOf(at(must(edges[index], 'edge')), at(edge)))
      const rank = (piece: StaySpan): number => cuts[pieces.indexOf(piece)]?.rank ?? 0
      const order = pieces.toSorted((a, b) => rank(a) - rank(b))
      const paid = order.map((piece, index) => totalOf(rules, piece, order.slice(0, index)))
      expect(sum(paid)).toBeGreaterThanOrEqual(totalOf(rules, spanOf(from, at(minutes))))
    }),
    { numRuns: 400 },
  )
})

const sum = (amounts: readonly number[]): number => amounts.reduce((total, amount) => total + amount, 0)

type Step =
  | { readonly kind: 'book'; readonly slot: number; readonly slots: number }
  | { readonly kind: 'extend' | 'cancel'; readonly which: number; readonly slots: number }

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constant('book' as const),
      slot: fc.nat(23),
      slots: fc.integer({ min: 1, max: 5 }),
    }),
  },
  fc.record({
    kind: fc.constantFrom('extend' as const, 'cancel' as const),
    which: fc.nat(9),
    slots: fc.integer({ min: 1, max: 3 }),
  }),
)

interface Booked {
  readonly span: StaySpan
  readonly paidMinor: number
}

const START = at(toronto(6))

function extendBy(rules: Rules, bookings: Booked[], { which, slots }: { which: number; slots: number }): void {
  const index = which % bookings.length
  const booking = must(bookings[index], 'booking')
  const { from, to } = booking.span
  const others = bookings.filter((other) => other !== booking).map(({ span }) => span)
  const newEnd = toInstant(to + slots * SLOT_MS)
  if (others.some((other) => other.from < newEnd && other.to > from)) return
  const more = extendedPrice({ ...inputOf(rules, { from, to }, others), newEnd })
  if (!more.ok) throw new Error(more.error)
  bookings[index] = { span: { from, to: newEnd }, paidMinor: booking.paidMinor + more.value.extra.totalMinor }
}

/** Plays the steps in advance of the stay, so that a cancellation is refunded in full: the best case for cheating. */
function play(rules: Rules, steps: readonly Step[]): readonly Booked[] {
  const bookings: Booked[] = []
  for (const one of steps) {
    if (one.kind === 'book') {
      const from = START + one.slot * SLOT_MS
      const span = spanOf(from, from + one.slots * SLOT_MS)
      const others = bookings.map((booking) => booking.span)
      if (others.some((other) => other.from < span.to && other.to > span.from)) continue
      bookings.push({ span, paidMinor: totalOf(rules, span, others) })
    } else if (bookings.length > 0 && one.kind === 'extend') extendBy(rules, bookings, one)
    else if (bookings.length > 0) bookings.splice(one.which % bookings.length, 1)
  }
  return bookings
}

test('no sequence of bookings, extensions and cancels costs less than one booking of each visit', () => {
  fc.assert(
    fc.property(
      rulesOf(evenTariff).map((rules) => ({ ...rules, zone: TORONTO })),
      fc.array(step, { minLength: 1, maxLength: 9 }),
      (rules, steps) => {
        const bookings = play(rules, steps)
        const visits = visitsOf(
          bookings.map(({ span }) => span),
          ruleOf(rules),
        )
        const asOne = visits.map((spans) => {
          const lengthMs = sum(spans.map(({ from, to }) => to - from))
          return totalOf(rules, spanOf(START, START + lengthMs))
        })
        expect(sum(bookings.map(({ paidMinor }) => paidMinor))).toBeGreaterThanOrEqual(sum(asOne))
      },
    ),
    { numRuns: 1_500 },
  )
})

test('without re-entry minutes a stay after a gap costs what it costs alone, whatever was before', () => {
  const gap = fc.integer({ min: 1, max: 40 })
  const stayAfter = fc.record({ from: instant, ms: durationMs, gaps: fc.array(gap, { maxLength: 4 }) })
  fc.assert(
    fc.property(rulesOf(anyTariff), stayAfter, (rules, { from, ms, gaps }) => {
      const span = spanOf(from, from + ms)
      const before = gaps.map((gap) => spanOf(from - (gap + 2) * SLOT_MS, from - gap * SLOT_MS))
      expect(quote(inputOf(rules, span, before))).toEqual(quote({ ...inputOf(rules, span), previousStay: undefined }))
    }),
    { numRuns: 200 },
  )
})

describe('with half an hour free and an hour to come back', () => {
  const rules: Rules = {
    tariff: tariffOf({ unitMinutes: 30, freeFirstMinutes: 30, reentryMinutes: 60 }),
    taxes: [],
    zone: TORONTO,
  }
  const stay = (...[fromHour, fromMinute, toHour, toMinute]: readonly [number, number, number, number]): StaySpan => ({
    from: at(toronto(fromHour, fromMinute)),
    to: at(toronto(toHour, toMinute)),
  })

  test('the free minutes of a chain are given once, however many bookings it has', () => {
    const chain = [stay(8, 0, 8, 30), stay(8, 30, 9, 0), stay(9, 0, 9, 30)]
    expect(chain.map((one, index) => totalOf(rules, one, chain.slice(0, index)))).toEqual([0, 200, 200])
  })

  test('they are given once to bookings that adjoin, even without minutes to come back', () => {
    const once = { ...rules, tariff: { ...rules.tariff, reentryMinutes: 0 } }
    expect(totalOf(once, stay(8, 30, 9, 0), [stay(8, 0, 8, 30)])).toBe(200)
    expect(totalOf(once, stay(8, 41, 9, 11), [stay(8, 0, 8, 30)])).toBe(0)
  })

  test('of two booked in reverse order the earlier one pays the difference', () => {
    expect(totalOf(rules, stay(9, 0, 9, 30))).toBe(0)
    expect(totalOf(rules, stay(8, 30, 9, 0), [stay(9, 0, 9, 30)])).toBe(200)
  })

  test('one between two that were none of a visit pays for both', () => {
    const ends = [stay(8, 0, 8, 30), stay(10, 0, 10, 30)]
    expect(totalOf(rules, must(ends[1], 'the later'), ends.slice(0, 1))).toBe(0)
    expect(totalOf(rules, stay(8, 30, 9, 30), ends)).toBe(600)
  })

  test('an extension that closes the gap to a later stay pays for it', () => {
    const later = [stay(10, 0, 10, 30)]
    const input = inputOf(rules, stay(8, 0, 8, 30), later)
    const more = extendedPrice({ ...input, newEnd: at(toronto(9)) })
    expect(more.ok && more.value.extra.totalMinor).toBe(400)
    const apart = extendedPrice({ ...input, newEnd: at(toronto(8, 45)) })
    expect(apart.ok && apart.value.extra.totalMinor).toBe(200)
  })

  test('minutes of other drivers with the same plate use the free ones up', () => {
    const previousStay = { ...NO_PREVIOUS_STAY, otherMinutes: 20 }
    const priced = quote({ ...inputOf(rules, stay(9, 0, 9, 30)), previousStay })
    expect(priced.ok && priced.value.totalMinor).toBe(200)
  })

  test('a stay that overlaps another of the same plate continues it', () => {
    expect(totalOf(rules, stay(8, 29, 8, 59), [stay(8, 0, 8, 30)])).toBe(200)
  })

  test('the first tier is not begun anew', () => {
    const tiers = [
      { fromUnit: 1, unitPriceMinor: 100 },
      { fromUnit: 2, unitPriceMinor: 500 },
    ]
    const rising = { ...rules.tariff, freeFirstMinutes: 0, windows: [windowOf(0, 1440, { kind: 'unit', tiers })] }
    const priced = quote(inputOf({ ...rules, tariff: rising }, stay(9, 0, 9, 30), [stay(8, 0, 8, 30)]))
    expect(priced).toMatchObject({ ok: true, value: { totalMinor: 500 } })
    expect(priced.ok && priced.value.lines.find(({ kind }) => kind === 'continued')?.amountMinor).toBe(400)
  })

  test('the gap is not paid for, and its length does not matter', () => {
    expect(totalOf(rules, stay(9, 30, 10, 30), [stay(8, 0, 8, 30)])).toBe(400)
    expect(totalOf(rules, stay(9, 31, 10, 31), [stay(8, 0, 8, 30)])).toBe(200)
  })

  test('a gap within the grace is paid for: the car may have stayed', () => {
    const apart = { ...rules, tariff: { ...rules.tariff, reentryMinutes: 0 } }
    expect(totalOf(apart, stay(8, 40, 9, 10), [stay(8, 0, 8, 30)])).toBe(400)
    expect(totalOf(apart, stay(8, 41, 9, 11), [stay(8, 0, 8, 30)])).toBe(0)
    const noGrace = { ...inputOf(apart, stay(8, 40, 9, 10)), previousStay: { ...NO_PREVIOUS_STAY, graceMinutes: 0 } }
    const priced = quote({ ...noGrace, previousStay: { ...noGrace.previousStay, stays: [stay(8, 0, 8, 30)] } })
    expect(priced.ok && priced.value.totalMinor).toBe(0)
  })

  test('closed hours are refused as before', () => {
    const day = {
      ...rules,
      tariff: { ...rules.tariff, windows: [windowOf(480, 1080, must(rules.tariff.windows[0], 'w').price)] },
    }
    expect(priceStay(inputOf(day, stay(17, 30, 18, 30), [stay(17, 0, 17, 30)]))).toEqual({
      ok: false,
      error: 'park_closed',
    })
  })
})

test('stays are one visit by way of each other', () => {
  const rule = { reentryMinutes: 15, graceMinutes: 10 }
  const slot = (index: number): Instant => toInstant(START + index * SLOT_MS)
  const stays = [0, 2, 4, 9].map((index) => ({ from: slot(index), to: slot(index + 1) }))
  expect(sameVisit(stays.slice(0, 2), must(stays[2], 'third'), rule)).toEqual(stays.slice(0, 2))
  expect(sameVisit(stays.slice(0, 3), must(stays[3], 'last'), rule)).toEqual([])
})
