import { HOUR_MS, type Instant, toInstant } from './instant.ts'
import { localDayNumber, weekdayOf, zonedParts } from './zone.ts'

/** Percent of a park's spaces by weekday, Sunday first, and hour; null: too few bookings. */
export type TypicalWeek = readonly (readonly (number | null)[])[]

export type UsualLoad = 'easy' | 'busy' | 'full'

export interface TypicalHour {
  /** 0 to 23, in the park's local time. */
  readonly hour: number
  readonly share: number | null
  readonly isOfStay: boolean
}

export interface TypicalDay {
  /** 0 is Sunday. */
  readonly weekday: number
  /** Hours with data, and the hours of the stay. */
  readonly hours: readonly TypicalHour[]
  /** Typical occupancy during the stay's hours of that day; null: unknown. */
  readonly load: UsualLoad | null
}

/** A chart with fewer bars would say nothing about the day. */
const MIN_HOURS = 4
const BUSY_FROM = 50
const FULL_FROM = 85

function loadOf(shares: readonly number[]): UsualLoad | null {
  if (shares.length === 0) return null
  const most = Math.max(...shares)
  if (most >= FULL_FROM) return 'full'
  return most >= BUSY_FROM ? 'busy' : 'easy'
}

/** Returns the stay's hours on the day on which it begins. */
function hoursOfStay({ from, until, zone }: StaySpan): readonly number[] {
  const day = localDayNumber(from, zone)
  const hours: number[] = []
  for (let at: number = from; at < until && localDayNumber(at, zone) === day; at += HOUR_MS)
    hours.push(zonedParts(toInstant(at), zone).hour)
  // A stay from 09:30 to 11:00 covers the hours 9 and 10; one until 11:15 also covers 11.
  const last = zonedParts(toInstant(Math.max(from, until - 1)), zone)
  if (last.dayNumber === day) hours.push(last.hour)
  return [...new Set(hours)]
}

export interface StaySpan {
  readonly from: Instant
  readonly until: Instant
  readonly zone: string
}

/** Returns the typical occupancy on the stay's weekday. Returns null when too little is known about that day. */
export function typicalDayOf(week: TypicalWeek, stay: StaySpan): TypicalDay | null {
  const weekday = weekdayOf(localDayNumber(stay.from, stay.zone))
  const shares = week[weekday] ?? []
  const known = shares.flatMap((share, hour) => (share === null ? [] : [hour]))
  if (known.length < MIN_HOURS) return null
  const own = hoursOfStay(stay)
  const shown = [...known, ...own]
  const first = Math.min(...shown)
  const hours = Array.from({ length: Math.max(...shown) - first + 1 }, (_, step) => ({
    hour: first + step,
    share: shares[first + step] ?? null,
    isOfStay: own.includes(first + step),
  }))
  return { weekday, hours, load: loadOf(own.flatMap((hour) => shares[hour] ?? [])) }
}
