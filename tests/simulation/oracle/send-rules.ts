import type { Command } from '../../../src/db/command.ts'
import type { OutboxRow } from '../../../src/db/outbox-row.ts'
import type { Device } from '../world/device.ts'
import { isQueueable, lineOf } from '../../../src/domain/commands.ts'
import { attendantOf, checkInsOf, isWaitingRow, pairingKeyOf, outboxOf, sessionOf } from './stored.ts'
import { hold } from './violation.ts'

/** A request as it leaves a tab. */
export interface Leaving {
  readonly device: Device
  readonly key: string
  readonly path: string
  /** Whose token the request carries: a driver's id, or `device:` with a phone's id; undefined when it has none. */
  readonly tokenUser: string | undefined
  /** The provider has handled this key before, so repeating the request has no effect. */
  readonly isKnownDone: boolean
  /** The driver's taps in this tab that have no answer yet. */
  readonly taps: readonly string[]
}

/** The taps, by the names under which they are followed, that may send each kind of command. */
const TAPS: Partial<Record<Command['kind'], readonly string[]>> = {
  'booking.create': [
    'book',
    'book twice',
    'book with a coupon',
    'the same',
    'book event',
    'book event twice',
    'buy pass',
    'buy pass twice',
  ],
  'booking.checkout': ['checkout'],
  'booking.keep_event': ['keep event'],
  'booking.renew': ['renew'],
  'booking.change_plate': ['change plate'],
  'booking.pay_overstay': ['pay overstay'],
  'booking.shorten': ['shorten'],
  'booking.move': ['move'],
  'wallet.top_up': ['top up', 'top up twice', 'top up naira', 'the same'],
  'wallet.withdraw': ['withdraw', 'withdraw twice', 'the same'],
  'wallet.take_back': ['take back'],
  'payment.verify': ['pay'],
  'order.place': ['order', 'order twice', 'the same'],
  'order.checkout': ['order at a gateway'],
  'order.cancel': ['cancel order'],
  'gift.buy': ['buy gift', 'buy gift twice', 'the same'],
  'gift.redeem': ['redeem', 'redeem everywhere', 'the same'],
  'gift.cancel': ['cancel gift'],
  'plan.start': ['start plan', 'start plan twice', 'the same'],
  'plan.change': ['change plan'],
  'referral.enter': ['enter a code'],
  'renewal.pay': ['pay for documents', 'pay for documents twice', 'the same'],
}
const TAPS_FOR_ANY: ReadonlySet<string> = new Set(['try again', 'settle an unconfirmed request'])

/**
 * Lane `now` is sent only while the tapped page still waits; once the page has reported a lost answer, only after
 * another tap.
 */
function checkTapped({ kind, id, lane }: OutboxRow, taps: readonly string[]): void {
  const isTapped = taps.some((tap) => TAPS_FOR_ANY.has(tap) || TAPS[kind]?.includes(tap))
  hold(lane !== 'now' || isTapped, 'lane `now` is sent only on a tap', () => `${kind} ${id} during ${taps.join(', ')}`)
}

const lineOfRow = ({ command }: OutboxRow): string | undefined => (isQueueable(command) ? lineOf(command) : undefined)

function checkOrder(row: OutboxRow, rows: readonly OutboxRow[]): void {
  const line = lineOfRow(row)
  if (line === undefined) return
  const isAhead = (other: OutboxRow): boolean => other.seq < row.seq && isWaitingRow(other) && lineOfRow(other) === line
  const ahead = rows.find(isAhead)
  hold(ahead === undefined, 'order per line', () => `${row.kind} ${row.id} before ${String(ahead?.id)}`)
}

/** Without locks another tab may have been answered, or may have given the rows another key. */
function checkGateLeaving({ device, key, path, tokenUser }: Leaving): void {
  const isOwnLine = !device.hasLocks
  if (path === '/attendant/pair') {
    const isStored = pairingKeyOf(device) === key || attendantOf(device) !== undefined
    hold(isStored || isOwnLine, 'stored before it is sent', () => `pairing ${key}`)
    return
  }
  const rows = checkInsOf(device).filter(({ batch }) => batch === key)
  for (const { owner, id, firstSentAt } of rows) {
    hold(owner === tokenUser, 'sent only with its own phone’s token', () => `${id} as ${String(tokenUser)}`)
    hold(firstSentAt !== null, 'stored before it is sent', () => id)
  }
  hold(rows.length > 0 || isOwnLine, 'stored before it is sent', () => `${path} ${key}`)
}

/**
 * Every outgoing write must be stored under its key, belong to the driver of its token, and have nothing ahead of it in
 * its line.
 */
export function checkLeaving(leaving: Leaving, users: readonly string[]): void {
  const { device, key, path, tokenUser, isKnownDone, taps } = leaving
  if (path === '/auth/refresh') {
    const isStored = sessionOf(device)?.refreshKey === key || !device.hasLocks
    hold(isStored || sessionOf(device) === undefined, 'stored before it is sent', () => `refresh ${key}`)
    return
  }
  if (path.startsWith('/attendant/')) {
    checkGateLeaving(leaving)
    return
  }
  for (const userId of users) {
    const rows = outboxOf(device, userId)
    const row = rows.find(({ id }) => id === key)
    if (row === undefined) continue
    hold(tokenUser === userId, 'sent only with its own driver’s token', () => `${key} as ${String(tokenUser)}`)
    hold(row.firstSentAt !== null, 'stored before it is sent', () => key)
    checkTapped(row, taps)
    if (isWaitingRow(row)) checkOrder(row, rows)
    return
  }
  // Between the last look at the storage and the request, a sign-out or another tab may have removed the row.
  hold(isKnownDone || sessionOf(device)?.user.user_id !== tokenUser, 'stored before it is sent', () => `${path} ${key}`)
}
