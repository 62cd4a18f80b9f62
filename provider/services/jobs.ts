import { DAY_MS } from '../../src/domain/instant.ts'
import { isDatabaseUnavailable } from '../db/unavailable.ts'
import type { ProviderDeps } from './deps.ts'
import { forgetOldKeys } from '../repositories/idempotency.ts'
import { assignReceipts, auditLedger } from '../repositories/ledger.ts'
import { forgetOldWebhooks } from '../repositories/payments.ts'
import { chargeAutoTopUps } from './auto-charges.ts'
import { sendCompanyMails } from './companies.ts'
import { sendBookingMails } from './booking-mails.ts'
import { forgetMethods } from './payment-methods.ts'
import { checkDueBacks } from './payments-back.ts'
import { forgetMessages, sendContactMails } from './contact.ts'
import { sendDocumentMails } from './document-mails.ts'
import { forgetScans } from './documents.ts'
import { forgetProblemPhotos } from './park-problems.ts'
import { followClosures } from './closures.ts'
import { publishDueTariffs } from './planned-tariffs.ts'
import { pullFeeds } from './feeds.ts'
import { followEvents } from './follow-events.ts'
import { sendGiftMails } from './gifts.ts'
import { settleDuePayments } from './payments-verify.ts'
import { payWithdrawals } from './refunds.ts'
import { sendPlanMails } from './plan-mails.ts'
import { renewPlans } from './renew-plans.ts'
import { forgetReferralMarks, sendReferralMails, settleReferrals } from './settle-referrals.ts'
import { sendRequestMails } from './space-requests.ts'
import { sendReminders } from './reminders.ts'

export interface Jobs {
  /** Starts no further rounds; resolves when the running ones have ended. */
  stop(): Promise<void>
}

const RECEIPTS_EVERY_MS = 2_000
const PAYMENTS_EVERY_MS = 5_000
const REMINDERS_EVERY_MS = 15_000
const MAILS_EVERY_MS = 5_000
const EVENTS_EVERY_MS = 5_000
const AUDIT_EVERY_MS = 5_000
const FEEDS_EVERY_MS = 60_000

type Deps = Pick<ProviderDeps, 'db' | 'clock' | 'log' | 'config' | 'mailer' | 'random'>

/** Called after each round of a job. */
type OnRound = (job: string, isGood: boolean, nowMs: number) => void

interface Round {
  readonly job: string
  readonly everyMs: number
  readonly onRound: OnRound
}

/** Runs `work` repeatedly, one round at a time; a database outage is only logged and the next round tries again. */
function repeat(deps: Deps, { job, everyMs, onRound }: Round, work: () => Promise<unknown>): Jobs {
  let running: Promise<void> = Promise.resolve()
  let busy = false
  const timer = setInterval(() => {
    if (busy) return
    busy = true
    running = work()
      .then(() => onRound(job, true, deps.clock.now()))
      .catch((error: unknown) => {
        onRound(job, false, deps.clock.now())
        if (isDatabaseUnavailable(error)) deps.log.warn('job.database_unavailable', {})
        else deps.log.error('job.failed', { job, message: error instanceof Error ? error.message : String(error) })
      })
      .finally(() => {
        busy = false
      })
  }, everyMs)
  timer.unref()
  return {
    async stop() {
      clearInterval(timer)
      await running
    },
  }
}

/** A job: runs `round` every `everyMs`. */
interface Work {
  readonly everyMs: number
  readonly round: () => Promise<unknown>
}

/** The background jobs by name. `signal` ends long rounds between two messages. */
export function jobsOf(deps: Deps, signal: AbortSignal): Readonly<Record<string, Work>> {
  return {
    receipts: {
      everyMs: RECEIPTS_EVERY_MS,
      round: () => assignReceipts(deps.db, { nowMs: deps.clock.now() }),
    },
    audit: { everyMs: AUDIT_EVERY_MS, round: () => auditLedger(deps.db) },
    payments: {
      everyMs: PAYMENTS_EVERY_MS,
      async round() {
        await settleDuePayments(deps)
        await payWithdrawals(deps)
        await chargeAutoTopUps(deps)
        await renewPlans(deps)
        await settleReferrals(deps)
        await forgetMethods(deps)
      },
    },
    // A job of its own, so that payments in progress do not wait for the daily checks of settled ones.
    payments_back: { everyMs: PAYMENTS_EVERY_MS, round: () => checkDueBacks(deps) },
    reminders: { everyMs: REMINDERS_EVERY_MS, round: () => sendReminders(deps, signal) },
    events: { everyMs: EVENTS_EVERY_MS, round: () => followEvents(deps) },
    closures: { everyMs: EVENTS_EVERY_MS, round: () => followClosures(deps) },
    tariffs: { everyMs: EVENTS_EVERY_MS, round: () => publishDueTariffs(deps) },
    booking_mails: { everyMs: MAILS_EVERY_MS, round: () => sendBookingMails(deps, signal) },
    mails: {
      everyMs: MAILS_EVERY_MS,
      async round() {
        await sendGiftMails(deps)
        await sendPlanMails(deps)
        await sendReferralMails(deps)
        await sendDocumentMails(deps)
        await sendContactMails(deps)
        await sendRequestMails(deps)
        await sendCompanyMails(deps)
      },
    },
    feeds: { everyMs: FEEDS_EVERY_MS, round: () => pullFeeds(deps) },
    daily: {
      everyMs: DAY_MS,
      async round() {
        const forgotten = await forgetOldKeys(deps.db, deps.clock.now())
        deps.log.info('job.idempotency_keys_forgotten', { forgotten })
        await forgetOldWebhooks(deps.db, deps.clock.now())
        await forgetProblemPhotos(deps.db, deps.clock.now())
        await forgetScans(deps.db, deps.clock.now())
        await forgetMessages(deps.db, deps.clock.now())
        await forgetReferralMarks(deps)
      },
    },
  }
}

/**
 * Starts all background jobs: receipt numbers shortly after each charge; abandoned payments; reminders; bookings
 * affected by closures and events; tariffs that come into force; emails; and once a day the deletion of old idempotency
 * keys and photos.
 */
export function startJobs(deps: Deps, onRound: OnRound = () => undefined): Jobs {
  const stopping = new AbortController()
  const started = Object.entries(jobsOf(deps, stopping.signal)).map(([job, { everyMs, round }]) =>
    repeat(deps, { job, everyMs, onRound }, round),
  )
  return {
    async stop() {
      stopping.abort()
      await Promise.all(started.map((job) => job.stop()))
    },
  }
}
