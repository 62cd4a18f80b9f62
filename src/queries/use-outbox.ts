import type { Booking } from '../contract/bookings.ts'
import type { Vehicle } from '../contract/vehicles.ts'
import { readBookings } from '../db/read/bookings.ts'
import type { Saved } from '../db/read/saved.ts'
import { readVehicles } from '../db/read/vehicles.ts'
import {
  type Command,
  isDraft,
  type Lane,
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

export type { NowCommand } from '../outbox/read.ts'
export { STANDING } from '../outbox/read.ts'

/** One of the driver's requests, waiting or answered, with the provider's current row. */
export interface OutboxView {
  readonly id: string
  readonly state: OutboxState
  readonly lane: Lane
  /** Null when the row is unreadable. */
  readonly command: Command | null
  /** Why the row is unreadable; null when it is readable. */
  readonly reason: UnreadableReason | null
  /** The row as stored; null when it is readable. */
  readonly raw: unknown
  /** Epoch milliseconds, like the next three. */
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

function aboutOf(command: Command, { bookings, vehicles }: Mirror): Pick<OutboxView, 'booking' | 'vehicle'> {
  const booking = 'bookingId' in command ? bookings.find(({ booking_id: id }) => id === command.bookingId) : undefined
  const vehicleId = 'vehicleId' in command ? command.vehicleId : 'ofVehicle' in command ? command.ofVehicle : null
  const vehicle = vehicles.find(({ id }) => id === vehicleId)
  return { booking: booking ?? null, vehicle: vehicle ?? null }
}

const UNREADABLE = {
  state: 'quarantined',
  lane: 'queued',
  command: null,
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
} as const

function toView(entry: OutboxEntry, mirror: Mirror): OutboxView {
  if (!entry.readable) return { ...UNREADABLE, id: entry.id, reason: entry.reason, raw: entry.raw }
  return { ...entry.row, reason: null, raw: null, ...aboutOf(entry.row.command, mirror) }
}

/** Leaves out payment checks, which move nothing, and drafts, which were only typed. */
const isShown = (view: OutboxView): boolean => view.command?.kind !== 'payment.verify' && !isDraft(view)

async function readViews(): Promise<Saved<readonly OutboxView[]>> {
  const [entries, bookings, vehicles] = await Promise.all([readOutbox(), readBookings(), readVehicles()])
  const mirror = { bookings: bookings.value, vehicles: vehicles.value }
  return { value: entries.map((entry) => toView(entry, mirror)).filter(isShown), savedAt: null }
}

const readCounts = async (): Promise<Saved<OutboxCounts>> => ({ value: await readOutboxCounts(), savedAt: null })

/** Every kept request of the driver's, newest first. */
export const useOutbox = (): Query<readonly OutboxView[]> => useSaved(readViews, [])

export const useOutboxCounts = (): Query<OutboxCounts> => useSaved(readCounts, [])
