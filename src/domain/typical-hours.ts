import { HOUR_MS, type Instant, toInstant } from './instant.ts'
import { localDayNumber, weekdayOf, zonedParts } from './zone.ts'

/** Per cent of a park's spaces by weekday, Sunday first, and hour; null: too few bookings to tell. */
export type TypicalWeek = readonly (readonly (number | null)[])[]

export type UsualLoad = 'easy' | 'busy' | 'full'

export interface TypicalHour {
  /** 0 to 23, of the park's clock. */
  readonly hour: number
  readonly share: number | null
  readonly isOfStay: boolean
}

export interface TypicalDay {
  /** 0: Sunday. */
  readonly weekday: number
  /** The hours worth a bar, and those of the stay. */
  readonly hours: readonly TypicalHour[]
  /** How the stay's hours on that day usually are; null: not known. */
  readonly load: UsualLoad | null
}

/** Fewer bars tell nothing of a day. */
const LEAST_HOURS = 4
const BUSY_FROM = 50
const FULL_FROM = 85

function loadOf(shares: readonly number[]): UsualLoad | null {
  if (shares.length === 0) return null
  const most = Math.max(...shares)
  if (most >= FULL_FROM) return 'full'
  return most >= BUSY_FROM ? 'busy' : 'easy'
}

/** The hours of the day on which a stay begins, as far as it lasts on that day. */
function hoursOfStay({ from, until, zone }: StaySpan): readonly number[] {
  const day = localDayNumber(from, zone)
  const hours: number[] = []
  for (let at: number = from; at < until && localDayNumber(at, zone) === day; at += HOUR_MS)
    hours.push(zonedParts(toInstant(at), zone).hour)
  // A stay from 09:30 to 11:00 takes the hours 9 and 10; one until 11:15 takes 11 too.
  const last = zonedParts(toInstant(Math.max(from, until - 1)), zone)
  if (last.dayNumber === day) hours.push(last.hour)
  return [...new Set(hours)]
}

export interface StaySpan {
  readonly from: Instant
  readonly until: Instant
  readonly zone: string
}

/** How full the park usually is on the weekday of a stay; null where too little is known of that day. */
export function typicalDayOf(week: TypicalWeek, stay: StaySpan): TypicalDay | null {
  const weekday = weekdayOf(localDayNumber(stay.from, stay.zone))
  const shares = week[weekday] ?? []
  const known = shares.flatMap((share, hour) => (share === null ? [] : [hour]))
  if (known.length < LEAST_HOURS) return null
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
