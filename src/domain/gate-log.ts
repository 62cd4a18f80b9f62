/** Decisions of one attendant's phone at the gate, and the car park's state derived from them and its day list. */
import type { CheckInFlag, Direction, VerdictKind } from './check-in.ts'
import type { DayList } from './day-list.ts'
import type { Instant } from './instant.ts'
import type { LoggedEvent } from './gate-car.ts'

export const CHECK_METHODS = ['scan', 'code', 'plate'] as const
/** How the booking was found. */
export type CheckMethod = (typeof CHECK_METHODS)[number]

/**
 * One decision. `isAdmitted`: the car passed. A refusal stays on this phone, because the provider's log only contains
 * cars that moved.
 */
export interface CheckIn {
  /** UUID version 7, which lets the provider drop duplicates. */
  readonly nonce: string
  readonly parkCode: string
  readonly booking: string | null
  readonly code: string | null
  readonly plate: string | null
  readonly sequence: number | null
  readonly direction: Direction
  readonly isAdmitted: boolean
  readonly at: Instant
  /**
   * How far `at` is ahead of the provider's time, in milliseconds. Null: unknown at the time. Undefined: written by an
   * earlier release.
   */
  readonly clockAheadMs?: number | null
  readonly listIssuedAt: Instant | null
  readonly verdict: VerdictKind
  readonly method: CheckMethod
  readonly overrideReason: string | null
}

export interface LoggedCheckIn extends CheckIn {
  /** Time of the provider's acknowledgement, by its own clock; null until then. */
  readonly sentAt: Instant | null
  /** Flags set by the provider. */
  readonly flags: readonly CheckInFlag[]
}

/** Lists that the provider issues after an acknowledgement include the check-in. */
const isListed = ({ sentAt }: LoggedCheckIn, list: DayList | undefined): boolean =>
  list !== undefined && sentAt !== null && sentAt <= list.issuedAt

/** Returns the moves of one booking in the form of `Gate.logOf`. */
export const movesOf = (
  log: readonly LoggedCheckIn[],
  booking: string,
  list: DayList | undefined,
): readonly LoggedEvent[] =>
  log
    .filter((entry) => entry.isAdmitted && entry.booking === booking)
    .map((entry) => ({ direction: entry.direction, at: entry.at, isSent: isListed(entry, list) }))

const carOf = ({ booking, code, plate }: CheckIn): string => booking ?? code ?? plate ?? ''

/** Counts the cars inside: the list's count, adjusted by this phone's entries and exits since. */
export function countInside(list: DayList | undefined, log: readonly LoggedCheckIn[]): number {
  const moves = log.filter((entry) => entry.isAdmitted && !isListed(entry, list)).toSorted((a, b) => a.at - b.at)
  const last = new Map(moves.map((entry) => [carOf(entry), entry]))
  const change = [...last.values()].reduce((sum, entry) => {
    const wasInside = entry.booking !== null && list?.entries.get(entry.booking)?.state === 'inside'
    // A car without a booking is on no list: if it leaves, it was inside.
    const before = wasInside || (entry.booking === null && entry.direction === 'out') ? 1 : 0
    return sum + (entry.direction === 'in' ? 1 : 0) - before
  }, 0)
  return Math.max(0, (list?.inside ?? 0) + change)
}
