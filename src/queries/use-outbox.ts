import type { Booking } from '../contract/bookings.ts'
import type { Vehicle } from '../contract/vehicles.ts'
import { readBookings } from '../db/read/bookings.ts'
import type { Saved } from '../db/read/saved.ts'
import { readVehicles } from '../db/read/vehicles.ts'
import type { QueueableCommand } from '../domain/commands.ts'
import {
  type OutboxAttempt,
  type OutboxCounts,
  type OutboxEntry,
  type OutboxError,
  type OutboxState,
  readOutbox,
  readOutboxCounts,
  type UnreadableReason,
} from '../outbox/read.ts'
import { type Query, useSaved } from './query.ts'

/** One command of the driver's, waiting or answered, beside the provider's present row. */
export interface OutboxView {
  readonly id: string
  readonly state: OutboxState
  /** Null where the row cannot be read. */
  readonly command: QueueableCommand | null
  /** Why it cannot be read; null where it can. */
  readonly reason: UnreadableReason | null
  /** As stored; null where it can be read. */
  readonly raw: unknown
  /** Epoch milliseconds, as are the next. */
  readonly createdAt: number | null
  readonly firstSentAt: number | null
  readonly settledAt: number | null
  readonly nextAt: number | null
  readonly attempts: number
  readonly stuck: boolean
  readonly lastError: OutboxError | null
  /** Proof of the attempts, oldest first. */
  readonly answers: readonly OutboxAttempt[]
  /** As the provider last had it. */
  readonly booking: Booking | null
  readonly vehicle: Vehicle | null
}

interface Mirror {
  readonly bookings: readonly Booking[]
  readonly vehicles: readonly Vehicle[]
}

const aboutOf = (command: QueueableCommand, { bookings, vehicles }: Mirror): Pick<OutboxView, 'booking' | 'vehicle'> =>
  'bookingId' in command
    ? { booking: bookings.find(({ booking_id: id }) => id === command.bookingId) ?? null, vehicle: null }
    : { booking: null, vehicle: vehicles.find(({ id }) => id === command.vehicleId) ?? null }

function toView(entry: OutboxEntry, mirror: Mirror): OutboxView {
  if (entry.readable) {
    const { id, state, command, createdAt, firstSentAt, settledAt, nextAt, attempts, stuck, lastError, answers } =
      entry.row
    const known = { id, state, command, createdAt, firstSentAt, settledAt, nextAt, attempts, stuck, lastError, answers }
    return { ...known, reason: null, raw: null, ...aboutOf(command, mirror) }
  }
  return {
    id: entry.id,
    state: 'quarantined',
    command: null,
    reason: entry.reason,
    raw: entry.raw,
    createdAt: null,
    firstSentAt: null,
    settledAt: null,
    nextAt: null,
    attempts: 0,
    stuck: false,
    lastError: null,
    answers: [],
    booking: null,
    vehicle: null,
  }
}

async function readViews(): Promise<Saved<readonly OutboxView[]>> {
  const [entries, bookings, vehicles] = await Promise.all([readOutbox(), readBookings(), readVehicles()])
  const mirror = { bookings: bookings.value, vehicles: vehicles.value }
  return { value: entries.map((entry) => toView(entry, mirror)), savedAt: null }
}

const readCounts = async (): Promise<Saved<OutboxCounts>> => ({ value: await readOutboxCounts(), savedAt: null })

/** Everything that the driver asked for and that is still kept, the latest first. */
export const useOutbox = (): Query<readonly OutboxView[]> => useSaved(readViews, [])

export const useOutboxCounts = (): Query<OutboxCounts> => useSaved(readCounts, [])
