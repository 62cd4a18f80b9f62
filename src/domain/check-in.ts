/** The log at the gate: what one entry or exit makes of a booking, whichever device recorded it and however late it arrives. */
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
/** What an attendant sees. */
export type VerdictKind = (typeof VERDICT_KINDS)[number]

export const CHECK_IN_FLAGS = [
  /** An entry beside another without an exit between: on this device or on another. */
  'already_inside',
  /** An exit of a car that nobody let in. */
  'not_inside',
  'cancelled',
  /** Before the arrival or after the grace. */
  'outside_window',
  /** The pass was older than the booking. */
  'old_sequence',
  'wrong_park',
  'unknown_booking',
  /** The attendant's phone was ahead of the provider's clock. */
  'clock_ahead',
  /** It was behind, as far as it says or the list in its hand shows. */
  'clock_behind',
  /** The phone could not compare its clock, and nothing else says when it was. */
  'clock_unknown',
  /** Sent by a phone whose pairing had been taken back. */
  'revoked_phone',
  'overridden',
] as const
export type CheckInFlag = (typeof CHECK_IN_FLAGS)[number]

export type Direction = 'in' | 'out'

export interface GateEvent {
  readonly direction: Direction
  readonly at: Instant
}

/** Cancelled is not of the log. */
export type Presence = 'expected' | 'inside' | 'left'

export interface GateSummary {
  readonly presence: Presence
  /** First entry. */
  readonly checkedInAt: Instant | null
  /** Last exit, of a car that is not inside. */
  readonly checkedOutAt: Instant | null
}

const inOrder = (log: readonly GateEvent[]): readonly GateEvent[] => log.toSorted((a, b) => a.at - b.at)

/** `log` in any order. */
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
 * Whether an event contradicts the others. An entry is a double when the event before or after it in time is an entry too; so of
 * two devices that let one pass in, the one that uploads later is told, whoever was first at the gate.
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

/** Of each event of a complete log, in order of time: what was known only when all phones had uploaded. */
export function contradictionsOf(log: readonly GateEvent[]): readonly ('already_inside' | 'not_inside' | null)[] {
  return log.map(({ direction }, index) => {
    const wasInside = log[index - 1]?.direction === 'in'
    if (direction === 'in') return wasInside ? 'already_inside' : null
    return wasInside ? null : 'not_inside'
  })
}

/** How far a phone's clock may be off before it is told. */
export const CLOCK_TOLERANCE_MS = 5 * 60_000

/** When something happened at the gate, as the phone that recorded it tells. */
export interface ToldTime {
  /** By the phone. */
  readonly at: Instant
  /** How far the phone's clock was ahead then; null: it could not know; missing: it does not tell. */
  readonly clockAheadMs?: number | null | undefined
  /** Of the list that it was decided by, the provider's own time: it was not before that. */
  readonly listIssuedAt: Instant | null
  readonly receivedAt: Instant
}

export interface BelievedTime {
  readonly at: Instant
  readonly doubt?: Extract<CheckInFlag, 'clock_ahead' | 'clock_behind' | 'clock_unknown'>
}

/** On the provider's clock, before the bounds. */
export const toldInstant = ({ at, clockAheadMs }: Pick<ToldTime, 'at' | 'clockAheadMs'>): Instant =>
  toInstant(at - (clockAheadMs ?? 0))

function findDoubt(told: ToldTime): BelievedTime['doubt'] {
  const { at, clockAheadMs, listIssuedAt, receivedAt } = told
  if (at > receivedAt + CLOCK_TOLERANCE_MS || (clockAheadMs ?? 0) > CLOCK_TOLERANCE_MS) return 'clock_ahead'
  if (clockAheadMs === undefined) return undefined
  const isBeforeList = listIssuedAt !== null && toldInstant(told) < listIssuedAt - CLOCK_TOLERANCE_MS
  if ((clockAheadMs ?? 0) < -CLOCK_TOLERANCE_MS || isBeforeList) return 'clock_behind'
  // A time close to the arrival proves nothing: a clock four hours ahead looks right to an upload four hours later.
  const isBounded = listIssuedAt !== null && receivedAt - listIssuedAt <= CLOCK_TOLERANCE_MS
  return clockAheadMs === null && !isBounded ? 'clock_unknown' : undefined
}

/** The phone's time put right by what it says of its clock, between the list that it held and now. */
export function believedTime(told: ToldTime): BelievedTime {
  const { clockAheadMs, listIssuedAt, receivedAt } = told
  const earliest = clockAheadMs === undefined || listIssuedAt === null ? -Infinity : listIssuedAt
  const at = toInstant(Math.min(Math.max(toldInstant(told), earliest), receivedAt))
  const doubt = findDoubt(told)
  return { at, ...(doubt === undefined ? {} : { doubt }) }
}
