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

/** Runs `work` again and again, one round at a time; an outage of the database is waited out. */
function repeat(deps: Deps, everyMs: number, work: () => Promise<void>): Jobs {
  let running: Promise<void> = Promise.resolve()
  let busy = false
  const timer = setInterval(() => {
    if (busy) return
    busy = true
    running = work()
      .catch((error: unknown) => {
        if (isDatabaseUnavailable(error)) deps.log.warn('job.database_unavailable', {})
        else deps.log.error('job.failed', { message: error instanceof Error ? error.message : String(error) })
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
export function startJobs(deps: Deps): Jobs {
  let everything = true
  const receipts = repeat(deps, RECEIPTS_EVERY_MS, async () => {
    await assignReceipts(deps.db, { everything, nowMs: deps.clock.now() })
    everything = false
  })
  const payments = repeat(deps, PAYMENTS_EVERY_MS, async () => {
    await settleDuePayments(deps)
    await payWithdrawals(deps)
    await chargeAutoTopUps(deps)
    await renewPlans(deps)
    await settleReferrals(deps)
    await forgetMethods(deps)
  })
  // Beside the payments: one that is being paid does not wait for the daily questions about those that were.
  const backs = repeat(deps, PAYMENTS_EVERY_MS, () => checkDueBacks(deps))
  const stopping = new AbortController()
  const reminders = repeat(deps, REMINDERS_EVERY_MS, () => sendReminders(deps, stopping.signal))
  const events = repeat(deps, EVENTS_EVERY_MS, async () => void (await followEvents(deps)))
  const closures = repeat(deps, EVENTS_EVERY_MS, async () => void (await followClosures(deps)))
  const tariffs = repeat(deps, EVENTS_EVERY_MS, async () => void (await publishDueTariffs(deps)))
  const mails = repeat(deps, MAILS_EVERY_MS, () => sendBookingMails(deps, stopping.signal))
  const giftMails = repeat(deps, MAILS_EVERY_MS, async () => {
    await sendGiftMails(deps)
    await sendPlanMails(deps)
    await sendReferralMails(deps)
    await sendDocumentMails(deps)
    await sendContactMails(deps)
    await sendRequestMails(deps)
    await sendCompanyMails(deps)
  })
  const feeds = repeat(deps, FEEDS_EVERY_MS, () => pullFeeds(deps))
  const keys = repeat(deps, DAY_MS, async () => {
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
