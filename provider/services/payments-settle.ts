import { quoteLinesFromWire } from '../../src/contract/tariff-mapping.ts'
import type { PaymentReason } from '../../src/contract/payments.ts'
import { DECLINES_UNTIL_OFF } from '../../src/domain/auto-top-up.ts'
import { canMovePayment, isPaymentOpen, isPaymentPaid, type PaymentState } from '../../src/domain/payment.ts'
import { invariant, must, unreachable } from '../../src/lib/assert.ts'
import type { Queryable } from '../db/database.ts'
import type { Verified } from '../gateways/gateway.ts'
import { sendAutoTopUpMail, sendLatePaymentMail } from './payment-mails.ts'
import { noteAutoCharge } from '../repositories/auto-top-ups.ts'
import { mustBooking } from '../repositories/bookings.ts'
import { noteMismatch } from '../repositories/money-cases.ts'
import { claimHeldBooking, confirmHeldBooking, creditTopUp, releaseHold } from '../repositories/payment-money.ts'
import {
  changePayment,
  findPayment,
  lockPayment,
  type PaymentChange,
  type PaymentRow,
} from '../repositories/payments.ts'
import { lockHeldOrder } from '../repositories/orders.ts'
import { rowsOf } from '../repositories/store.ts'
import { openWallet } from '../repositories/wallet.ts'
import { runInBackground } from './background.ts'
import { acceptPaid } from './orders.ts'
import { keepMethodOf } from './payment-methods.ts'
import type { PaymentDeps } from './payments-start.ts'
import { firstBackCheck, nextLateCheck, nextOpenCheck } from '../rules/payments-schedule.ts'
import { costsMoreNow } from './previous-stay.ts'
import { sharesOf } from '../rules/price-stay.ts'

interface Settling {
  readonly tx: Queryable
  readonly deps: PaymentDeps
  readonly row: PaymentRow
  readonly nowMs: number
}

function move(from: PaymentState, to: PaymentState): PaymentState {
  invariant(from === to || canMovePayment(from, to), `a payment goes from ${from} to ${to}`)
  return to
}

/** Applies a payment to its booking if the space is still available; otherwise the money stays in the wallet. */
async function payBooking({ tx, row, nowMs }: Settling, credit: () => Promise<number>): Promise<PaymentChange> {
  const bookingId = must(row.booking_id, 'booking of the payment')
  // Comes first: locks are taken in the order booking, park, wallet.
  const claimed = await claimHeldBooking(tx, bookingId, nowMs)
  const booking = await mustBooking(tx, row.user_id, bookingId)
  const isMine = claimed === 'held' || claimed === 'rebooked'
  const claim = isMine && (await costsMoreNow(rowsOf(tx), booking, nowMs)) ? 'closed' : claimed
  const balanceMinor = await credit()
  // A return at a gateway may have left the wallet below zero; incoming money covers that debt first.
  const refused =
    claim === 'no_space' || claim === 'closed' ? claim : balanceMinor < booking.total_minor ? 'wallet_below_zero' : null
  if (refused !== null) {
    await releaseHold(tx, row, { reason: 'hold_expired', nowMs })
    return { outcome: 'credited', reason: refused }
  }
  const { feesMinor, taxMinor } = sharesOf({
    lines: quoteLinesFromWire(booking.lines),
    totalMinor: booking.total_minor,
  })
  await confirmHeldBooking(tx, { bookingId, feesMinor, taxMinor, nowMs })
  return { outcome: 'booked', reason: claim === 'rebooked' ? 'rebooked' : null }
}

/**
 * Applies a payment to its order. After the hold has ended the money stays in the wallet: the driver may have ordered
 * the cart again.
 */
async function payOrder({ tx, row, nowMs }: Settling, credit: () => Promise<number>): Promise<PaymentChange> {
  // Comes first: locks are taken in the order order, wallet.
  const order = await lockHeldOrder(tx, must(row.order_id, 'order of the payment'))
  const balanceMinor = await credit()
  const refused = order === undefined ? 'closed' : balanceMinor < order.total_minor ? 'wallet_below_zero' : null
  if (order === undefined || refused !== null) {
    await releaseHold(tx, row, { reason: 'hold_expired', nowMs })
    return { outcome: 'credited', reason: refused }
  }
  await acceptPaid(tx, order, nowMs)
  return { outcome: 'booked', reason: null }
}

type Pay = (settling: Settling, credit: () => Promise<number>) => Promise<PaymentChange>

const PAY: Readonly<Record<PaymentRow['purpose'], Pay>> = {
  booking: payBooking,
  order: payOrder,
  async top_up(_settling, credit) {
    await credit()
    return { outcome: 'credited', reason: null }
  },
}

async function settlePaid(settling: Settling, paid: Extract<Verified, { status: 'paid' }>): Promise<PaymentChange> {
  const { tx, deps, row, nowMs } = settling
  if (paid.amountMinor !== row.amount_minor || paid.currency !== row.currency) return mismatch(settling, paid)
  const wallet = await openWallet(tx, {
    userId: row.user_id,
    currency: row.currency,
    sandbox: deps.config.welcomeCredit,
    nowMs,
  })
  const credit = () => creditTopUp(tx, { payment: row, walletId: wallet.wallet_id, nowMs })
  const isLate = !isPaymentOpen(row.state) || nowMs >= row.expires_at
  const settled = {
    state: move(row.state, isLate ? 'succeeded_late' : 'succeeded'),
    ...(paid.gatewayReference === null ? {} : { gateway_reference: paid.gatewayReference }),
    // The gateway must still be asked for the payment method to save.
    next_check_at: row.keep === 'wanted' ? nowMs : null,
    checks: 0,
    settled_at: nowMs,
    // News of a return may arrive before the news of the payment.
    back_check_at: Math.min(row.back_check_at ?? Infinity, firstBackCheck(nowMs)),
  }
  return { ...settled, ...(await PAY[row.purpose](settling, credit)) }
}

/**
 * The gateway took a different amount or currency than requested: nothing is credited, and a person has to look into
 * it.
 */
async function mismatch(settling: Settling, paid: Extract<Verified, { status: 'paid' }>): Promise<PaymentChange> {
  const { tx, deps, row, nowMs } = settling
  const found = { amount: paid.amountMinor, currency: paid.currency }
  deps.log.warn('payment.mismatch', {
    reference: row.reference,
    expected: { amount: row.amount_minor, currency: row.currency },
    found,
  })
  await noteMismatch(tx, row.reference, { ...paid, nowMs })
  return {
    ...(await close(settling, { state: 'failed', reason: 'mismatch' })),
    reason: 'mismatch',
    next_check_at: null,
  }
}

/** Ends an open payment without money, and releases its space or goods. A closed one stays as it is. */
async function close(
  { tx, row, nowMs }: Settling,
  to: { readonly state: 'failed' | 'expired'; readonly reason: PaymentReason | null },
): Promise<PaymentChange> {
  if (!isPaymentOpen(row.state)) return { next_check_at: nextLateCheck(row.checks, nowMs), checks: row.checks + 1 }
  await releaseHold(tx, row, { reason: to.state === 'expired' ? 'hold_expired' : 'payment_failed', nowMs })
  return {
    state: move(row.state, to.state),
    reason: to.reason,
    settled_at: nowMs,
    next_check_at: nextLateCheck(0, nowMs),
    checks: 1,
  }
}

async function settleOpen(settling: Settling, reason: 'abandoned' | null): Promise<PaymentChange> {
  const { row, nowMs } = settling
  if (!isPaymentOpen(row.state) || nowMs >= row.expires_at) return close(settling, { state: 'expired', reason })
  return {
    state: row.state === 'pending' ? 'pending' : move(row.state, 'pending'),
    reason,
    next_check_at: nextOpenCheck(row, nowMs),
    checks: row.checks + 1,
  }
}

async function decide(settling: Settling, verified: Verified): Promise<PaymentChange> {
  switch (verified.status) {
    case 'paid':
      return settlePaid(settling, verified)
    case 'failed':
    case 'refunded':
      return close(settling, { state: 'failed', reason: 'declined' })
    case 'abandoned':
      return settleOpen(settling, 'abandoned')
    case 'pending':
      return settleOpen(settling, null)
    default:
      return unreachable(verified)
  }
}

/** Returns the news for the driver about an automatic charge; null when there is none. */
async function noteAutomatic(
  { tx, row, nowMs }: Settling,
  change: PaymentChange,
): Promise<'charged' | 'switchedOff' | null> {
  const isPaid = change.state !== undefined && isPaymentPaid(change.state)
  if (row.method_id === null || (!isPaid && change.reason !== 'declined')) return null
  const owner = { userId: row.user_id, currency: row.currency }
  const isOff = await noteAutoCharge(tx, owner, { isPaid, untilOff: DECLINES_UNTIL_OFF, nowMs })
  return isPaid ? 'charged' : isOff ? 'switchedOff' : null
}

/**
 * Applies the gateway's answer to a payment in one transaction under the payment's lock: credit, booking and state
 * together, exactly once, however many callers there are. Ends the lease of the verification.
 */
export async function settlePayment(deps: PaymentDeps, reference: string, verified: Verified): Promise<PaymentRow> {
  const { before, after, news } = await deps.db.transaction(async (tx) => {
    const nowMs = deps.clock.now()
    const row = await lockPayment(tx, reference)
    const isFinal = isPaymentPaid(row.state) || row.state === 'refunded'
    const change: PaymentChange = isFinal ? {} : await decide({ tx, deps, row, nowMs }, verified)
    const told = await noteAutomatic({ tx, deps, row, nowMs }, change)
    await changePayment(tx, reference, { ...change, lease_until: null, nowMs })
    return { before: row.state, after: must(await findPayment(tx, reference), 'settled payment'), news: told }
  })
  const isLateNow = before !== after.state && after.state === 'succeeded_late'
  if (isLateNow && after.outcome !== 'booked') sendLatePaymentMail(deps, after)
  if (news !== null) sendAutoTopUpMail(deps, after, news)
  if (after.keep === 'wanted' && before !== after.state)
    runInBackground(deps.log, 'payment_method.keep', () => keepMethodOf(deps, after))
  return after
}

/** Expires a payment that no gateway ever took. */
export const expireUnsent = (deps: PaymentDeps, reference: string): Promise<PaymentRow> =>
  settlePayment(deps, reference, { status: 'pending' })
