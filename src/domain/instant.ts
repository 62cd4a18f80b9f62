import { err, ok, type Result } from '../lib/result.ts'

declare const instantBrand: unique symbol
/** A point in time, epoch milliseconds. RFC 3339 in UTC on the wire, shown in a park's zone. */
export type Instant = number & { readonly [instantBrand]: 'Instant' }

export const toInstant = (epochMs: number): Instant => epochMs as Instant

export const MINUTE_MS = 60_000
export const HOUR_MS = 3_600_000
export const DAY_MS = 86_400_000

const RFC3339 =
  /^(\d{4})-(\d\d)-(\d\d)[Tt ]([01]\d|2[0-3]):([0-5]\d):([0-5]\d|60)(?:\.(\d+))?([Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/

/** Parses RFC 3339 with an offset; rejects a time without one, or a date that does not exist (30 February). */
export function parseInstant(text: string): Result<Instant, 'invalid_time'> {
  const match = RFC3339.exec(text)
  if (match === null) return err('invalid_time')
  const [, year, month, day, hour, minute, second, fraction, offset] = match
  const midnightMs = Date.UTC(Number(year), Number(month) - 1, Number(day))
  const date = new Date(midnightMs)
  // Date.UTC rolls 30 February over into March; years below 100 are read as 19xx.
  if (
    date.getUTCDate() !== Number(day) ||
    date.getUTCMonth() + 1 !== Number(month) ||
    date.getUTCFullYear() !== Number(year)
  ) {
    return err('invalid_time')
  }
  const timeMs = (Number(hour) * 60 + Number(minute)) * MINUTE_MS + Number(second) * 1000
  const fractionMs = Number((fraction ?? '').slice(0, 3).padEnd(3, '0'))
  return ok(toInstant(midnightMs + timeMs + fractionMs - offsetMs(offset ?? 'Z')))
}

function offsetMs(text: string): number {
  if (text === 'Z' || text === 'z') return 0
  const minutes = Number(text.slice(1, 3)) * 60 + Number(text.slice(4, 6))
  return (text.startsWith('-') ? -minutes : minutes) * MINUTE_MS
}

/** Formats as RFC 3339 in UTC, omitting a zero fraction: `2026-11-01T14:30:00Z`. */
export const toRfc3339 = (instant: Instant): string => new Date(instant).toISOString().replace('.000Z', 'Z')

/** Parses an instant written by our own provider or database; throws on anything else, which is a bug. */
export function mustInstant(text: string): Instant {
  const parsed = parseInstant(text)
  if (!parsed.ok) throw new Error(`Not an RFC 3339 time: ${text}`)
  return parsed.value
}
