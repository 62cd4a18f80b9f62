import type { Command, CommandOf, NowCommand } from '../db/command.ts'
import type { OutboxRow } from '../db/outbox-row.ts'
import { HOLD_MS, TOP_UP_MS } from '../domain/payment.ts'

type Stay = CommandOf<'booking.create' | 'booking.checkout'>['body']

/** Two cars cannot share a plate, so the price does not distinguish requests. */
const stayOf = ({ park_id, vehicle_id, plate, vehicle_type_id, start_time, end_time }: Stay): unknown => [
  park_id,
  vehicle_id,
  plate,
  vehicle_type_id,
  Date.parse(start_time),
  Date.parse(end_time),
]

/** Returns the parts that make two requests "the same" to a driver. */
function meantBy(command: Command): unknown {
  if (command.kind === 'booking.create' || command.kind === 'booking.checkout') return stayOf(command.body)
  // The amount does not matter: a debt is paid once.
  if (command.kind === 'booking.pay_overstay') return [command.bookingId, command.paidMinor]
  if (command.kind === 'booking.move') {
    const { park_id, start_time, end_time } = command.body
    return [command.bookingId, park_id, Date.parse(start_time), Date.parse(end_time)]
  }
  return command.kind === 'booking.renew' ? command.bookingId : command
}

/** Compares by value: our commands are small and flat, and the same functions write both sides. */
export const isSameRequest = (a: Command, b: Command): boolean =>
  a.kind === b.kind && JSON.stringify(meantBy(a)) === JSON.stringify(meantBy(b))

/** How long a payment that the request started can be continued, milliseconds. */
const LIFE_MS: Readonly<Partial<Record<NowCommand['kind'], number>>> = {
  'wallet.top_up': TOP_UP_MS,
  'booking.checkout': HOLD_MS,
  'order.checkout': HOLD_MS,
}

/** Returns whether its payment closed long ago: a repeat under its key would return that closed payment. */
export const isStale = ({ kind, createdAt }: OutboxRow, now: number): boolean =>
  now - createdAt >= (LIFE_MS[kind as NowCommand['kind']] ?? Infinity)
