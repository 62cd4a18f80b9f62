import { create } from 'zustand'
import { HOUR_MS, MINUTE_MS, toInstant, type Instant } from '../domain/instant.ts'
import type { VehicleTypeId } from '../domain/tariff-types.ts'
import type { LatLng } from '../lib/cell.ts'
import { err, ok, type Result } from '../lib/result.ts'

/** What the driver is searching for, kept while moving between screens. Never sent anywhere by itself. */
export interface SearchDraft {
  /** As typed: a place, a car park or a code. */
  readonly text: string
  /** Where `text` was found, or the phone's position. */
  readonly near: LatLng | null
  /** Null: now, evaluated at each use. */
  readonly fromMs: number | null
  /** Null: `DEFAULT_STAY_MS` after the start. */
  readonly untilMs: number | null
  readonly vehicleId: string | null
  readonly vehicleTypeId: VehicleTypeId
}

export interface Stay {
  readonly fromMs: Instant
  readonly untilMs: Instant
}

export type StayProblem = 'from_is_past' | 'until_not_after_from'

export const DEFAULT_STAY_MS = 3 * HOUR_MS
const STEP_MS = 5 * MINUTE_MS
/** A start this long ago is still accepted, because it may have been typed a moment ago. */
const PAST_TOLERANCE_MS = 15 * MINUTE_MS

/** Returns the next multiple of five minutes: bookings start on whole minutes and last multiples of five. */
export const nextStep = (nowMs: number): Instant => toInstant(Math.ceil(nowMs / STEP_MS) * STEP_MS)

/** Returns the times that prices are shown for; an end that is not after its start counts as not chosen. */
export function stayOf(draft: Pick<SearchDraft, 'fromMs' | 'untilMs'>, nowMs: number): Stay {
  const fromMs = draft.fromMs === null ? nextStep(nowMs) : toInstant(draft.fromMs)
  const isOrdered = draft.untilMs !== null && draft.untilMs > fromMs
  return { fromMs, untilMs: isOrdered ? toInstant(draft.untilMs) : toInstant(fromMs + DEFAULT_STAY_MS) }
}

/** Returns whether a start is too long ago to be accepted. */
export const hasStartPassed = (fromMs: number, nowMs: number): boolean => fromMs < nowMs - PAST_TOLERANCE_MS

/** Returns the chosen times, or the problem with them. */
export function checkStay(draft: Pick<SearchDraft, 'fromMs' | 'untilMs'>, nowMs: number): Result<Stay, StayProblem> {
  if (draft.fromMs !== null && hasStartPassed(draft.fromMs, nowMs)) return err('from_is_past')
  const stay = stayOf(draft, nowMs)
  return draft.untilMs !== null && draft.untilMs <= stay.fromMs ? err('until_not_after_from') : ok(stay)
}

interface SearchDraftStore extends SearchDraft {
  readonly change: (part: Partial<SearchDraft>) => void
  /** Moves the end along with the start, so that the length of the stay is kept. Null: now. */
  readonly changeFrom: (fromMs: number | null, nowMs: number) => void
}

export const EMPTY_SEARCH: SearchDraft = {
  text: '',
  near: null,
  fromMs: null,
  untilMs: null,
  vehicleId: null,
  vehicleTypeId: 1,
}

export const useSearchDraft = create<SearchDraftStore>()((set) => ({
  ...EMPTY_SEARCH,
  change: (part) => set(part),
  changeFrom: (fromMs, nowMs) =>
    set((draft) => {
      if (draft.untilMs === null) return { fromMs }
      const before = stayOf(draft, nowMs)
      const start = fromMs ?? nextStep(nowMs)
      return { fromMs, untilMs: start + (before.untilMs - before.fromMs) }
    }),
}))
