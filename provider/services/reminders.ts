import { bookingTail } from '../../src/domain/pass.ts'
import { unreachable } from '../../src/lib/assert.ts'
import type { ProviderDeps } from './deps.ts'
import { claimDue, type DueDelivery, noteDelivery, queueDue } from '../repositories/push-deliveries.ts'
import { forgetSubscription } from '../repositories/push-subscriptions.ts'
import { toPushMessage } from './push-message.ts'
import { getVapidKeys, type PushOutcome, type Sending, sendPush } from '../push/push-sender.ts'

/** Longer than one attempt takes, so that no other process sends the same message. */
const LEASE_MS = 30_000
/** Sent in parallel. */
const BATCH = 20
const FIRST_RETRY_MS = 15_000

export type ReminderDeps = Pick<ProviderDeps, 'db' | 'clock' | 'log' | 'config'>

/** Turns `Baywise <no-reply@example.com>` into the contact address for push services. */
const subjectOf = (mailFrom: string): string => `mailto:${/<([^>]+)>/.exec(mailFrom)?.[1] ?? mailFrom}`

/**
 * The last 16 digits of the booking or document's vehicle, or the wallet's currency, plus the kind of news: a second
 * reminder replaces an undelivered first.
 */
function topicOf(delivery: DueDelivery): string {
  const { kind } = delivery
  if (kind === 'document') {
    const [first, ...others] = delivery.documents
    return first === undefined || others.length > 0
      ? 'documents'
      : `${first.vehicle_id.replaceAll('-', '').slice(-16)}-${first.kind}`
  }
  if (kind === 'auto_top_up_off' || kind === 'plan') return `${kind}-${delivery.currency}`
  return `${bookingTail(delivery.booking_id)}-${kind.startsWith('ends') ? 'ends' : kind}`
}

async function note(deps: ReminderDeps, delivery: DueDelivery, outcome: PushOutcome): Promise<void> {
  const nowMs = deps.clock.now()
  switch (outcome.kind) {
    case 'sent':
      return noteDelivery(deps.db, delivery, { isSent: true, retryMs: null, nowMs })
    case 'gone':
      return forgetSubscription(deps.db, delivery.subscription.subscription_id)
    case 'retry': {
      const { reason } = outcome
      deps.log.warn('push.retry', { reason, host: new URL(delivery.subscription.endpoint).host })
      const retryMs = outcome.afterMs ?? FIRST_RETRY_MS * 2 ** (delivery.attempts - 1)
      return noteDelivery(deps.db, delivery, { isSent: false, retryMs, nowMs })
    }
    case 'refused':
      deps.log.warn('push.refused', { status: outcome.status, host: new URL(delivery.subscription.endpoint).host })
      return noteDelivery(deps.db, delivery, { isSent: false, retryMs: null, nowMs })
    default:
      return unreachable(outcome)
  }
}

async function send(deps: ReminderDeps, delivery: DueDelivery, sending: Sending): Promise<void> {
  const { nowMs } = sending
  const message = toPushMessage(delivery, nowMs)
  const outcome = await sendPush(
    {
      subscription: delivery.subscription,
      payload: JSON.stringify(message),
      ttlSeconds: Math.max(1, Math.floor((delivery.expires_at - nowMs) / 1000)),
      topic: topicOf(delivery),
      isUrgent: !message.silent,
    },
    sending,
  )
  await note(deps, delivery, outcome)
}

/**
 * Runs one round: queues what is due once per device, then sends. A temporary failure is retried until the news is out
 * of date. After a crash between sending and recording, a device may get a message twice, under the same tag.
 */
export async function sendReminders(deps: ReminderDeps, signal: AbortSignal): Promise<void> {
  const { db, config } = deps
  await queueDue(db, deps.clock.now())
  const vapid = await getVapidKeys(db)
  for (;;) {
    const nowMs = deps.clock.now()
    const due = signal.aborted ? [] : await claimDue(db, { nowMs, leaseMs: LEASE_MS, limit: BATCH })
    if (due.length === 0) return
    const sending = { vapid, subject: subjectOf(config.mailFrom), signal, nowMs }
    await Promise.all(due.map((delivery) => send(deps, delivery, sending)))
  }
}
