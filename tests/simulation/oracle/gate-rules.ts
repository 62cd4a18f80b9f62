import type { CheckInRequest } from '../../../src/db/attendant-schema.ts'
import { STANDING } from '../../../src/db/outbox-row.ts'
import { CLOCK_TOLERANCE_MS } from '../../../src/domain/check-in.ts'
import type { ServerState } from '../target.ts'
import type { Device } from '../world/device.ts'
import type { Journal } from './journal.ts'
import { attendantOf, checkInsOf } from './stored.ts'
import { hold } from './violation.ts'

/** A decision at a car park's gate that the phone reported as stored. */
export interface Recorded {
  readonly device: Device
  readonly nonce: string
  readonly owner: string
  /** The true time, epoch milliseconds. */
  readonly trueMs: number
}

const name = ({ id, state, owner }: CheckInRequest): string => `check-in ${id} (${state}) of ${owner}`

/**
 * Judges the change from the known row to the stored one. The provider answers the batch that a check-in was sent with.
 */
function judgeCheckIn(before: CheckInRequest | undefined, row: CheckInRequest, journal: Journal): void {
  if (before === row) return
  hold(before === undefined || before.owner === row.owner, 'a check-in keeps its phone', () => name(row))
  const isSame = before === undefined || JSON.stringify(before.command) === JSON.stringify(row.command)
  hold(isSame, 'a check-in is not changed', () => name(row))
  if (before?.state === row.state) return
  const isAnswered = row.batch !== null && journal.hasSuccess(row.batch)
  const isEnded = row.state === 'done' || row.state === 'rejected'
  hold(!isEnded || isAnswered, 'a check-in ends only by the provider’s answer', () => name(row))
  hold(row.state !== 'quarantined' && row.state !== 'expired', 'every check-in is understood', () => name(row))
  const isGivenUp = row.state === 'discarded' && row.command.isAdmitted
  hold(!isGivenUp, 'a check-in is never given up', () => name(row))
}

/** Compares the stored rows with those of the previous look, and returns them for the next one. */
export function checkGate(
  device: Device,
  known: ReadonlyMap<string, CheckInRequest>,
  journal: Journal,
): ReadonlyMap<string, CheckInRequest> {
  const rows = new Map(checkInsOf(device).map((row) => [row.id, row]))
  for (const row of rows.values()) judgeCheckIn(known.get(row.id), row, journal)
  for (const row of known.values()) {
    // After a month asleep, a check-in may be answered and swept between two looks.
    const isAnswered = row.batch !== null && journal.hasSuccess(row.batch)
    hold(rows.has(row.id) || STANDING[row.state] === 'over' || isAnswered, 'no check-in vanishes', () => name(row))
  }
  return rows
}

/** Check-ins that the currently paired phone still has to send. */
export const waitingCheckIns = (device: Device): readonly CheckInRequest[] => {
  const owner = `device:${attendantOf(device)?.deviceId ?? ''}`
  return checkInsOf(device).filter((row) => row.owner === owner && STANDING[row.state] === 'waiting')
}

const DOUBTS: ReadonlySet<string> = new Set(['clock_ahead', 'clock_behind', 'clock_unknown'])

/**
 * Checks, once everything could be sent, that the provider has each check-in exactly once, from the phone that recorded
 * it, with a time that is right or flagged.
 */
export function checkGateAtRest(recorded: readonly Recorded[], { checkIns }: ServerState): void {
  for (const { device, nonce, owner, trueMs } of recorded) {
    const row = checkInsOf(device).find(({ id }) => id === nonce)
    const had = checkIns.filter((checkIn) => checkIn.nonce === nonce)
    const isKnown = had.length === 1 && `device:${String(had[0]?.deviceId)}` === owner
    const isRefused = row?.state === 'rejected' && had.length === 0
    hold(
      isKnown || isRefused,
      'each check-in is known to the provider once',
      () => `${nonce} of ${owner}: ${JSON.stringify(had)}`,
    )
    for (const { believedAt, flags } of had) {
      const isRight = Math.abs(believedAt - trueMs) <= CLOCK_TOLERANCE_MS || flags.some((flag) => DOUBTS.has(flag))
      hold(isRight, 'a time is right or marked', () => `${nonce}: ${String(believedAt)}, not ${String(trueMs)}`)
    }
  }
}
