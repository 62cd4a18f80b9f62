/**
 * Stays that continue each other. A car that stays on with another booking, or returns within the tariff's re-entry
 * minutes, is still on the same visit, so one-time benefits (free first minutes, the first tier's price) are not
 * granted again. The grace is for leaving at the end of a visit: between two stays within the grace the car may have
 * stayed, so the gap counts as parked.
 */
import { DEFAULT_LEEWAY } from './booking.ts'
import { MINUTE_MS, toInstant, type Instant } from './instant.ts'

export interface StaySpan {
  readonly from: Instant
  readonly to: Instant
}

/** Other parking of the same car or driver at the same park around the time of a stay. */
export interface PreviousStay {
  /** In any order. Most are before the stay; a stay booked in advance may be after it. */
  readonly stays: readonly StaySpan[]
  /** Minutes that this plate parked under other drivers' names; their times are not disclosed to the phone. */
  readonly otherMinutes: number
  /** The car park's grace after a booking's end. */
  readonly graceMinutes: number
}

export const NO_PREVIOUS_STAY: PreviousStay = {
  stays: [],
  otherMinutes: 0,
  graceMinutes: DEFAULT_LEEWAY.graceMinutes,
}

/** Limits that join two stays: the tariff's re-entry time and the car park's grace. */
export interface VisitRule {
  readonly reentryMinutes: number
  readonly graceMinutes: number
}

/**
 * Groups stays into visits in order of time: a gap up to the re-entry minutes does not end a visit. Stays that overlap
 * or are within the grace of each other are merged, including the gap.
 */
export function visitsOf(
  stays: readonly StaySpan[],
  { reentryMinutes, graceMinutes }: VisitRule,
): (readonly StaySpan[])[] {
  const visits: StaySpan[][] = []
  for (const stay of stays.toSorted((a, b) => a.from - b.from || a.to - b.to)) {
    const visit = visits.at(-1)
    const last = visit?.at(-1)
    const gapMinutes = last === undefined ? Infinity : (stay.from - last.to) / MINUTE_MS
    if (visit === undefined || last === undefined || gapMinutes > Math.max(reentryMinutes, graceMinutes)) {
      visits.push([stay])
    } else if (gapMinutes <= graceMinutes) {
      visit[visit.length - 1] = { from: last.from, to: toInstant(Math.max(last.to, stay.to)) }
    } else {
      visit.push(stay)
    }
  }
  return visits
}

/** Returns those of `stays` that belong to the same visit as `stay`, directly or through each other. */
export function sameVisit(stays: readonly StaySpan[], stay: StaySpan, rule: VisitRule): readonly StaySpan[] {
  const visit = visitsOf([...stays, stay], rule).find((spans) =>
    spans.some(({ from, to }) => from <= stay.from && stay.to <= to),
  )
  const [first, last] = [visit?.[0], visit?.at(-1)]
  if (first === undefined || last === undefined) return []
  return stays.filter(({ from, to }) => first.from <= from && to <= last.to)
}

/** Returns the minutes covered by the stays, counting overlaps once. */
export const coveredMinutes = (stays: readonly StaySpan[], graceMinutes: number): number =>
  Math.floor(
    visitsOf(stays, { reentryMinutes: 0, graceMinutes })
      .flat()
      .reduce((sum, { from, to }) => sum + to - from, 0) / MINUTE_MS,
  )

/**
 * Number of nearest stays that are combined individually; farther ones only all together, to limit the number of sets.
 */
const APART = 3
/** Stays beyond this number hardly affect the price; their minutes still count. */
const NEAREST = 60

/**
 * Returns the sets of `stays` that may remain after others are cancelled: a price that is high enough for each of these
 * sets stays sufficient whatever is cancelled later.
 */
export function remainingSets(stays: readonly StaySpan[], stay: StaySpan): (readonly StaySpan[])[] {
  const distance = ({ from, to }: StaySpan): number => Math.max(0, stay.from - to, from - stay.to)
  const nearest = stays.toSorted((a, b) => distance(a) - distance(b))
  const rest = nearest.slice(APART, NEAREST)
  let sets: (readonly StaySpan[])[] = [[]]
  for (const one of nearest.slice(0, APART)) sets = sets.flatMap((set) => [set, [...set, one]])
  return rest.length === 0 ? sets : sets.flatMap((set) => [set, [...set, ...rest]])
}
