import { applyBooking } from '../../db/apply/bookings.ts'
import { applyFavourite } from '../../db/apply/favourites.ts'
import { applyCartEmptied } from '../../db/apply/cart.ts'
import { applyGifts, applyOrders } from '../../db/apply/kept-lists.ts'
import { applyReferral } from '../../db/apply/referral.ts'
import { applySubscriptions } from '../../db/apply/plans.ts'
import { applyOutboxStep } from '../../db/apply/outbox.ts'
import { applyPayments, applyStartedPayment } from '../../db/apply/payments.ts'
import { applyDocumentAnswer } from '../../db/apply/vehicle-documents.ts'
import { applyVehicle, applyVehicleGone } from '../../db/apply/vehicles.ts'
import type { Order } from '../../contract/orders.ts'
import type { OutboxChange } from '../../db/apply/outbox.ts'
import type { CommandOf } from '../../db/command.ts'
import type { OutboxRow } from '../../db/outbox-row.ts'
import { unreachable } from '../../lib/assert.ts'
import { isFavouriteCommand } from '../../domain/commands.ts'
import { isBookingDone, isFavouriteDone, isReviewDone } from '../../outbox/commands/is-done.ts'
import { done } from '../../outbox/settle.ts'
import { responseTime } from '../response-time.ts'
import { momentOf, whileWaiting, type Work } from './row-steps.ts'
import type { Ack } from './to-call.ts'

/**
 * Stores the provider's answer and ends the request, in one transaction. Returns false when its driver is signed out.
 */
export function acknowledge(
  work: Work,
  row: OutboxRow,
  { ack, how }: { readonly ack: Ack; readonly how: 'done' | 'found_done' },
): Promise<boolean> {
  const { phone, userId } = work
  const { dbs } = phone
  const at = momentOf(phone)
  const effect: OutboxRow['effect'] =
    ack.kind === 'booking' ? { kind: 'booking', id: ack.booking.booking_id } : undefined
  const outbox = whileWaiting(work, row.id, (stored) => done(stored, at, { how, effect }))
  const savedAt = at.now
  switch (ack.kind) {
    case 'booking':
      return applyBooking(dbs, userId, { booking: ack.booking, left: ack.left, outbox, savedAt })
    case 'vehicle':
      return applyVehicle(dbs, userId, { vehicle: ack.vehicle, outbox, savedAt })
    case 'vehicle_gone':
      return applyVehicleGone(dbs, userId, { vehicleId: ack.vehicleId, outbox })
    case 'favourite':
      return applyFavourite(dbs, userId, { favourite: ack.favourite, outbox, savedAt })
    case 'payment':
      return applyStartedPayment(dbs, userId, { ...ack, outbox, ...responseTime(phone) })
    case 'order':
      return applyOrder(work, row, { order: ack.order, outbox, savedAt })
    case 'gift':
      return applyGifts(dbs, userId, { gifts: [ack.gift], outbox, savedAt })
    case 'dates':
    case 'scan':
    case 'renewal':
      return applyDocumentAnswer(dbs, userId, { answer: ack, outbox })
    case 'subscription':
      return applySubscriptions(dbs, userId, { rows: [ack.subscription], outbox, savedAt })
    case 'referral':
      return applyReferral(dbs, userId, { referral: ack.referral, outbox, savedAt })
    case 'redeemed':
    case 'withdrawal':
    case 'reported':
    case 'contacted':
      return applyOutboxStep(dbs, userId, outbox)
    case 'verified':
      return applyPayments(dbs, userId, { payments: [ack.answer.data.payment], outbox, ...responseTime(phone) })
    default:
      return unreachable(ack)
  }
}

/**
 * The cart is in another database and is emptied afterwards: if the phone dies in between, the provider refuses a
 * second order of the same cart with the code of the first.
 */
async function applyOrder(
  { phone: { dbs }, userId }: Work,
  { command }: OutboxRow,
  { order, ...told }: { readonly order: Order; readonly outbox: OutboxChange; readonly savedAt: number },
): Promise<boolean> {
  const isHere = await applyOrders(dbs, userId, { orders: [order], ...told })
  if (isHere && command.kind === 'order.place') await applyCartEmptied(dbs, command.body.cart_id)
  return isHere
}

/** Returns whether the answer is about the request. */
export function isAbout(ack: Ack, { command }: OutboxRow): boolean {
  // When nothing is owed, nothing is paid, and that is a valid answer too.
  if (command.kind === 'booking.pay_overstay') return ack.kind === 'booking'
  // An answer to an earlier command about the same booking does not show what this one requested.
  if ('bookingId' in command) return ack.kind === 'booking' && isBookingDone(command, ack.booking)
  if (command.kind === 'review.set') return ack.kind === 'booking' && isReviewDone(command, ack.booking)
  if (command.kind === 'order.cancel') return ack.kind === 'order' && ack.order.order_code === command.orderCode
  if (command.kind === 'gift.cancel') return ack.kind === 'gift' && ack.gift.gift_id === command.giftId
  if (command.kind === 'plan.change') return isPlanChanged(command, ack)
  if (isFavouriteCommand(command)) return ack.kind === 'favourite' && isFavouriteDone(command, ack.favourite)
  return ack.kind !== 'vehicle' || ('vehicleId' in command && ack.vehicle.id === command.vehicleId)
}

const isPlanChanged = ({ subscriptionId, body }: CommandOf<'plan.change'>, ack: Ack): boolean =>
  ack.kind === 'subscription' &&
  ack.subscription.subscription_id === subscriptionId &&
  ack.subscription.cancelled === (body.cancelled ?? ack.subscription.cancelled) &&
  ack.subscription.pay_by === (body.pay_by ?? ack.subscription.pay_by)
