/**
 * Stays that continue each other. A car that stays on by another booking, or comes back within the tariff's re-entry minutes, has not begun
 * a new visit, so what it was given once (free first minutes, the first tier's price) is not given again. The grace is for leaving, at the
 * end of the visit: between two stays that are no farther apart the car may have stayed, so the time between counts as parked.
 */
import { DEFAULT_LEEWAY } from './booking.ts'
import { MINUTE_MS, toInstant, type Instant } from './instant.ts'

export interface StaySpan {
  readonly from: Instant
  readonly to: Instant
}

/** What else the same car or driver has parked, or has booked, at the same park about the time of a stay. */
export interface PreviousStay {
  /** In any order. Most are before the stay; one that was booked in advance may be after it. */
  readonly stays: readonly StaySpan[]
  /** Minutes that this plate has stood there under other drivers' names: a phone is not told when. */
  readonly otherMinutes: number
  /** The car park's grace after the end of a booking. */
  readonly graceMinutes: number
}

export const NO_PREVIOUS_STAY: PreviousStay = {
  stays: [],
  otherMinutes: 0,
  graceMinutes: DEFAULT_LEEWAY.graceMinutes,
}

/** What joins two stays: of the tariff, and of the car park. */
export interface VisitRule {
  readonly reentryMinutes: number
  readonly graceMinutes: number
}

/**
 * Stays by visit: a gap of at most the re-entry minutes does not end one. In order of time; stays that overlap, or have no more than the
 * grace between them, are one with what is between.
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

/** Those of `stays` that are one visit with `stay`, directly or by way of each other. */
export function sameVisit(stays: readonly StaySpan[], stay: StaySpan, rule: VisitRule): readonly StaySpan[] {
  const visit = visitsOf([...stays, stay], rule).find((spans) =>
    spans.some(({ from, to }) => from <= stay.from && stay.to <= to),
  )
  const [first, last] = [visit?.[0], visit?.at(-1)]
  if (first === undefined || last === undefined) return []
  return stays.filter(({ from, to }) => first.from <= from && to <= last.to)
}

/** Minutes that the stays cover; what two of them cover counts once. */
export const coveredMinutes = (stays: readonly StaySpan[], graceMinutes: number): number =>
  Math.floor(
    visitsOf(stays, { reentryMinutes: 0, graceMinutes })
      .flat()
      .reduce((sum, { from, to }) => sum + to - from, 0) / MINUTE_MS,
  )

/** So many of the stays are taken one by one; those farther away only all together, or the sets would be too many. */
const APART = 3
/** Stays farther away than so many others hardly change what this one adds; their minutes count all the same. */
const NEAREST = 60

/**
 * The sets of `stays` that may remain when others of them are cancelled: a price that holds beside each of these sets stays enough
 * whatever is cancelled afterwards.
 */
export function remainingSets(stays: readonly StaySpan[], stay: StaySpan): (readonly StaySpan[])[] {
  const distance = ({ from, to }: StaySpan): number => Math.max(0, stay.from - to, from - stay.to)
  const nearest = stays.toSorted((a, b) => distance(a) - distance(b))
  const rest = nearest.slice(APART, NEAREST)
  let sets: (readonly StaySpan[])[] = [[]]
  for (const one of nearest.slice(0, APART)) sets = sets.flatMap((set) => [set, [...set, one]])
  return rest.length === 0 ? sets : sets.flatMap((set) => [set, [...set, ...rest]])
}
