import type { Cap, Package, RateWindow, WindowPrice } from '../../../src/domain/tariff.ts'
import { err, ok, type Result } from '../../../src/lib/result.ts'
import { parseGreenPPart, type GreenPPart, type Hours } from './green-p-parts.ts'
import { EVERY_DAY, WEEKDAYS, WEEKEND, type ParsedRate, type RateTextError } from './parsed-rate.ts'

type Of<Kind extends GreenPPart['kind']> = Extract<GreenPPart, { kind: Kind }>

const UNIT_MINUTES = 30
/** Flat rates that cover fewer minutes of the day than this are entry rates, not parking rates. */
const MIN_FLAT_MINUTES = 720

/**
 * Toronto Green P texts: "$3.00 / Half Hour; Day Maximum (7am - 6pm) $14.00; Night Maximum (6pm - 7am) $8.00". The
 * source lists the periods of a week one after another and drops their titles, so a text that repeats a time of day
 * with other amounts is refused (`days_lost`). One such pattern is certain: flat rates followed by the same hours FREE
 * are commuter lots, whose siblings (833, 835) spell it out: "Weekend and Statutory Holidays Free". Holidays themselves
 * are not modelled. The half-hour price holds wherever no other rule does; lots with only flat rates are closed outside
 * their hours.
 */
export function parseGreenPRates(text: string): Result<ParsedRate, RateTextError> {
  const parts: GreenPPart[] = []
  for (const words of text.split(';')) {
    const part = parseGreenPPart(words.trim().replace(/\s+/g, ' '))
    if (part === undefined) return err('unknown_format')
    parts.push(part)
  }
  const halfHour = only(parts, 'half_hour')[0]
  if (halfHour === undefined) return err('unknown_format')
  if (parts.some(({ kind }) => kind === 'restricted')) return err('restricted')
  return halfHour.amountMinor === 0 ? flatLot(parts) : meteredLot(parts, halfHour.amountMinor)
}

function only<Kind extends GreenPPart['kind']>(parts: readonly GreenPPart[], kind: Kind): Of<Kind>[] {
  return parts.filter((part): part is Of<Kind> => part.kind === kind)
}

const keyOf = ({ fromMinute, toMinute }: Hours): string => `${String(fromMinute)}-${String(toMinute)}`
const lengthOf = ({ fromMinute, toMinute }: Hours): number =>
  toMinute > fromMinute ? toMinute - fromMinute : toMinute - fromMinute + 1440

function meteredLot(parts: readonly GreenPPart[], halfHourMinor: number): Result<ParsedRate, RateTextError> {
  if (only(parts, 'free').length > 0 || only(parts, 'entry').length > 0) return err('days_lost')
  const maxima = settleMaxima(only(parts, 'maximum'))
  if (!maxima.ok) return maxima
  const unit = (maximumMinor: number | null): WindowPrice => ({
    kind: 'unit',
    tiers: [{ fromUnit: 0, unitPriceMinor: halfHourMinor }],
    ...(maximumMinor === null ? {} : { maximumMinor }),
  })
  const days = only(parts, 'weekend_free').length > 0 ? WEEKDAYS : EVERY_DAY
  const flats = only(parts, 'flat')
  const windows: RateWindow[] = [
    ...(days === WEEKDAYS ? [freeWeekend()] : []),
    ...only(parts, 'weekend_periods').flatMap((part) => weekendPeriods(part, unit(part.amountMinor))),
    ...only(parts, 'evening').map(({ hours, amountMinor }): RateWindow => ({
      days,
      ...hours,
      price: { kind: 'flat', amountMinor },
    })),
    ...maxima.value.windows.map(({ hours, amountMinor }): RateWindow => ({ days, ...hours, price: unit(amountMinor) })),
    // Next to a half-hour price, a flat rate is the maximum of the half hours.
    ...flats.map(({ hours, amountMinor }): RateWindow => ({ days, ...hours, price: unit(amountMinor) })),
    ...(flats.length > 0 ? [] : [{ days: EVERY_DAY, fromMinute: 0, toMinute: 1440, price: unit(null) }]),
  ]
  const rolling = only(parts, 'rolling').map(({ periodHours, amountMinor }): Cap => ({
    kind: 'rolling',
    amountMinor,
    hours: periodHours,
  }))
  return ok({ unitMinutes: UNIT_MINUTES, windows, caps: [...rolling, ...maxima.value.caps], packages: [] })
}

const freeWeekend = (): RateWindow => ({ days: WEEKEND, fromMinute: 0, toMinute: 1440, price: { kind: 'free' } })

/** "Maximum per 12 hour period (Sat 7am - Mon 7am)": consecutive openings of that length. */
function weekendPeriods({ periodHours, fromMinute }: Of<'weekend_periods'>, price: WindowPrice): RateWindow[] {
  const length = periodHours * 60
  return Array.from({ length: Math.floor(1440 / length) }, (_, index) => ({
    days: WEEKEND,
    fromMinute: (fromMinute + index * length) % 1440,
    toMinute: (fromMinute + (index + 1) * length) % 1440,
    price,
  }))
}

interface Maxima {
  readonly windows: readonly Of<'maximum'>[]
  readonly caps: readonly Cap[]
}

/** Merges identical repeats into one rule; a longer maximum around a shorter one caps the day that begins with it. */
function settleMaxima(all: readonly Of<'maximum'>[]): Result<Maxima, RateTextError> {
  const byHours = new Map<string, Of<'maximum'>[]>()
  for (const maximum of all) byHours.set(keyOf(maximum.hours), [...(byHours.get(keyOf(maximum.hours)) ?? []), maximum])
  const groups = [...byHours.values()]
  const repeats = new Set(groups.map((group) => group.length))
  if (repeats.size > 1 || groups.some((group) => new Set(group.map(({ amountMinor }) => amountMinor)).size > 1))
    return err('days_lost')
  const single = groups.flatMap((group) => group.slice(0, 1))
  const outer = single.find((candidate) =>
    single.some((other) => other !== candidate && contains(candidate.hours, other.hours)),
  )
  if (outer === undefined) return ok({ windows: single, caps: [] })
  const inner = single.filter((maximum) => maximum !== outer)
  const { amountMinor } = outer
  // A day that costs less than its own evening must belong to other days of the week.
  if (
    amountMinor === null ||
    inner.some((maximum) => maximum.amountMinor === null || maximum.amountMinor > amountMinor)
  )
    return err('days_lost')
  return ok({ windows: inner, caps: [{ kind: 'day', amountMinor, startsAtMinute: outer.hours.fromMinute % 1440 }] })
}

const contains = (outer: Hours, inner: Hours): boolean =>
  ((inner.fromMinute - outer.fromMinute + 1440) % 1440) + lengthOf(inner) <= lengthOf(outer)

/** Commuter lots: a flat rate by hours of parking or of entry, without a meter. */
function flatLot(parts: readonly GreenPPart[]): Result<ParsedRate, RateTextError> {
  const flats = only(parts, 'flat')
  const entries = only(parts, 'entry')
  const free = only(parts, 'free')
  const priced = [...flats, ...entries]
  if (only(parts, 'maximum').length > 0 || priced.length === 0) return err('no_price')
  const keys = new Set(priced.map(({ hours }) => keyOf(hours)))
  if (keys.size < priced.length || (flats.length > 0 && entries.length > 0)) return err('days_lost')
  if (free.length > 0 && (free.length !== priced.length || free.some(({ hours }) => !keys.has(keyOf(hours)))))
    return err('days_lost')
  if (priced.reduce((sum, { hours }) => sum + lengthOf(hours), 0) < MIN_FLAT_MINUTES) return err('partial_day')
  const days = free.length > 0 ? WEEKDAYS : EVERY_DAY
  const windows: RateWindow[] = [
    ...(free.length > 0 ? [freeWeekend()] : []),
    ...priced.map(({ hours, amountMinor }): RateWindow => ({ days, ...hours, price: { kind: 'flat', amountMinor } })),
  ]
  const closes = entries.at(-1)?.hours.toMinute
  const packages = closes === undefined ? [] : entries.map((entry) => entryPackage(entry, closes, days))
  return ok({ unitMinutes: UNIT_MINUTES, windows, caps: [], packages })
}

/** "If entering between 5 AM and 3 PM $5.00": the price for entering then, for any exit before closing. */
const entryPackage = (
  { hours, amountMinor }: Of<'entry'>,
  closesMinute: number,
  days: RateWindow['days'],
): Package => ({
  kind: 'early_bird',
  amountMinor,
  entry: { days, ...hours },
  exit: { days: EVERY_DAY, fromMinute: hours.fromMinute, toMinute: closesMinute },
})
