import { DAY_MS } from '../../src/domain/instant.ts'
import { isDatabaseUnavailable } from '../db/unavailable.ts'
import type { ProviderDeps } from './deps.ts'
import { forgetOldKeys } from '../repositories/idempotency.ts'
import { assignReceipts } from '../repositories/ledger.ts'
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
  /** Starts no further round; resolves when the running ones have ended. */
  stop(): Promise<void>
}

const RECEIPTS_EVERY_MS = 2_000
const PAYMENTS_EVERY_MS = 5_000
const REMINDERS_EVERY_MS = 15_000
const MAILS_EVERY_MS = 5_000
const EVENTS_EVERY_MS = 5_000
const FEEDS_EVERY_MS = 60_000

type Deps = Pick<ProviderDeps, 'db' | 'clock' | 'log' | 'config' | 'mailer' | 'random'>

/** Told of each round of a job when it has ended. */
type OnRound = (job: string, isGood: boolean, nowMs: number) => void

interface Round {
  readonly job: string
  readonly everyMs: number
  readonly onRound: OnRound
}

/** Runs `work` again and again, one round at a time; an outage of the database is waited out. */
function repeat(deps: Deps, { job, everyMs, onRound }: Round, work: () => Promise<void>): Jobs {
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

/** Receipt numbers a moment after each charge; payments that nobody came back for; reminders; bookings of closures and events; tariffs whose time has come; emails; old idempotency keys and photos once a day. */
export function startJobs(deps: Deps, onRound: OnRound = () => undefined): Jobs {
  let everything = true
  const every = (everyMs: number, job: string, work: () => Promise<void>): Jobs =>
    repeat(deps, { job, everyMs, onRound }, work)
  const receipts = every(RECEIPTS_EVERY_MS, 'receipts', async () => {
    await assignReceipts(deps.db, { everything, nowMs: deps.clock.now() })
    everything = false
  })
  const payments = every(PAYMENTS_EVERY_MS, 'payments', async () => {
    await settleDuePayments(deps)
    await payWithdrawals(deps)
    await chargeAutoTopUps(deps)
    await renewPlans(deps)
    await settleReferrals(deps)
    await forgetMethods(deps)
  })
  // Beside the payments: one that is being paid does not wait for the daily questions about those that were.
  const backs = every(PAYMENTS_EVERY_MS, 'payments_back', () => checkDueBacks(deps))
  const stopping = new AbortController()
  const reminders = every(REMINDERS_EVERY_MS, 'reminders', () => sendReminders(deps, stopping.signal))
  const events = every(EVENTS_EVERY_MS, 'events', async () => void (await followEvents(deps)))
  const closures = every(EVENTS_EVERY_MS, 'closures', async () => void (await followClosures(deps)))
  const tariffs = every(EVENTS_EVERY_MS, 'tariffs', async () => void (await publishDueTariffs(deps)))
  const mails = every(MAILS_EVERY_MS, 'booking_mails', () => sendBookingMails(deps, stopping.signal))
  const giftMails = every(MAILS_EVERY_MS, 'mails', async () => {
    await sendGiftMails(deps)
    await sendPlanMails(deps)
    await sendReferralMails(deps)
    await sendDocumentMails(deps)
    await sendContactMails(deps)
    await sendRequestMails(deps)
    await sendCompanyMails(deps)
  })
  const feeds = every(FEEDS_EVERY_MS, 'feeds', () => pullFeeds(deps))
  const keys = every(DAY_MS, 'daily', async () => {
    const forgotten = await forgetOldKeys(deps.db, deps.clock.now())
    deps.log.info('job.idempotency_keys_forgotten', { forgotten })
    await forgetOldWebhooks(deps.db, deps.clock.now())
    await forgetProblemPhotos(deps.db, deps.clock.now())
    await forgetScans(deps.db, deps.clock.now())
    await forgetMessages(deps.db, deps.clock.now())
    await forgetReferralMarks(deps)
  })
  return {
    async stop() {
      stopping.abort()
      const all = [receipts, payments, backs, reminders, events, closures, tariffs, mails, giftMails, feeds, keys]
      await Promise.all(all.map((job) => job.stop()))
    },
  }
}
