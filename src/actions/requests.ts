import { readBookings } from '../db/read/bookings.ts'
import { readVehicles } from '../db/read/vehicles.ts'
import type { QueueableCommand } from '../domain/commands.ts'
import { err, ok, type Result } from '../lib/result.ts'
import { uuid7 } from '../lib/uuid7.ts'
import { editVehicleCommand, extendBookingCommand } from '../outbox/commands/as-seen.ts'
import { type Asker, thisAsker } from '../outbox/enqueue.ts'
import { hasten, replaceCommand } from '../outbox/enqueue/change.ts'
import { follow } from '../outbox/enqueue/follow.ts'
import type { ActionError } from './action-error.ts'
import { type Asked, forUser } from './ask.ts'

/** Tries a command that waits now, whatever its backoff says. Null: it waits no more. */
export const sendNow = (rowId: string, asker: Asker = thisAsker): Promise<Result<Asked | null, ActionError>> =>
  forUser(asker, async (userId) => {
    const row = await hasten({ dbs: asker.dbs, userId, id: rowId, now: asker.clock.now() })
    return ok(row === undefined ? null : await follow(asker, userId, row))
  })

/**
 * The same wish on the provider's row as it is now: the driver has seen both. Limits stay as they accepted them. A row that
 * the mirror does not hold leaves the command as it was.
 */
async function rebase(dbs: Asker['dbs'], command: QueueableCommand): Promise<QueueableCommand> {
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

/** What is asked for once more, and how; `command` as it was or as the driver changed it. */
export interface RetryInput {
  readonly rowId: string
  readonly command: QueueableCommand
  /** True: on the provider's row as it is now, not as it was when this was first asked for. */
  readonly isRebased: boolean
}

/**
 * Asks again for what was refused, as a new command with a key of its own; or changes one that was never sent. A command
 * whose outcome is not known cannot be changed: `unknown_outcome_ahead`.
 */
export const retryCommand = (
  { rowId, command, isRebased }: RetryInput,
  asker: Asker = thisAsker,
): Promise<Result<Asked, ActionError>> =>
  forUser(asker, async (userId) => {
    const now = asker.clock.now()
    const wanted = isRebased ? await rebase(asker.dbs, command) : command
    const newId = uuid7(now, asker.random)
    const row = await replaceCommand({ dbs: asker.dbs, userId, id: rowId, now }, { command: wanted, newId })
    return row === undefined ? err({ kind: 'unknown_outcome_ahead' }) : ok(await follow(asker, userId, row))
  })
