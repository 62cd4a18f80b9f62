/** The gate log: how an entry or exit changes a booking, whichever device recorded it and however late it arrives. */
import { type Instant, toInstant } from './instant.ts'

export const VERDICT_KINDS = [
  'valid',
  'valid_by_signature',
  'early',
  'expired',
  'wrong_park',
  'cancelled',
  'already_inside',
  'forged',
  'unknown',
  'update_needed',
] as const
/** The verdict shown to an attendant. */
export type VerdictKind = (typeof VERDICT_KINDS)[number]

export const CHECK_IN_FLAGS = [
  /** An entry following or preceding another entry without an exit between, on this or another device. */
  'already_inside',
  /** An exit without a recorded entry. */
  'not_inside',
  'cancelled',
  /** Before early arrival or after the grace. */
  'outside_window',
  /** The pass was older than the booking's latest version. */
  'old_sequence',
  'wrong_park',
  'unknown_booking',
  /** The attendant's phone's clock was ahead of the provider's. */
  'clock_ahead',
  /** The clock was behind, according to the phone itself or the day list that it held. */
  'clock_behind',
  /** The phone could not compare its clock, and there is no other evidence of the time. */
  'clock_unknown',
  /** Sent by a phone whose pairing had been revoked. */
  'revoked_phone',
  'overridden',
] as const
export type CheckInFlag = (typeof CHECK_IN_FLAGS)[number]

export type Direction = 'in' | 'out'

export interface GateEvent {
  readonly direction: Direction
  readonly at: Instant
}

/** Excludes cancelled, which the log does not record. */
export type Presence = 'expected' | 'inside' | 'left'

export interface GateSummary {
  readonly presence: Presence
  /** First entry. */
  readonly checkedInAt: Instant | null
  /** Last exit; null while the car is inside. */
  readonly checkedOutAt: Instant | null
}

const inOrder = (log: readonly GateEvent[]): readonly GateEvent[] => log.toSorted((a, b) => a.at - b.at)

/** Summarises a log in any order. */
export function summariseGate(log: readonly GateEvent[]): GateSummary {
  const events = inOrder(log)
  const last = events.at(-1)
  const presence = last === undefined ? 'expected' : last.direction === 'in' ? 'inside' : 'left'
  return {
    presence,
    checkedInAt: events.find(({ direction }) => direction === 'in')?.at ?? null,
    checkedOutAt: last?.direction === 'out' ? last.at : null,
  }
}

/**
 * Returns how an event contradicts the log. An entry is a double when the previous or the next event is also an entry:
 * when two devices admit the same pass, the one that uploads later gets the flag, whichever was first at the gate.
 */
export function findContradiction(
  log: readonly GateEvent[],
  event: GateEvent,
): 'already_inside' | 'not_inside' | undefined {
  const events = inOrder(log)
  const before = events.findLast(({ at }) => at <= event.at)
  const after = events.find(({ at }) => at > event.at)
  if (event.direction === 'in') {
    return before?.direction === 'in' || after?.direction === 'in' ? 'already_inside' : undefined
  }
  return before?.direction === 'in' ? undefined : 'not_inside'
}

/**
 * Returns the contradiction of each event of a complete log, in order of time: what became known once all phones had
 * uploaded.
 */
export function contradictionsOf(log: readonly GateEvent[]): readonly ('already_inside' | 'not_inside' | null)[] {
  return log.map(({ direction }, index) => {
    const wasInside = log[index - 1]?.direction === 'in'
    if (direction === 'in') return wasInside ? 'already_inside' : null
    return wasInside ? null : 'not_inside'
  })
}

/** Clock error above which an event is flagged. */
export const CLOCK_TOLERANCE_MS = 5 * 60_000

/** Time of an event at the gate, as reported by the phone that recorded it. */
export interface ToldTime {
  /** By the phone's clock. */
  readonly at: Instant
  /** How far the phone's clock was ahead then. Null: unknown to the phone. Undefined: not reported by its version. */
  readonly clockAheadMs?: number | null | undefined
  /** Issue time, by the provider's clock, of the day list used for the decision: a lower bound for the event. */
  readonly listIssuedAt: Instant | null
  readonly receivedAt: Instant
}

export interface BelievedTime {
  readonly at: Instant
  readonly doubt?: Extract<CheckInFlag, 'clock_ahead' | 'clock_behind' | 'clock_unknown'>
}

/** Converts the phone's time to the provider's clock, before clamping. */
export const toldInstant = ({ at, clockAheadMs }: Pick<ToldTime, 'at' | 'clockAheadMs'>): Instant =>
  toInstant(at - (clockAheadMs ?? 0))

function findDoubt(told: ToldTime): BelievedTime['doubt'] {
  const { at, clockAheadMs, listIssuedAt, receivedAt } = told
  if (at > receivedAt + CLOCK_TOLERANCE_MS || (clockAheadMs ?? 0) > CLOCK_TOLERANCE_MS) return 'clock_ahead'
  if (clockAheadMs === undefined) return undefined
  const isBeforeList = listIssuedAt !== null && toldInstant(told) < listIssuedAt - CLOCK_TOLERANCE_MS
  if ((clockAheadMs ?? 0) < -CLOCK_TOLERANCE_MS || isBeforeList) return 'clock_behind'
  // A time close to the upload proves nothing: a clock four hours ahead looks right when uploaded four hours later.
  const isBounded = listIssuedAt !== null && receivedAt - listIssuedAt <= CLOCK_TOLERANCE_MS
  return clockAheadMs === null && !isBounded ? 'clock_unknown' : undefined
}

/**
 * Returns the phone's time corrected by its reported clock error, clamped between the list's issue time and the upload.
 */
export function believedTime(told: ToldTime): BelievedTime {
  const { clockAheadMs, listIssuedAt, receivedAt } = told
  const earliest = clockAheadMs === undefined || listIssuedAt === null ? -Infinity : listIssuedAt
  const at = toInstant(Math.min(Math.max(toldInstant(told), earliest), receivedAt))
  const doubt = findDoubt(told)
  return { at, ...(doubt === undefined ? {} : { doubt }) }
}
