import type { Booking } from '../contract/bookings.ts'
import type { BookingStatus } from '../domain/booking.ts'
import { type BookingCommand, isBookingCommand, isQueueable, type QueueableCommand } from '../domain/commands.ts'
import { projectBooking } from '../domain/project.ts'
import type { OutboxRow } from '../outbox/read.ts'

/** A command that the provider has not answered, with its outbox row. */
export interface Waiting<C extends QueueableCommand> {
  readonly command: C
  readonly row: OutboxRow
}

/** A booking as the provider has it, which is what an attendant goes by. Requested changes are kept apart from it. */
export interface BookingView extends Booking {
  /** True while a change of it is unanswered. */
  readonly pending: boolean
  /** Oldest first. */
  readonly waiting: readonly Waiting<BookingCommand>[]
  /** How it will be once every requested change is agreed. */
  readonly asked: { readonly status: BookingStatus; readonly end_time: string }
}

/** Unanswered requests, in the order of asking. */
export type Unanswered = readonly OutboxRow[]

/** Commands of lane `now` change nothing on a screen before their answer. */
export const commandsOf = (unanswered: Unanswered): readonly QueueableCommand[] =>
  unanswered.map(({ command }) => command).filter(isQueueable)

export function viewBooking(booking: Booking, unanswered: Unanswered): BookingView {
  const { status, end_time, pending } = projectBooking(booking, commandsOf(unanswered))
  const waiting = unanswered.flatMap((row) =>
    isBookingCommand(row.command) && row.command.bookingId === booking.booking_id
      ? [{ command: row.command, row }]
      : [],
  )
  return { ...booking, pending: pending.length > 0, waiting, asked: { status, end_time } }
}
