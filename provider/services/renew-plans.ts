/**
 * The life cycle of a plan without its driver; each step runs once, whichever process runs the job and however often:
 *
 *   running -- 3 days before its end --> driver notified of the next period's price
 *   running -- at its end --> running: the next period is paid      ended: it was cancelled
 *                         --> grace: the balance is too low         (driver notified; card charged if chosen)
 *   grace   -- the money is there --> running, from the same day of the month
 *   grace   -- after 3 days --> ended (driver notified)
 */
import { getCountry } from '../../src/domain/country.ts'
import { HOUR_MS, MINUTE_MS } from '../../src/domain/instant.ts'
import { isPayable } from '../../src/domain/payment.ts'
import { monthsAfter, PLAN_GRACE_MS, PLAN_NOTICE_MS } from '../../src/domain/plan.ts'
import type { Queryable } from '../db/database.ts'
import { findPaymentMethod } from '../repositories/payment-methods.ts'
import { insertPayment, type PaymentRow } from '../repositories/payments.ts'
import { insertPlanNews } from '../repositories/plan-news.ts'
import { findPlan } from '../repositories/plans.ts'
import {
  changeSubscription,
  insertPeriod,
  listDueSubscriptions,
  lockSubscription,
  type PeriodTerms,
  postPeriod,
  type SubscriptionRow,
} from '../repositories/subscriptions.ts'
import { lockBalance, openWallet } from '../repositories/wallet.ts'
import { sendCharge } from './auto-charges.ts'
import { makeReference, type PaymentDeps, START_LEASE_MS } from './payments-start.ts'
import { termsOf } from './plan-wire.ts'

/** How often a wallet with too low a balance is checked again. */
const RETRY_MS = MINUTE_MS
const CARD_LIFE_MS = 23 * HOUR_MS

interface Step {
  readonly tx: Queryable
  readonly deps: PaymentDeps
  readonly row: SubscriptionRow
  readonly nowMs: number
}

const termsUntilNow = ({
  names,
  price_minor,
  tax_minor,
  taxes,
  percent,
  maximum_minor,
  parks,
}: SubscriptionRow): PeriodTerms => ({
  ...{ names, price_minor, tax_minor, taxes, percent, maximum_minor, parks },
})

async function endUnpaid({ tx, row, nowMs }: Step): Promise<null> {
  await changeSubscription(tx, row.subscription_id, { state: 'ended', endReason: 'unpaid', dueMs: null, nowMs })
  await tellEnd({ tx, row, nowMs }, 'unpaid', nowMs)
  return null
}

const tellEnd = ({ tx, row, nowMs }: Omit<Step, 'deps'>, reason: 'unpaid' | 'withdrawn', atMs: number): Promise<void> =>
  insertPlanNews(tx, {
    ...{ subscriptionId: row.subscription_id, kind: 'plan_ended', period: row.period, reason, atMs, nowMs },
    ...{ priceMinor: row.price_minor, formerMinor: row.price_minor },
  })

/** Announces the next period, whose price is fixed from then on. A plan that is no longer sold ends with its period. */
async function announce({ tx, row, nowMs }: Omit<Step, 'deps'>): Promise<null> {
  const plan = await findPlan(tx, row.plan_id)
  const id = row.subscription_id
  if (plan?.active !== true) {
    await changeSubscription(tx, id, { cancelledMs: nowMs, dueMs: row.period_end, nowMs })
    await tellEnd({ tx, row, nowMs }, 'withdrawn', row.period_end)
    return null
  }
  const next = termsOf(plan, row.period_end)
  await changeSubscription(tx, id, { next, dueMs: row.period_end, nowMs })
  await insertPlanNews(tx, {
    ...{ subscriptionId: id, kind: 'plan_notice', period: row.period, reason: null, atMs: row.period_end, nowMs },
    ...{ priceMinor: next.price_minor, formerMinor: row.price_minor },
  })
  return null
}

/** Records the payment for a card charge, once per period: when the grace period begins. */
async function beginCharge({ tx, deps, row, nowMs }: Step, missingMinor: number): Promise<PaymentRow | null> {
  const { user_id: userId, currency } = row
  const key = `plan:${row.subscription_id}:${String(row.period + 1)}`
  const amountMinor = isPayable(missingMinor, currency) ? missingMinor : (row.next ?? row).price_minor
  if (row.pay_by !== 'card' || !isPayable(amountMinor, currency)) return null
  const saved = await findPaymentMethod(tx, userId, currency)
  if (saved === undefined) return null
  return insertPayment(tx, {
    ...{ reference: makeReference(deps.random), user_id: userId, purpose: 'top_up' },
    ...{ amount_minor: amountMinor, currency, idempotency_key: key, fingerprint: key, saved },
    ...{ nowMs, expiresMs: nowMs + CARD_LIFE_MS, leaseMs: START_LEASE_MS },
  })
}

/** Pays the next period, or records that it cannot be paid. Without a prior notice the previous price applies. */
async function renew(step: Step): Promise<PaymentRow | null> {
  const { tx, deps, row, nowMs } = step
  const terms = row.next ?? termsUntilNow(row)
  const { subscription_id: subscriptionId, user_id: userId, currency, period_end: startMs } = row
  const wallet = await openWallet(tx, { userId, currency, sandbox: deps.config.welcomeCredit, nowMs })
  const balanceMinor = await lockBalance(tx, wallet.wallet_id)
  const graceEnd = startMs + PLAN_GRACE_MS
  if (nowMs >= graceEnd) return endUnpaid(step)
  if (balanceMinor >= terms.price_minor) {
    const period = row.period + 1
    const endMs = monthsAfter(row.started_at, period, getCountry(row.country_code).timezone)
    const paid = { subscriptionId, period, terms, nowMs }
    await insertPeriod(tx, { ...paid, startMs, endMs })
    await postPeriod(tx, { ...paid, walletId: wallet.wallet_id })
    const change = { state: 'running', period, periodEndMs: endMs, next: null } as const
    await changeSubscription(tx, subscriptionId, { ...change, dueMs: Math.max(nowMs, endMs - PLAN_NOTICE_MS), nowMs })
    return null
  }
  await changeSubscription(tx, subscriptionId, {
    ...{ state: 'grace', dueMs: Math.min(graceEnd, nowMs + RETRY_MS), nowMs },
  })
  if (row.state !== 'running') return null
  await insertPlanNews(tx, {
    ...{ subscriptionId, kind: 'plan_grace', period: row.period, reason: null, atMs: graceEnd, nowMs },
    ...{ priceMinor: terms.price_minor, formerMinor: row.price_minor },
  })
  return beginCharge(step, terms.price_minor - balanceMinor)
}

async function step(deps: PaymentDeps, tx: Queryable, subscriptionId: string): Promise<PaymentRow | null> {
  const nowMs = deps.clock.now()
  const row = await lockSubscription(tx, { subscriptionId, userId: null })
  if (row?.due_at === undefined || row.due_at === null || row.due_at > nowMs) return null
  const at = { tx, deps, row, nowMs }
  if (nowMs < row.period_end) return row.cancelled_at === null ? announce(at) : null
  if (row.cancelled_at === null) return renew(at)
  const plan = await findPlan(tx, row.plan_id)
  await changeSubscription(tx, subscriptionId, {
    ...{ state: 'ended', endReason: plan?.active === true ? 'cancelled' : 'withdrawn', dueMs: null, nowMs },
  })
  return null
}

/** Runs one round. No transaction is open while a gateway answers. */
export async function renewPlans(deps: PaymentDeps): Promise<void> {
  for (const id of await listDueSubscriptions(deps.db, deps.clock.now())) {
    const payment = await deps.db.transaction((tx) => step(deps, tx, id))
    if (payment !== null) await sendCharge(deps, payment)
  }
}
