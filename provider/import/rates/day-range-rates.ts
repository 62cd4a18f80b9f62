import { parseMinor } from '../../../src/domain/money.ts'
import type { Cap, DailyWindow, RateWindow, Weekday, WindowPrice } from '../../../src/domain/tariff.ts'
import { err, ok, type Result } from '../../../src/lib/result.ts'
import { parseTwentyFourHour } from './clock-text.ts'
import type { ParsedRate, RateTextError } from './parsed-rate.ts'

const DAY_NAMES = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat'] as const
const SPAN = /^([A-Z][a-z]{2})(?:-([A-Z][a-z]{2}))? (?:24h|(\d\d:\d\d)-(\d\d:\d\d))$/
const PRICE = /^(?:\$([\d.]+)\/h(?:, (max|day) \$([\d.]+))?|flat \$([\d.]+)|(free))$/

interface Clause {
  readonly spans: readonly DailyWindow[]
  readonly price: WindowPrice
  readonly dayCapMinor: number | undefined
}

/**
 * Parses rates written as day and hour ranges (prkng lots of Montréal and Québec): "Mon-Fri 24h: $9/h, day $20; Sat-Sun
 * 24h: flat $8". `max` caps one opening of the range, `day` the calendar day. A later range for fewer days takes
 * precedence over a wider one. Hours outside every range are closed.
 */
export function parseDayRangeRates(text: string): Result<ParsedRate, RateTextError> {
  const clauses: Clause[] = []
  for (const part of text.split(';')) {
    const clause = parseClause(part.trim())
    if (clause === undefined) return err('unknown_format')
    clauses.push(clause)
  }
  const windows: RateWindow[] = clauses.flatMap(({ spans, price }) => spans.map((span) => ({ ...span, price })))
  return ok({
    unitMinutes: 60,
    windows: windows.toSorted((a, b) => a.days.length - b.days.length),
    caps: dayCaps(clauses),
    packages: [],
  })
}

function parseClause(text: string): Clause | undefined {
  const colon = text.lastIndexOf(': ')
  const spans = text.slice(0, Math.max(0, colon)).split(', ').map(parseSpan)
  const match = PRICE.exec(text.slice(colon + 2))
  if (match === null || spans.some((span) => span === undefined)) return undefined
  const [, hourly, bound, boundAmount, flat, free] = match
  const known = spans.filter((span) => span !== undefined)
  if (free !== undefined) return { spans: known, price: { kind: 'free' }, dayCapMinor: undefined }
  if (flat !== undefined) {
    const amountMinor = toCents(flat)
    return amountMinor === undefined
      ? undefined
      : { spans: known, price: { kind: 'flat', amountMinor }, dayCapMinor: undefined }
  }
  const unitPriceMinor = toCents(hourly)
  const boundMinor = toCents(boundAmount)
  if (unitPriceMinor === undefined) return undefined
  const tiers = [{ fromUnit: 0, unitPriceMinor }]
  const maximum = bound === 'max' && boundMinor !== undefined ? { maximumMinor: boundMinor } : {}
  return {
    spans: known,
    price: { kind: 'unit', tiers, ...maximum },
    dayCapMinor: bound === 'day' ? boundMinor : undefined,
  }
}

function parseSpan(text: string): DailyWindow | undefined {
  const match = SPAN.exec(text)
  if (match === null) return undefined
  const days = parseDays(match[1], match[2])
  const fromMinute = match[3] === undefined ? 0 : parseTwentyFourHour(match[3])
  const toMinute = match[4] === undefined ? 1440 : parseTwentyFourHour(match[4])
  return days === undefined || fromMinute === undefined || toMinute === undefined
    ? undefined
    : { days, fromMinute, toMinute }
}

function parseDays(first: string | undefined, last: string | undefined): readonly Weekday[] | undefined {
  const from = DAY_NAMES.findIndex((name) => name === first?.toLowerCase())
  const to = last === undefined ? from : DAY_NAMES.findIndex((name) => name === last.toLowerCase())
  if (from < 0 || to < 0) return undefined
  const length = ((to - from + 7) % 7) + 1
  return Array.from({ length }, (_, step) => ((from + step) % 7) as Weekday)
}

/** One cap per amount, with the days of all clauses that share it. */
function dayCaps(clauses: readonly Clause[]): readonly Cap[] {
  const daysByAmount = new Map<number, Set<Weekday>>()
  for (const { spans, dayCapMinor } of clauses) {
    if (dayCapMinor === undefined) continue
    const days = daysByAmount.get(dayCapMinor) ?? new Set<Weekday>()
    for (const span of spans) for (const day of span.days) days.add(day)
    daysByAmount.set(dayCapMinor, days)
  }
  return [...daysByAmount].map(([amountMinor, days]) => ({
    kind: 'day',
    amountMinor,
    startsAtMinute: 0,
    days: [...days].toSorted((a, b) => a - b),
  }))
}

function toCents(text: string | undefined): number | undefined {
  const parsed = text === undefined ? undefined : parseMinor(text, 'CAD')
  return parsed?.ok === true ? parsed.value : undefined
}
