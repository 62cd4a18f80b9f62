/** What one attendant's phone decided at the gate, and what that makes of a car park together with its day list. */
import type { CheckInFlag, Direction, VerdictKind } from './check-in.ts'
import type { DayList } from './day-list.ts'
import type { Instant } from './instant.ts'
import type { LoggedEvent } from './gate-car.ts'

export const CHECK_METHODS = ['scan', 'code', 'plate'] as const
/** How the booking was found. */
export type CheckMethod = (typeof CHECK_METHODS)[number]

/** One decision. `isAdmitted`: the car went through; a refusal stays on this phone, because the provider's log is of cars that moved. */
export interface CheckIn {
  /** UUID version 7: the provider counts each once. */
  readonly nonce: string
  readonly parkCode: string
  readonly booking: string | null
  readonly code: string | null
  readonly plate: string | null
  readonly sequence: number | null
  readonly direction: Direction
  readonly isAdmitted: boolean
  readonly at: Instant
  /** How far `at` is ahead of the provider's time, milliseconds; null: not known then; missing: written by a release before. */
  readonly clockAheadMs?: number | null
  readonly listIssuedAt: Instant | null
  readonly verdict: VerdictKind
  readonly method: CheckMethod
  readonly overrideReason: string | null
}

export interface LoggedCheckIn extends CheckIn {
  /** By the provider's clock, when it had said that it has this; null until then. */
  readonly sentAt: Instant | null
  /** What the provider found wrong with it. */
  readonly flags: readonly CheckInFlag[]
}

/** The provider's lists issued from then on contain what it had by then. */
const isListed = ({ sentAt }: LoggedCheckIn, list: DayList | undefined): boolean =>
  list !== undefined && sentAt !== null && sentAt <= list.issuedAt

/** The moves of one booking as `Gate.logOf` wants them. */
export const movesOf = (
  log: readonly LoggedCheckIn[],
  booking: string,
  list: DayList | undefined,
): readonly LoggedEvent[] =>
  log
    .filter((entry) => entry.isAdmitted && entry.booking === booking)
    .map((entry) => ({ direction: entry.direction, at: entry.at, isSent: isListed(entry, list) }))

const carOf = ({ booking, code, plate }: CheckIn): string => booking ?? code ?? plate ?? ''

/** Cars inside: what the list counted, and what this phone let in and out since. */
export function countInside(list: DayList | undefined, log: readonly LoggedCheckIn[]): number {
  const moves = log.filter((entry) => entry.isAdmitted && !isListed(entry, list)).toSorted((a, b) => a.at - b.at)
  const last = new Map(moves.map((entry) => [carOf(entry), entry]))
  const change = [...last.values()].reduce((sum, entry) => {
    const wasInside = entry.booking !== null && list?.entries.get(entry.booking)?.state === 'inside'
    // A car without a booking is on no list: it was inside if it now leaves.
    const before = wasInside || (entry.booking === null && entry.direction === 'out') ? 1 : 0
    return sum + (entry.direction === 'in' ? 1 : 0) - before
  }, 0)
  return Math.max(0, (list?.inside ?? 0) + change)
}
