import { readBookings } from '../db/read/bookings.ts'
import { findSession } from '../db/read/session.ts'
import { readVehicles } from '../db/read/vehicles.ts'
import type { ScanRow } from '../db/read/scan-picture.ts'
import type { QueueableCommand } from '../domain/commands.ts'
import { LockTimeoutError } from '../lib/locks.ts'
import { err, ok, type Result } from '../lib/result.ts'
import { StorageError, storageMode } from '../lib/storage-trouble.ts'
import { uuid7 } from '../lib/uuid7.ts'
import { editVehicleCommand, extendBookingCommand } from '../outbox/commands/as-seen.ts'
import { type EnqueueContext, enqueueContext, record } from '../outbox/enqueue.ts'
import { hasten, replaceCommand } from '../outbox/enqueue/change.ts'
import { type EnqueueResult, waitForOutcome } from '../outbox/enqueue/wait-for-outcome.ts'
import { type ActionError, failureOf } from './failures.ts'

export type { EnqueueResult } from '../outbox/enqueue/wait-for-outcome.ts'

/** Runs for the signed-in driver, even if their session has ended: the request then waits for their next sign-in. */
export const forUser = <T>(
  asker: EnqueueContext,
  work: (userId: string) => Promise<Result<T, ActionError>>,
): Promise<Result<T, ActionError>> => withStorage(() => withSameSession(asker.dbs, ({ user }) => work(user.user_id)))

/** A queue in this page's memory would promise more than it can keep: it ends with the page. */
export const canWait = ({ connection }: EnqueueContext): boolean =>
  storageMode.get() === 'kept' || connection.get().state !== 'offline'

/** Needs no connection: the request is stored, and sent as soon as the provider can be reached. */
export const enqueueCommand = (
  asker: EnqueueContext,
  command: QueueableCommand,
  picture?: ScanRow,
): Promise<Result<EnqueueResult, ActionError>> =>
  forUser(asker, async (userId) => {
    if (!canWait(asker)) return err({ kind: 'not_kept' })
    const placed = await record(asker, userId, { command, picture })
    return placed.ok ? ok(await waitForOutcome(asker, userId, placed.value.row)) : err({ kind: placed.error })
  })

/** For a dialog that stays open on a refusal: turns an immediate refusal by the provider into an ordinary error. */
export function toImmediateResult(result: Result<EnqueueResult, ActionError>): Result<EnqueueResult, ActionError> {
  const failure = result.ok ? failureOf(result.value.row) : null
  return failure === null ? result : err(failure)
}

interface TapSession {
  readonly user: { readonly user_id: string }
  /** False when the provider accepts nothing in their name before they sign in again. */
  readonly live: boolean
}

const SIGNED_OUT: ActionError = { kind: 'signed_out' }

/**
 * Runs for the driver who tapped: the one whose page it was at that moment. If another has signed in since, here while
 * storage hung or in another tab, the tap is not carried out for them.
 */
export async function withSameSession<T>(
  dbs: EnqueueContext['dbs'],
  work: (tapper: TapSession) => Promise<Result<T, ActionError>>,
): Promise<Result<T, ActionError>> {
  const [changes, shown] = [dbs.driverChanges(), dbs.shownDriver()]
  const session = await findSession(dbs)
  if (session === undefined || dbs.driverChanges() !== changes) return err(SIGNED_OUT)
  if (shown !== undefined && shown !== session.user.user_id) return err(SIGNED_OUT)
  try {
    return await work(session)
  } catch (error) {
    // The database was removed along with its driver.
    if (dbs.driverChanges() !== changes) return err(SIGNED_OUT)
    throw error
  }
}

/** Tries a waiting command now, regardless of its backoff. Returns null when it is not waiting. */
export const sendNow = (
  rowId: string,
  asker: EnqueueContext = enqueueContext,
): Promise<Result<EnqueueResult | null, ActionError>> =>
  forUser(asker, async (userId) => {
    const row = await hasten({ dbs: asker.dbs, userId, id: rowId, now: asker.clock.now() })
    return ok(row === undefined ? null : await waitForOutcome(asker, userId, row))
  })

/**
 * Applies the same command to the provider's current row: the driver has seen both. The limits stay as accepted. If the
 * mirror lacks the row, the command stays unchanged.
 */
async function rebase(dbs: EnqueueContext['dbs'], command: QueueableCommand): Promise<QueueableCommand> {
  if (command.kind === 'booking.extend') {
    const { value: bookings } = await readBookings(dbs)
    const booking = bookings.find(({ booking_id: id }) => id === command.bookingId)
    const { maxPriceMinor, newEnd } = command
    return booking === undefined
      ? command
      : extendBookingCommand({ booking, newEndMs: Date.parse(newEnd), maxPriceMinor })
  }
  if (command.kind === 'vehicle.edit') {
    const { value: vehicles } = await readVehicles(dbs)
    const vehicle = vehicles.find(({ id }) => id === command.vehicleId)
    return vehicle === undefined ? command : editVehicleCommand(vehicle, command.vehicle)
  }
  return command
}

/** A repeated request; `command` unchanged or edited by the driver. */
export interface RetryInput {
  readonly rowId: string
  readonly command: QueueableCommand
  /** True to apply it to the provider's current row instead of the one seen originally. */
  readonly isRebased: boolean
}

/**
 * Repeats a refused request as a new command with a key of its own, or changes an unsent one. A command with an unknown
 * outcome cannot be changed: `unknown_outcome_ahead`.
 */
export const retryCommand = (
  { rowId, command, isRebased }: RetryInput,
  asker: EnqueueContext = enqueueContext,
): Promise<Result<EnqueueResult, ActionError>> =>
  forUser(asker, async (userId) => {
    const now = asker.clock.now()
    const wanted = isRebased ? await rebase(asker.dbs, command) : command
    const newId = uuid7(now, asker.random)
    const row = await replaceCommand({ dbs: asker.dbs, userId, id: rowId, now }, { command: wanted, newId })
    return row === undefined ? err({ kind: 'unknown_outcome_ahead' }) : ok(await waitForOutcome(asker, userId, row))
  })

/** Runs `work` and turns storage errors, and a lock that another tab does not release, into results. */
export async function withStorage<T, E = never>(
  work: () => Promise<Result<T, E | ActionError>>,
): Promise<Result<T, E | ActionError>> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof StorageError) return err({ kind: 'storage', reason: error.reason })
    if (error instanceof LockTimeoutError) return err({ kind: 'busy_elsewhere' })
    throw error
  }
}
