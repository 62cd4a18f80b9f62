import type { PushMessage } from '../../src/contract/push.ts'
import { displayBookingCode } from '../../src/domain/code.ts'
import { MINUTE_MS, toInstant, toRfc3339 } from '../../src/domain/instant.ts'
import { zonedParts } from '../../src/domain/zone.ts'
import { formatAmount, formatTime } from '../messages/format.ts'
import { PUSH_TEXTS, type PushFacts, type PushText, type PushTexts } from '../messages/push-texts.ts'
import type { DueDelivery } from '../repositories/push-deliveries.ts'
import type { PushSubscriptionRow } from '../repositories/push-subscriptions.ts'

type Quiet = Pick<PushSubscriptionRow, 'timezone' | 'quiet_from' | 'quiet_to'>

/** Whether the device's local time lies in its quiet hours, which may run past midnight. */
export function isQuiet({ timezone, quiet_from: from, quiet_to: to }: Quiet, nowMs: number): boolean {
  if (from === null || to === null) return false
  const { hour, minute } = zonedParts(toInstant(nowMs), timezone)
  const now = hour * 60 + minute
  return from < to ? now >= from && now < to : now >= from || now < to
}

/** A name is cut so that the message always fits into what a push service takes. */
const PARK_NAME_LENGTH = 80

function factsOf(delivery: DueDelivery, nowMs: number): PushFacts {
  const { subscription, park, end_time: endMs, refund_minor: refundMinor, currency } = delivery
  const { language } = subscription
  return {
    park: park.name.slice(0, PARK_NAME_LENGTH),
    plate: delivery.plate,
    time: formatTime(endMs, park.timezone, language),
    minutes: Math.max(1, Math.ceil((endMs - nowMs) / MINUTE_MS)),
    amount: formatAmount(refundMinor ?? 0, currency, language),
  }
}

function textOf({ kind, can_extend: canExtend }: DueDelivery, texts: PushTexts, facts: PushFacts): PushText {
  if (kind === 'cancelled' || kind === 'refunded' || kind === 'full') return texts[kind](facts)
  return canExtend ? texts.ends(facts) : texts.endsFull(facts)
}

function actionsOf({ kind, can_extend: canExtend, park }: DueDelivery, texts: PushTexts): PushMessage['actions'] {
  const isRunning = kind === 'ends_in_30' || kind === 'ends_in_10'
  return [
    ...(isRunning && canExtend ? [{ action: 'extend' as const, title: texts.extend }] : []),
    ...(isRunning && park.lat !== null ? [{ action: 'directions' as const, title: texts.directions }] : []),
  ]
}

/** The second reminder of an end takes the place of the first. */
const tagOf = ({ kind, booking_id: bookingId }: DueDelivery): string =>
  `${kind.startsWith('ends') ? 'ends' : kind}:${bookingId}`

/** What the worker shows, complete and in the device's language. */
export function toPushMessage(delivery: DueDelivery, nowMs: number): PushMessage {
  const { subscription, kind, park, currency, refund_minor: refundMinor } = delivery
  const texts = PUSH_TEXTS[subscription.language]
  return {
    v: 1,
    kind,
    language: subscription.language,
    ...textOf(delivery, texts, factsOf(delivery, nowMs)),
    tag: tagOf(delivery),
    silent: isQuiet(subscription, nowMs),
    actions: actionsOf(delivery, texts),
    booking_id: delivery.booking_id,
    booking_code: displayBookingCode(delivery.booking_code),
    park: { ...park, name: park.name.slice(0, PARK_NAME_LENGTH) },
    end_time: toRfc3339(delivery.end_time),
    refund: refundMinor === null ? null : { amount: refundMinor, currency },
    sent_at: toRfc3339(toInstant(nowMs)),
  }
}
