import { DAY_MS, HOUR_MS, type Instant, MINUTE_MS, toInstant } from './instant.ts'
import { atLocalMinute, localDayNumber } from './zone.ts'

export type StayChoiceKind = 'length' | 'until' | 'day'

/** An end offered for one-tap selection. */
export interface StayChoice {
  readonly kind: StayChoiceKind
  readonly until: Instant
}

export interface StartInZone {
  readonly from: Instant
  /** IANA zone of the park. */
  readonly zone: string
}

export const LENGTHS_MS = [30 * MINUTE_MS, HOUR_MS, 2 * HOUR_MS]
/** 18:00, or 22:00 for a later start. */
const EVENINGS = [18 * 60, 22 * 60]
const MIN_EVENING_MS = 30 * MINUTE_MS
/** If the day ends sooner than this, "all day" means the next one. */
const MIN_DAY_MS = 3 * HOUR_MS

/** Offers 30 min, 1 h, 2 h, until the evening, and all day, without duplicates. */
export function stayChoices(start: StartInZone, dayEnd = endOfDay(start, 0)): readonly StayChoice[] {
  const { from, zone } = start
  const today = localDayNumber(from, zone)
  const evening = EVENINGS.map((minute) => atLocalMinute(today, minute, zone)).find((at) => at - from >= MIN_EVENING_MS)
  const choices: StayChoice[] = LENGTHS_MS.map((length) => ({ kind: 'length', until: toInstant(from + length) }))
  if (evening !== undefined) choices.push({ kind: 'until', until: evening })
  choices.push({ kind: 'day', until: dayEnd })
  return choices.filter(({ until }, index) => choices.findIndex((other) => other.until === until) === index)
}

/** Returns the end of a day that begins at `minute` after local midnight. */
export function endOfDay({ from, zone }: StartInZone, minute: number): Instant {
  const today = localDayNumber(from, zone)
  const ends = [0, 1, 2].map((later) => atLocalMinute(today + later, minute, zone))
  return ends.find((at) => at - from >= MIN_DAY_MS) ?? toInstant(from + DAY_MS)
}
