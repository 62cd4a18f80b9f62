import type { Command, CommandOf, NowCommand } from '../db/command.ts'
import type { OutboxRow } from '../db/outbox-row.ts'
import { HOLD_MS, TOP_UP_MS } from '../domain/payment.ts'

type Stay = CommandOf<'booking.create' | 'booking.checkout'>['body']

/** Two cars cannot stand in one plate: the price is no part of what is wished for. */
const stayOf = ({ park_id, vehicle_id, plate, vehicle_type_id, start_time, end_time }: Stay): unknown => [
  park_id,
  vehicle_id,
  plate,
  vehicle_type_id,
  Date.parse(start_time),
  Date.parse(end_time),
]

/** What a driver means by "the same". */
function meantBy(command: Command): unknown {
  if (command.kind === 'booking.create' || command.kind === 'booking.checkout') return stayOf(command.body)
  // By whatever amount: what is owed is paid once.
  if (command.kind === 'booking.pay_overstay') return [command.bookingId, command.paidMinor]
  if (command.kind === 'booking.move') {
    const { park_id, start_time, end_time } = command.body
    return [command.bookingId, park_id, Date.parse(start_time), Date.parse(end_time)]
  }
  return command.kind === 'booking.renew' ? command.bookingId : command
}

/** By value: our commands are small and flat, and both sides are written by the same functions. */
export const isSameRequest = (a: Command, b: Command): boolean =>
  a.kind === b.kind && JSON.stringify(meantBy(a)) === JSON.stringify(meantBy(b))

/** How long what a request started can be gone on with, milliseconds. */
const LIFE_MS: Readonly<Partial<Record<NowCommand['kind'], number>>> = {
  'wallet.top_up': TOP_UP_MS,
  'booking.checkout': HOLD_MS,
  'order.checkout': HOLD_MS,
}

/** A payment that closed long ago: a repeat under its key would be answered with that one. */
export const isStale = ({ kind, createdAt }: OutboxRow, now: number): boolean =>
  now - createdAt >= (LIFE_MS[kind as NowCommand['kind']] ?? Infinity)
