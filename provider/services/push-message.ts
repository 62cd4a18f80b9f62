import type { BookingPush, DocumentPush, PushMessage, WalletPush } from '../../src/contract/push.ts'
import { displayBookingCode } from '../../src/domain/code.ts'
import { MINUTE_MS, toInstant, toRfc3339 } from '../../src/domain/instant.ts'
import { zonedParts } from '../../src/domain/zone.ts'
import { DOCUMENT_REMINDER_TEXTS } from '../messages/document-reminder-texts.ts'
import { formatAmount, formatTime } from '../messages/format.ts'
import { formatLocalDay, formatMoment } from '../messages/format-stay.ts'
import { PLAN_TEXTS } from '../messages/plan-texts.ts'
import { PUSH_TEXTS } from '../messages/push-texts.ts'
import type { PushFacts, PushText, PushTexts } from '../messages/shapes.ts'
import type { DocumentDelivery } from '../repositories/document-reminders.ts'
import type { PlanDelivery } from '../repositories/plan-news.ts'
import type { BookingDelivery, DueDelivery } from '../repositories/push-deliveries.ts'
import type { PushSubscriptionRow } from '../repositories/push-subscriptions.ts'
import type { WalletDelivery } from '../repositories/push-wallet-news.ts'
import { closureFacts } from './closure-words.ts'
import { reminderFacts } from './document-mails.ts'
import { planFacts } from './plan-mails.ts'
import { nameOf } from './refusals.ts'

type Quiet = Pick<PushSubscriptionRow, 'timezone' | 'quiet_from' | 'quiet_to'>

/** Whether the device's local time lies in its quiet hours, which may run past midnight. */
export function isQuiet({ timezone, quiet_from: from, quiet_to: to }: Quiet, nowMs: number): boolean {
  if (from === null || to === null) return false
  const { hour, minute } = zonedParts(toInstant(nowMs), timezone)
  const now = hour * 60 + minute
  return from < to ? now >= from && now < to : now >= from || now < to
}

/** Names are cut so that the message always fits a push service's limit. */
const PARK_NAME_LENGTH = 80

function factsOf(delivery: BookingDelivery, nowMs: number): PushFacts {
  const { subscription, park, end_time: endMs, refund_minor: refundMinor, currency } = delivery
  const { language } = subscription
  return {
    park: park.name.slice(0, PARK_NAME_LENGTH),
    plate: delivery.plate,
    time: formatTime(endMs, park.timezone, language),
    minutes: Math.max(1, Math.ceil((endMs - nowMs) / MINUTE_MS)),
    amount: formatAmount(refundMinor ?? 0, currency, language),
    company: delivery.company,
  }
}

/** Two names fit next to the rest. */
const NEARBY = 2
const NEARBY_LENGTH = 40

/** Undefined when the delivery is not about a closure. */
function closureText(delivery: BookingDelivery, facts: PushFacts, nowMs: number): PushText | undefined {
  const { closure, kind, refund_minor: refundMinor, nearby, park } = delivery
  if (closure === null) return undefined
  const { language } = delivery.subscription
  const { reason, from } = closureFacts(closure, { language, timezone: park.timezone, nowMs })
  if (kind === 'closing') return PUSH_TEXTS[language].closing({ ...facts, reason, from })
  const names = nearby.slice(0, NEARBY).map((free) => nameOf(free, language).slice(0, NEARBY_LENGTH))
  const amount = (refundMinor ?? 0) > 0 ? facts.amount : ''
  return PUSH_TEXTS[language].closed({ ...facts, amount, reason, nearby: names.join(', ') })
}

function textOf(delivery: BookingDelivery, texts: PushTexts, facts: PushFacts): PushText {
  const { kind, can_extend: canExtend, event } = delivery
  if (event !== null) {
    const chooseBy = formatMoment(event.choose_by_ms, event.timezone, delivery.subscription.language)
    return texts.postponed({ ...facts, event: event.name.slice(0, PARK_NAME_LENGTH), chooseBy })
  }
  if (kind === 'pass_ends') {
    const lastDay = formatLocalDay(delivery.last_day ?? '', delivery.subscription.language)
    return texts.passEnds({ ...facts, lastDay })
  }
  if (kind === 'cancelled' || kind === 'refunded' || kind === 'full') return texts[kind](facts)
  return canExtend ? texts.ends(facts) : texts.endsFull(facts)
}

function actionsOf({ kind, can_extend: canExtend, park }: BookingDelivery, texts: PushTexts): BookingPush['actions'] {
  const isRunning = kind === 'ends_in_30' || kind === 'ends_in_10'
  return [
    ...(isRunning && canExtend ? [{ action: 'extend' as const, title: texts.extend }] : []),
    ...(isRunning && park.lat !== null ? [{ action: 'directions' as const, title: texts.directions }] : []),
  ]
}

/** The second reminder of an end replaces the first. */
const tagOf = ({ kind, booking_id: bookingId }: BookingDelivery): string =>
  `${kind.startsWith('ends') ? 'ends' : kind}:${bookingId}`

const shownIn = ({ subscription }: DueDelivery, nowMs: number) => ({
  v: 1 as const,
  language: subscription.language,
  silent: isQuiet(subscription, nowMs),
  sent_at: toRfc3339(toInstant(nowMs)),
})

function toBookingPush(delivery: BookingDelivery, nowMs: number): BookingPush {
  const { subscription, kind, park, currency, refund_minor: refundMinor } = delivery
  const texts = PUSH_TEXTS[subscription.language]
  const facts = factsOf(delivery, nowMs)
  return {
    ...shownIn(delivery, nowMs),
    kind,
    ...(closureText(delivery, facts, nowMs) ?? textOf(delivery, texts, facts)),
    tag: tagOf(delivery),
    actions: actionsOf(delivery, texts),
    booking_id: delivery.booking_id,
    booking_code: displayBookingCode(delivery.booking_code),
    park: { ...park, name: park.name.slice(0, PARK_NAME_LENGTH) },
    end_time: toRfc3339(delivery.end_time),
    refund: refundMinor === null ? null : { amount: refundMinor, currency },
  }
}

function toWalletPush(delivery: WalletDelivery, nowMs: number): WalletPush {
  const { kind, currency, subscription } = delivery
  const text = PUSH_TEXTS[subscription.language].autoTopUpOff(currency)
  return { ...shownIn(delivery, nowMs), kind, ...text, tag: `${kind}:${currency}`, currency }
}

/** Only the latest plan news counts, so it replaces earlier ones. */
function toPlanPush(delivery: PlanDelivery, nowMs: number): WalletPush {
  const { kind, currency, subscription, news } = delivery
  const text = PLAN_TEXTS[subscription.language].push[news](planFacts(delivery, subscription.language))
  return { ...shownIn(delivery, nowMs), kind, ...text, tag: `${kind}:${currency}`, currency }
}

/** A later reminder of the same document replaces an earlier one, and so does one of several documents. */
function toDocumentPush(delivery: DocumentDelivery, nowMs: number): DocumentPush {
  const { kind, documents, subscription } = delivery
  const text = DOCUMENT_REMINDER_TEXTS[subscription.language].push(reminderFacts(documents, subscription.language))
  const [first, ...others] = documents
  const tag = first === undefined || others.length > 0 ? 'documents' : `${first.kind}:${first.vehicle_id}`
  return { ...shownIn(delivery, nowMs), kind, ...text, tag }
}

/** The message that the service worker shows, complete and in the device's language. */
export function toPushMessage(delivery: DueDelivery, nowMs: number): PushMessage {
  if (delivery.kind === 'document') return toDocumentPush(delivery, nowMs)
  if (delivery.kind === 'plan') return toPlanPush(delivery, nowMs)
  return delivery.kind === 'auto_top_up_off' ? toWalletPush(delivery, nowMs) : toBookingPush(delivery, nowMs)
}
