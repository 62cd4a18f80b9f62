import type { BookingVehicleBody, CreateBookingBody } from '../contract/bookings.ts'
import type { QueueableCommand } from '../domain/commands.ts'

/** Writes that are never queued: they need an answer now, and are stored only until it is known. */
export type OnlineWrite =
  | { readonly kind: 'booking.create'; readonly body: CreateBookingBody; readonly parkName: string }
  | {
      readonly kind: 'booking.renew'
      readonly bookingId: string
      readonly quotedTotal: number
      readonly tariffVersion: string
    }
  | { readonly kind: 'booking.change_plate'; readonly bookingId: string; readonly body: BookingVehicleBody }

/** Intent only: no address, no header, no token. */
export type Write = OnlineWrite | QueueableCommand

/**
 * A write that was stored before it was sent.
 *
 *   sending -> (gone: done or refused)
 *      |
 *      +-> unknown -> (gone: found at the provider, asked again, or dismissed)
 */
export interface Intent<W extends Write = Write> {
  /** UUID version 7; sent as Idempotency-Key. */
  readonly id: string
  readonly write: W
  readonly state: 'sending' | 'unknown'
  /** Of `booking.create`: ids of the driver's bookings known before, none of which it made. No clock is needed to tell. */
  readonly seen?: readonly string[]
  /** Epoch milliseconds. */
  readonly createdAt: number
}
