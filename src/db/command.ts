import type { CreateBookingBody, MoveBookingBody } from '../contract/bookings.ts'
import type { CreateOrderBody } from '../contract/orders.ts'
import type { RenewalBody } from '../contract/vehicle-documents.ts'
import type { OrderCancelReason } from '../domain/order.ts'
import type { CreateGiftBody } from '../contract/gifts.ts'
import type { EnterReferralBody } from '../contract/referrals.ts'
import type { ChangeSubscriptionBody, SubscribeBody } from '../contract/plans.ts'
import { entityKey, isQueueable, type QueueableCommand } from '../domain/commands.ts'
import type { Money } from '../domain/money.ts'
import { unreachable } from '../lib/assert.ts'

/** What a booking payment is for, in the driver's terms. */
export interface PaidStay {
  readonly parkName: string
  readonly zone: string
  /** Epoch milliseconds. */
  readonly fromMs: number
  readonly untilMs: number
}

/**
 * Commands that need an answer at once: sent by the page that asked, and never resent automatically once the driver was
 * told that the answer was lost.
 */
export type NowCommand =
  | {
      readonly kind: 'booking.create'
      readonly body: CreateBookingBody
      readonly parkName: string
      /**
       * Ids of the driver's bookings known beforehand, none of which this command made. Identifies the new one without
       * a clock.
       */
      readonly seen: readonly string[]
    }
  | {
      readonly kind: 'booking.renew'
      readonly bookingId: string
      /** Minor units. */
      readonly quotedTotal: number
      readonly tariffVersion: string
    }
  | { readonly kind: 'booking.change_plate'; readonly bookingId: string; readonly body: { readonly plate: string } }
  /**
   * Pays for the time after the end. Minor units: the amount that the driver accepted to pay, and the total paid
   * before, as shown.
   */
  | {
      readonly kind: 'booking.pay_overstay'
      readonly bookingId: string
      readonly maxPriceMinor: number
      readonly paidMinor: number
      /** Paid from the driver's own wallet although a company pays for the booking. */
      readonly isPrivate?: true
    }
  /** Moves the end earlier. RFC 3339; the minimum refund, minor units. */
  | {
      readonly kind: 'booking.shorten'
      readonly bookingId: string
      readonly baseEnd: string
      readonly newEnd: string
      readonly minRefundMinor: number
    }
  /**
   * Accepts the new date of a postponed event. `parkingFrom`: when its parking begins, as shown to the driver; RFC
   * 3339.
   */
  | { readonly kind: 'booking.keep_event'; readonly bookingId: string; readonly parkingFrom: string }
  /** Moves to other times or another car park, at the price and for the refund that were shown. */
  | {
      readonly kind: 'booking.move'
      readonly bookingId: string
      readonly parkName: string
      readonly body: MoveBookingBody
    }
  /** Reserves a space while its driver pays at a gateway. */
  | { readonly kind: 'booking.checkout'; readonly body: CreateBookingBody; readonly stay: PaidStay }
  /** Orders a cart at the prices that were shown. */
  | { readonly kind: 'order.place'; readonly body: CreateOrderBody }
  /** Reserves a cart's goods while its driver pays at a gateway. */
  | { readonly kind: 'order.checkout'; readonly body: CreateOrderBody }
  | { readonly kind: 'order.cancel'; readonly orderCode: string; readonly reason: OrderCancelReason }
  | { readonly kind: 'gift.buy'; readonly body: CreateGiftBody }
  | { readonly kind: 'gift.cancel'; readonly giftId: string }
  | { readonly kind: 'gift.redeem'; readonly code: string }
  /** Names who referred this driver; `device`: this installation of the app. */
  | { readonly kind: 'referral.enter'; readonly body: EnterReferralBody }
  /** Renews documents of a vehicle at the price that was shown. */
  | { readonly kind: 'renewal.pay'; readonly body: RenewalBody }
  /** Buys a month of a plan at the price that was shown. */
  | { readonly kind: 'plan.start'; readonly body: SubscribeBody }
  | { readonly kind: 'plan.change'; readonly subscriptionId: string; readonly body: ChangeSubscriptionBody }
  /** `keepMethod`: the payment method may be kept for automatic top-ups. */
  | (Money & { readonly kind: 'wallet.top_up'; readonly keepMethod?: boolean })
  /** Refunds money the way it came. */
  | (Money & { readonly kind: 'wallet.withdraw' })
  /** Cancels a withdrawal. */
  | (Money & { readonly kind: 'wallet.take_back'; readonly withdrawalId: string })
  /** Asks for the state of a payment; moves no money itself. */
  | { readonly kind: 'payment.verify'; readonly reference: string }

/** Everything that a driver may request. Intent only: no address, no header, no token. */
export type Command = QueueableCommand | NowCommand
export type CommandOf<K extends Command['kind']> = Extract<Command, { readonly kind: K }>

type ShopCommand = Extract<
  NowCommand,
  { readonly kind: `${'order' | 'gift' | 'renewal' | 'plan' | 'referral'}.${string}` }
>

const isOfShop = (command: NowCommand): command is ShopCommand =>
  /^(?:order|gift|renewal|plan|referral)\./.test(command.kind)

function subjectOfShop(command: ShopCommand): string {
  switch (command.kind) {
    case 'order.place':
    case 'order.checkout':
      return `cart:${command.body.country_code}`
    case 'order.cancel':
      return `order:${command.orderCode}`
    case 'gift.buy':
      return 'gifts'
    case 'gift.cancel':
      return `gift:${command.giftId}`
    case 'gift.redeem':
      return `gift:${command.code}`
    case 'referral.enter':
      return 'referral'
    case 'renewal.pay':
      return `renewal:${command.body.draft_id}`
    case 'plan.start':
      return 'plans'
    case 'plan.change':
      return `plan:${command.subscriptionId}`
    default:
      return unreachable(command)
  }
}

/** Returns the subject of a command, which separates commands about one thing from those about others. */
export function subjectOf(command: Command): string {
  if (isQueueable(command)) return entityKey(command)
  if (isOfShop(command)) return subjectOfShop(command)
  switch (command.kind) {
    case 'booking.create':
    case 'booking.checkout':
      return `stay:${command.body.park_id}`
    case 'booking.renew':
    case 'booking.change_plate':
    case 'booking.pay_overstay':
    case 'booking.shorten':
    case 'booking.move':
    case 'booking.keep_event':
      return `booking:${command.bookingId}`
    case 'wallet.top_up':
    case 'wallet.withdraw':
    case 'wallet.take_back':
      return `wallet:${command.currency}`
    case 'payment.verify':
      return `payment:${command.reference}`
    default:
      return unreachable(command)
  }
}
