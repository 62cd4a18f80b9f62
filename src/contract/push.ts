import * as v from 'valibot'
import { isZone } from '../domain/zone.ts'
import { amount, currency, instantText, language, single, uuid } from './common.ts'

const minuteOfDay = v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(1439))

/**
 * Local minutes of the day in the device's zone; `to <= from` wraps past midnight. Notifications are silent during
 * quiet hours.
 */
const quietHours = v.object({ from_minute: minuteOfDay, to_minute: minuteOfDay })

const base64url = (bytes: number) =>
  v.pipe(
    v.string(),
    v.regex(/^[\w-]+={0,2}$/),
    v.check((text) => Math.floor((text.replaceAll('=', '').length * 3) / 4) === bytes, `${String(bytes)} bytes`),
  )

const timezone = v.pipe(v.string(), v.maxLength(60), v.check(isZone, 'a known time zone'))

/** VAPID public key, base64url: the `applicationServerKey` of `pushManager.subscribe`. */
export const pushKeySingle = single(v.object({ public_key: v.string() }))

/**
 * `PushSubscription.toJSON()` with the device's language, zone and quiet hours. Sending the same endpoint again
 * replaces the row.
 */
export const pushSubscriptionBody = v.object({
  endpoint: v.pipe(v.string(), v.url(), v.maxLength(1000)),
  keys: v.object({ p256dh: base64url(65), auth: base64url(16) }),
  language,
  timezone,
  quiet_hours: v.optional(v.nullable(quietHours)),
})
export type PushSubscriptionBody = v.InferInput<typeof pushSubscriptionBody>

/** The provider's record of a device's subscription. Once the push service has dropped the subscription: 404. */
export const pushSubscriptionSchema = v.object({
  subscription_id: uuid,
  language,
  timezone: v.string(),
  quiet_hours: v.nullable(quietHours),
  created_at: instantText,
  /** Last results of the push service; null before the first notification. */
  last_sent_at: v.nullable(instantText),
  last_failed_at: v.nullable(instantText),
})
export type PushSubscriptionWire = v.InferOutput<typeof pushSubscriptionSchema>
export const pushSubscriptionSingle = single(pushSubscriptionSchema)
export const pushSubscriptionsAnswer = v.object({ data: v.array(pushSubscriptionSchema) })

const BOOKING_PUSH_KINDS = [
  'ends_in_30',
  'ends_in_10',
  'pass_ends',
  'cancelled',
  'refunded',
  'full',
  'postponed',
  'closing',
] as const
export type BookingPushKind = (typeof BOOKING_PUSH_KINDS)[number]

const shown = {
  v: v.literal(1),
  /** Language of the texts. */
  language,
  title: v.string(),
  body: v.string(),
  /** One notification per booking or wallet and kind of event: a repeated delivery replaces the earlier one. */
  tag: v.string(),
  /** True within quiet hours. */
  silent: v.boolean(),
  sent_at: instantText,
}

const bookingPushSchema = v.object({
  ...shown,
  kind: v.picklist(BOOKING_PUSH_KINDS),
  /** `extend` is absent when the park has no space after the end. */
  actions: v.array(v.object({ action: v.picklist(['extend', 'directions']), title: v.string() })),
  booking_id: uuid,
  /** `K7QM-4T2P`. */
  booking_code: v.string(),
  park: v.object({
    id: v.number(),
    slug: v.string(),
    name: v.string(),
    lat: v.nullable(v.number()),
    lng: v.nullable(v.number()),
    timezone: v.string(),
  }),
  end_time: instantText,
  /** Amount of a refund, of a possible refund, or of a payment that went to the wallet. */
  refund: v.nullable(v.object({ amount, currency })),
})
export type BookingPush = v.InferOutput<typeof bookingPushSchema>

/**
 * About a wallet, without a booking. `auto_top_up_off`: declined charges switched the automatic top-up off; `plan`: a
 * plan renews, cannot be paid, or ends.
 */
const walletPushSchema = v.object({
  ...shown,
  kind: v.picklist(['auto_top_up_off', 'plan']),
  currency,
})
export type WalletPush = v.InferOutput<typeof walletPushSchema>

/** A vehicle document is about to expire. */
const documentPushSchema = v.object({ ...shown, kind: v.literal('document') })
export type DocumentPush = v.InferOutput<typeof documentPushSchema>

/**
 * The decrypted message, complete for `showNotification(title, {body, tag, silent, actions, data: message})`. Texts are
 * in the subscription's language. The worker builds the URLs: the booking's page, its extension, directions to the
 * park, the wallet.
 */
export const pushMessageSchema = v.union([bookingPushSchema, walletPushSchema, documentPushSchema])
export type PushMessage = v.InferOutput<typeof pushMessageSchema>
