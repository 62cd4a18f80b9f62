/**
 * The life cycle of a referral; each step runs once, whichever process runs the job and however often:
 *
 *   waiting  -- the first paid stay has ended --> credited: both wallets, or refused: both are the same person
 *            -- 90 days without one --> expired
 *   credited -- its payment is returned at the gateway, or the stay is refunded --> taken_back, as far as wallets allow
 */
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/domain/instant.ts'
import type { UserId } from '../../src/domain/ids.ts'
import type { Currency } from '../../src/domain/money.ts'
import {
  isSamePerson,
  judgeReferral,
  REFERRAL_CLAIM_MS,
  REFERRAL_LIMIT_MS,
  REFERRAL_MARK_MS,
  stayThatCounts,
  takenBackMinor,
} from '../../src/domain/referral.ts'
import { must } from '../../src/lib/assert.ts'
import type { Queryable } from '../db/database.ts'
import { formatAmount } from '../messages/format.ts'
import { REFERRAL_MAIL } from '../messages/referral-texts.ts'
import { insertReferralMail, noteReferralMailed, takeReferralMail } from '../repositories/referral-reads.ts'
import {
  checkAgain,
  countCredits,
  endReferral,
  forgetMarks,
  hasMark,
  insertMarks,
  isStillPaid,
  listDueReferrals,
  listEndedStays,
  lockCode,
  lockParties,
  lockReferral,
  noteCredit,
  type Party,
  postReferral,
  readClawback,
  readTraces,
  type ReferralRow,
  type StayRow,
} from '../repositories/referrals.ts'
import { findUser } from '../repositories/users.ts'
import { findWallet, lockBalance, openWallet } from '../repositories/wallet.ts'
import type { ProviderDeps } from './deps.ts'
import { marksOf } from './referrals.ts'

/** How often a referral is checked that waits for something other than the end of a stay. */
const RECHECK_MS = HOUR_MS

type Deps = Pick<ProviderDeps, 'db' | 'clock' | 'config'>

interface Step {
  readonly tx: Queryable
  readonly deps: Deps
  readonly row: ReferralRow
  readonly parties: readonly Party[]
  readonly nowMs: number
}

interface Share {
  readonly userId: UserId
  readonly amountMinor: number
  readonly role: 'referrer' | 'referred'
}

const sharesOf = ({ user_id, referrer_id }: ReferralRow, referrerMinor: number, referredMinor: number): Share[] => [
  { userId: user_id, amountMinor: referredMinor, role: 'referred' },
  { userId: referrer_id, amountMinor: referrerMinor, role: 'referrer' },
]

/** Credits both wallets, in the order of their ids to avoid deadlocks. */
async function credit(step: Step, shares: readonly Share[], currency: Currency): Promise<void> {
  const { tx, deps, row, nowMs } = step
  const opened: (Share & { readonly walletId: string })[] = []
  for (const share of shares) {
    const owner = { userId: share.userId, currency, sandbox: deps.config.welcomeCredit, nowMs }
    opened.push({ ...share, walletId: (await openWallet(tx, owner)).wallet_id })
  }
  for (const { walletId, amountMinor, role, userId } of opened.toSorted((a, b) => (a.walletId < b.walletId ? -1 : 1))) {
    await postReferral(tx, { walletId, amountMinor, key: `referral:${row.user_id}:${role}`, nowMs })
    const mail = { user_id: row.user_id, to_user_id: userId, amount_minor: amountMinor, currency, nowMs }
    await insertReferralMail(tx, mail)
  }
}

/** Marks of the referred driver and the stay that counts; empty when there is no such stay yet. */
async function marksAt({ tx, row, parties }: Step, stays: readonly StayRow[]): Promise<readonly string[]> {
  const party = parties.find(({ user_id: id }) => id === row.user_id)
  const stay = stayThatCounts(stays)
  if (party === undefined || stay === undefined) return []
  return marksOf(tx, { party, stay, devices: (await readTraces(tx, row.user_id)).devices })
}

async function follow(step: Step): Promise<void> {
  const { tx, row, parties, nowMs } = step
  const { user_id: userId, referrer_id: referrerId, entered_at: enteredMs } = row
  const stays = await listEndedStays(tx, { userId, enteredMs, nowMs })
  const marks = await marksAt(step, stays)
  const verdict = judgeReferral({
    ...{ nowMs, enteredMs, stays, areThere: parties.length === 2, wasBrought: await hasMark(tx, marks) },
    isSamePerson: isSamePerson(await readTraces(tx, userId), await readTraces(tx, referrerId)),
    isContested: parties.some(({ disabled_at: at }) => at !== null) || (await readClawback(tx, userId)) !== 'none',
    creditsOfReferrer: await countCredits(tx, referrerId, nowMs - REFERRAL_LIMIT_MS),
  })
  if (verdict.kind === 'refused') {
    await endReferral(tx, { userId, state: 'refused', reason: verdict.reason, nowMs })
  } else if (verdict.kind === 'expired') {
    await endReferral(tx, { userId, state: 'expired', reason: null, nowMs })
  } else if (verdict.kind === 'wait') {
    await checkAgain(tx, { userId, latestMs: nowMs + RECHECK_MS, nowMs })
  } else {
    const { stay } = verdict
    const { referrerMinor, referredMinor } = stay.terms
    await credit(step, sharesOf(row, referrerMinor, referredMinor), stay.currency)
    await insertMarks(tx, marks, nowMs)
    await noteCredit(tx, { userId, stay, referrerMinor, referredMinor, checkMs: nowMs + DAY_MS, nowMs })
  }
}

/** Takes back as much as the wallets hold; a closed wallet holds nothing. */
async function takeBack({ tx, row, nowMs }: Step): Promise<void> {
  const currency = must(row.currency, 'currency of a credit')
  const found: (Share & { readonly walletId: string })[] = []
  for (const share of sharesOf(row, must(row.referrer_minor, 'credit'), must(row.referred_minor, 'credit'))) {
    const wallet = await findWallet(tx, share.userId, currency)
    if (wallet !== undefined) found.push({ ...share, walletId: wallet.wallet_id })
  }
  for (const { walletId, amountMinor, role } of found.toSorted((a, b) => (a.walletId < b.walletId ? -1 : 1))) {
    const backMinor = takenBackMinor(amountMinor, await lockBalance(tx, walletId))
    if (backMinor === 0) continue
    await postReferral(tx, { walletId, amountMinor: -backMinor, key: `referral_back:${row.user_id}:${role}`, nowMs })
  }
  await endReferral(tx, { userId: row.user_id, state: 'taken_back', reason: null, nowMs })
}

async function watch(step: Step): Promise<void> {
  const { tx, row, nowMs } = step
  const userId = row.user_id
  const isPaid = (await readClawback(tx, userId)) !== 'gone' && (await isStillPaid(tx, must(row.booking_id, 'stay')))
  if (!isPaid) return takeBack(step)
  const isOver = nowMs >= must(row.credited_at, 'time of the credit') + REFERRAL_CLAIM_MS
  await checkAgain(tx, { userId, latestMs: isOver ? null : nowMs + DAY_MS, nowMs })
}

/** Runs one round. Of two processes, the second finds nothing due. */
export async function settleReferrals(deps: Deps): Promise<void> {
  const due = await listDueReferrals(deps.db, deps.clock.now())
  for (const { user_id: userId, referrer_id: referrerId } of due) {
    await deps.db.transaction(async (tx) => {
      const parties = await lockParties(tx, [userId, referrerId])
      await lockCode(tx, referrerId)
      const row = await lockReferral(tx, userId)
      const nowMs = deps.clock.now()
      if (row?.check_at === undefined || row.check_at === null || row.check_at > nowMs) return
      const step = { tx, deps, row, parties, nowMs }
      if (row.state === 'credited') await watch(step)
      else await follow(step)
    })
  }
}

export const forgetReferralMarks = ({ db, clock }: Pick<ProviderDeps, 'db' | 'clock'>): Promise<unknown> =>
  forgetMarks(db, clock.now() - REFERRAL_MARK_MS)

const MAIL_RETRY_MS = 10 * MINUTE_MS

/**
 * Mails both drivers about their credit. A crash or an unreachable mail server delays an email, which may then be sent
 * twice.
 */
export async function sendReferralMails({
  db,
  clock,
  config,
  mailer,
}: Pick<ProviderDeps, 'db' | 'clock' | 'config' | 'mailer'>): Promise<void> {
  for (;;) {
    const mail = await takeReferralMail(db, { nowMs: clock.now(), againMs: MAIL_RETRY_MS })
    if (mail === undefined) return
    const user = await findUser(db, mail.to_user_id)
    if (user !== undefined) {
      const facts = {
        firstName: user.first_name,
        amount: formatAmount(mail.amount_minor, mail.currency, user.language),
        isReferrer: mail.to_user_id !== mail.user_id,
        link: `${config.publicUrl}/wallet`,
      }
      await mailer.send({ to: user.email, ...REFERRAL_MAIL[user.language](facts) })
    }
    await noteReferralMailed(db, mail)
  }
}
