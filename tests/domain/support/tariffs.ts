import { mustInstant, type Instant } from '../../../src/domain/instant.ts'
import {
  quote,
  type Quote,
  type QuoteInput,
  type RateWindow,
  type Tariff,
  type Tax,
  type Weekday,
  type WindowPrice,
} from '../../../src/domain/tariff.ts'

export const EVERY_DAY: readonly Weekday[] = [0, 1, 2, 3, 4, 5, 6]
export const WEEKDAYS: readonly Weekday[] = [1, 2, 3, 4, 5]
export const TORONTO = 'America/Toronto'
export const NEW_YORK = 'America/New_York'

export const at = (text: string): Instant => mustInstant(text)

/** Converts a time of day to minutes: `clock(14, 30)`. */
export const clock = (hour: number, minute = 0): number => hour * 60 + minute

export const perUnit = (unitPriceMinor: number, maximumMinor?: number): WindowPrice => ({
  kind: 'unit',
  tiers: [{ fromUnit: 1, unitPriceMinor }],
  ...(maximumMinor === undefined ? {} : { maximumMinor }),
})

/** A window open every day; change it with `onDays`. */
export const windowOf = (fromMinute: number, toMinute: number, price: WindowPrice): RateWindow => ({
  days: EVERY_DAY,
  fromMinute,
  toMinute,
  price,
})

export const onDays = (days: readonly Weekday[], window: RateWindow): RateWindow => ({ ...window, days })

export const tariffOf = (changes: Partial<Tariff> = {}): Tariff => ({
  version: 'test-1',
  currency: 'CAD',
  unitMinutes: 60,
  windows: [windowOf(0, 1440, perUnit(200))],
  caps: [],
  packages: [],
  events: [],
  fees: [],
  freeFirstMinutes: 0,
  minimumStayMinutes: 0,
  maximumStayMinutes: null,
  reentryMinutes: 0,
  vehiclePercent: {},
  demo: false,
  ...changes,
})

/**
 * A Toronto Green P car park as on its sign: $3.00 a half hour, day maximum (7am - 6pm) $14, night maximum (6pm - 7am)
 * $6.
 */
export const greenP = tariffOf({
  version: 'green-p-1',
  unitMinutes: 30,
  windows: [windowOf(clock(7), clock(18), perUnit(300, 1400)), windowOf(clock(18), clock(7), perUnit(300, 600))],
})

export const percentTax = (code: string, value: number, changes: Partial<Tax> = {}): Tax => ({
  code,
  name: code,
  kind: 'percent',
  value,
  compound: false,
  included: false,
  fromMs: null,
  toMs: null,
  ...changes,
})

export const HST_INCLUDED = percentTax('HST', 13_000, { included: true })

/** Start and end of a stay, RFC 3339. */
export type StayText = readonly [from: string, to: string]

/** Returns the price, by default for a car in Toronto; a refusal fails the test. */
export function priceOf(tariff: Tariff, [from, to]: StayText, changes: Partial<QuoteInput> = {}): Quote {
  const now = at('2026-11-01T12:00:00Z')
  const asked = { tariff, taxes: [], vehicleType: 1, from: at(from), to: at(to), zone: TORONTO, now } as const
  const result = quote({ ...asked, ...changes })
  if (!result.ok) throw new Error(`Refused: ${result.error}`)
  return result.value
}

const NOV_21 = '2026-11-21'
/** A time on 21 November 2026, or on another day, in Toronto's standard time (UTC-5). */
export const toronto = (hour: number, minute = 0, day = NOV_21): string =>
  `${day}T${String(hour).padStart(2, '0')}:${String(minute).padStart(2, '0')}:00-05:00`
