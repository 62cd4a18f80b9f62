import {
  cancelBooking,
  changePlate,
  createBooking,
  extendBooking,
  keepEventBooking,
  payOverstay,
  renewBooking,
  moveBooking,
  shortenBooking,
} from '../../api/bookings.ts'
import { type KeyedCall, mapKeyed } from '../../api/keyed-call.ts'
import { changeFavourite } from '../../api/favourites.ts'
import { sendContact } from '../../api/contact.ts'
import { reportParkProblem } from '../../api/park-problems.ts'
import { addFunds, checkoutBooking, verifyPayment } from '../../api/payments.ts'
import { reportReview, setReview } from '../../api/review-calls.ts'
import { addVehicle, deleteVehicle, editVehicle, setDefaultVehicle } from '../../api/vehicles.ts'
import { payRenewal, saveDates, sendScan } from '../../api/vehicle-documents.ts'
import { buyGift, cancelGift, redeemGift } from '../../api/gifts.ts'
import { enterReferral } from '../../api/referrals.ts'
import { changeSubscription, subscribe } from '../../api/plans.ts'
import { requestWithdrawal, takeBackWithdrawal } from '../../api/withdrawals.ts'
import { cancelOrder, checkoutOrder, placeOrder } from '../../api/orders.ts'
import type { Booking } from '../../contract/bookings.ts'
import type { Favourite } from '../../contract/favourites.ts'
import type { Order } from '../../contract/orders.ts'
import type { Gift, RedeemedGift } from '../../contract/gifts.ts'
import type { Referral } from '../../contract/referrals.ts'
import type { Subscription } from '../../contract/plans.ts'
import type { ParkProblemWire } from '../../contract/park-problems.ts'
import type { PaymentInfo, PaymentWire, VerifyPayment, Withdrawal } from '../../contract/payments.ts'
import type { Renewal, ScanWire, VehicleDates } from '../../contract/vehicle-documents.ts'
import type { Vehicle } from '../../contract/vehicles.ts'
import type { Command, CommandOf, PaidStay } from '../../db/command.ts'
import {
  type DocumentCommand,
  type FavouriteCommand,
  type ReviewCommand,
  isDocumentCommand,
  isFavouriteCommand,
  isReview,
  isVehicleCommand,
  type VehicleCommand,
} from '../../domain/commands.ts'
import { unreachable } from '../../lib/assert.ts'

/** What a request created or changed at the provider. */
export type Ack =
  /** `left`: the former booking, when this one was moved. */
  | { readonly kind: 'booking'; readonly booking: Booking; readonly left?: Booking }
  | { readonly kind: 'vehicle'; readonly vehicle: Vehicle }
  | { readonly kind: 'vehicle_gone'; readonly vehicleId: string }
  | { readonly kind: 'favourite'; readonly favourite: Favourite }
  | { readonly kind: 'reported'; readonly problem: ParkProblemWire }
  | { readonly kind: 'contacted' }
  /** Can now be paid at the gateway; nothing is charged before that. */
  | {
      readonly kind: 'payment'
      readonly payment: PaymentWire
      readonly info: PaymentInfo
      readonly stay: PaidStay | null
    }
  | { readonly kind: 'withdrawal'; readonly withdrawal: Withdrawal }
  | { readonly kind: 'order'; readonly order: Order }
  | { readonly kind: 'gift'; readonly gift: Gift }
  | { readonly kind: 'subscription'; readonly subscription: Subscription }
  | { readonly kind: 'referral'; readonly referral: Referral }
  | { readonly kind: 'redeemed'; readonly redeemed: RedeemedGift }
  | { readonly kind: 'dates'; readonly dates: VehicleDates }
  | { readonly kind: 'scan'; readonly scan: ScanWire }
  | { readonly kind: 'renewal'; readonly renewal: Renewal }
  | { readonly kind: 'verified'; readonly answer: VerifyPayment }

const ofBooking = (call: KeyedCall<Booking>): KeyedCall<Ack> =>
  mapKeyed(call, (booking) => ({ kind: 'booking', booking }))
const ofVehicle = (call: KeyedCall<Vehicle>): KeyedCall<Ack> =>
  mapKeyed(call, (vehicle) => ({ kind: 'vehicle', vehicle }))
const ofWithdrawal = (call: KeyedCall<Withdrawal>): KeyedCall<Ack> =>
  mapKeyed(call, (withdrawal) => ({ kind: 'withdrawal', withdrawal }))
const ofPayment = (
  call: KeyedCall<{ readonly payment: PaymentWire; readonly payment_info: PaymentInfo }>,
  stay: PaidStay | null,
): KeyedCall<Ack> => mapKeyed(call, ({ payment, payment_info: info }) => ({ kind: 'payment', payment, info, stay }))

function toVehicleCall(command: VehicleCommand): KeyedCall<Ack> {
  switch (command.kind) {
    case 'vehicle.add':
      return ofVehicle(addVehicle({ id: command.vehicleId, ...command.vehicle }))
    case 'vehicle.edit':
      return ofVehicle(
        editVehicle({ id: command.vehicleId, body: { ...command.vehicle, version: command.baseVersion } }),
      )
    case 'vehicle.set_default':
      return ofVehicle(setDefaultVehicle(command.vehicleId))
    case 'vehicle.delete':
      return mapKeyed(deleteVehicle(command.vehicleId), () => ({
        kind: 'vehicle_gone',
        vehicleId: command.vehicleId,
      }))
    default:
      return unreachable(command)
  }
}

type Told = CommandOf<'park.report' | 'contact.send'> | ReviewCommand

const isTold = (command: Command): command is Told =>
  command.kind === 'park.report' || command.kind === 'contact.send' || isReview(command)

const toReviewCall = (command: ReviewCommand): KeyedCall<Ack> =>
  command.kind === 'review.set'
    ? ofBooking(setReview(command))
    : mapKeyed(reportReview(command), () => ({ kind: 'contacted' }))

function toReport(command: Told): KeyedCall<Ack> {
  if (isReview(command)) return toReviewCall(command)
  if (command.kind === 'contact.send') {
    const { kind: _, ...body } = command
    return mapKeyed(sendContact(body), () => ({ kind: 'contacted' }))
  }
  const { parkId, problem: kind, text, booking, photo } = command
  const about = {
    ...(booking === undefined ? {} : { booking_id: booking }),
    ...(photo === undefined ? {} : { photo }),
  }
  const call = reportParkProblem({ parkId, body: { kind, text, ...about } })
  return mapKeyed(call, (problem) => ({ kind: 'reported', problem }))
}

const toFavouriteCall = ({ kind, parkId }: FavouriteCommand): KeyedCall<Ack> =>
  mapKeyed(changeFavourite({ parkId, isFavourite: kind === 'favourite.add' }), (favourite) => ({
    kind: 'favourite',
    favourite,
  }))

type OrderCommand = CommandOf<'order.place' | 'order.checkout' | 'order.cancel'>

const isOrderCommand = (command: Command): command is OrderCommand => command.kind.startsWith('order.')

function toOrderCall(command: OrderCommand): KeyedCall<Ack> {
  if (command.kind === 'order.checkout') return ofPayment(checkoutOrder(command.body), null)
  const call = command.kind === 'order.place' ? placeOrder(command.body) : cancelOrder(command)
  return mapKeyed(call, (order) => ({ kind: 'order', order }))
}

type GiftCommand = CommandOf<'gift.buy' | 'gift.cancel' | 'gift.redeem'>
type PlanCommand = CommandOf<'plan.start' | 'plan.change'>

type ShopCommand =
  | OrderCommand
  | GiftCommand
  | PlanCommand
  | CommandOf<'renewal.pay' | 'referral.enter'>
  | DocumentCommand

const isShopCommand = (command: Command): command is ShopCommand =>
  /^(?:order|gift|plan|renewal|referral|document)\./.test(command.kind)

function toGiftCall(command: GiftCommand): KeyedCall<Ack> {
  if (command.kind === 'gift.redeem')
    return mapKeyed(redeemGift(command.code), (redeemed) => ({ kind: 'redeemed', redeemed }))
  const call = command.kind === 'gift.buy' ? buyGift(command.body) : cancelGift(command.giftId)
  return mapKeyed(call, (gift) => ({ kind: 'gift', gift }))
}

const toDocumentCall = (command: DocumentCommand, picture: ArrayBuffer | undefined): KeyedCall<Ack> =>
  command.kind === 'document.dates'
    ? mapKeyed(saveDates(command), (dates) => ({ kind: 'dates', dates }))
    : mapKeyed(sendScan(command, picture), (scan) => ({ kind: 'scan', scan }))

const toPlanCall = (command: PlanCommand): KeyedCall<Ack> =>
  mapKeyed(
    command.kind === 'plan.start' ? subscribe(command.body) : changeSubscription(command.subscriptionId, command.body),
    (subscription) => ({ kind: 'subscription', subscription }),
  )

function toShopCall(command: ShopCommand, picture: ArrayBuffer | undefined): KeyedCall<Ack> {
  if (isDocumentCommand(command)) return toDocumentCall(command, picture)
  if (command.kind === 'renewal.pay')
    return mapKeyed(payRenewal(command.body), (renewal) => ({ kind: 'renewal', renewal }))
  if (command.kind === 'referral.enter')
    return mapKeyed(enterReferral(command.body), (referral) => ({ kind: 'referral', referral }))
  if (command.kind === 'plan.start' || command.kind === 'plan.change') return toPlanCall(command)
  return isOrderCommand(command) ? toOrderCall(command) : toGiftCall(command)
}

/**
 * The only place where a command becomes a request. The same command always produces the same bytes, so the provider
 * recognises a repeat. `picture`: for a command that sends a picture stored on the phone.
 */
export function toCall(command: Command, picture?: ArrayBuffer): KeyedCall<Ack> {
  if (isVehicleCommand(command)) return toVehicleCall(command)
  if (isFavouriteCommand(command)) return toFavouriteCall(command)
  if (isShopCommand(command)) return toShopCall(command, picture)
  if (isTold(command)) return toReport(command)
  switch (command.kind) {
    case 'booking.create':
      return ofBooking(createBooking(command.body))
    case 'booking.renew':
      return ofBooking(renewBooking(command))
    case 'booking.change_plate':
      return ofBooking(changePlate(command))
    case 'booking.pay_overstay':
      return ofBooking(
        payOverstay({
          bookingId: command.bookingId,
          maxPrice: command.maxPriceMinor,
          isPrivate: command.isPrivate === true,
        }),
      )
    case 'booking.shorten':
      return ofBooking(shortenBooking(command))
    case 'booking.keep_event':
      return ofBooking(keepEventBooking(command))
    case 'booking.move':
      return mapKeyed(moveBooking(command), (moved) => ({ kind: 'booking', ...moved }))
    case 'booking.cancel':
      return ofBooking(
        cancelBooking({ bookingId: command.bookingId, minRefund: command.minRefundMinor, reason: command.reason }),
      )
    case 'booking.extend':
      return ofBooking(
        extendBooking({
          booking_id: command.bookingId,
          new_end_time: command.newEnd,
          base_end_time: command.baseEnd,
          max_price: command.maxPriceMinor,
        }),
      )
    case 'booking.checkout':
      return ofPayment(checkoutBooking(command.body), command.stay)
    case 'wallet.top_up': {
      const { amountMinor: amount, currency, keepMethod } = command
      return ofPayment(addFunds({ amount, currency, ...(keepMethod === true ? { keep_method: true } : {}) }), null)
    }
    case 'wallet.withdraw':
      return ofWithdrawal(requestWithdrawal(command))
    case 'wallet.take_back':
      return ofWithdrawal(takeBackWithdrawal(command.withdrawalId))
    case 'payment.verify':
      return mapKeyed(verifyPayment(command.reference), (answer) => ({ kind: 'verified', answer }))
    default:
      return unreachable(command)
  }
}
