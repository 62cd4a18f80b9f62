/** Subscriptions to plans: paid from the wallet, cancelled to the end of the paid period, resumable until then. */
import type { ChangeSubscriptionBody, SubscribeBody } from '../../src/contract/plans.ts'
import { getCountry } from '../../src/domain/country.ts'
import type { UserId } from '../../src/domain/ids.ts'
import { toInstant } from '../../src/domain/instant.ts'
import { monthsAfter, PLAN_NOTICE_MS } from '../../src/domain/plan.ts'
import { err, ok, type Result } from '../../src/lib/result.ts'
import { uuid7 } from '../../src/lib/uuid7.ts'
import type { Queryable } from '../db/database.ts'
import { findPlan } from '../repositories/plans.ts'
import {
  changeSubscription,
  insertPeriod,
  insertSubscription,
  lockSubscription,
  mustSubscription,
  postPeriod,
  type SubscriptionRow,
} from '../repositories/subscriptions.ts'
import type { Refusal } from '../rules/refusal.ts'
import type { ProviderDeps } from './deps.ts'
import { lockWalletFor } from './lock-wallet.ts'
import { termsOf, toPlanWire } from './plan-wire.ts'

export interface SubscribeWish {
  readonly userId: UserId
  readonly body: SubscribeBody
  readonly nowMs: number
}

/**
 * Takes the first month's money and starts the subscription, in the caller's transaction. Of two concurrent requests,
 * the database lets one succeed.
 */
export async function subscribe(
  tx: Queryable,
  { config }: Pick<ProviderDeps, 'config'>,
  { userId, body, nowMs }: SubscribeWish,
): Promise<Result<SubscriptionRow, Refusal>> {
  const plan = await findPlan(tx, body.plan_id)
  if (plan?.active !== true) return err({ code: 'product_not_found' })
  const { currency, country_code: country, price_minor: total } = plan
  if (total !== body.price) {
    const extra = { plan: toPlanWire(plan), total, currency }
    return err({ code: 'price_changed', extra, amounts: { total }, currency })
  }
  const subscriptionId = uuid7(nowMs)
  const startMs = toInstant(nowMs)
  const endMs = monthsAfter(startMs, 1, getCountry(country).timezone)
  const isNew = await insertSubscription(tx, {
    ...{ subscription_id: subscriptionId, user_id: userId, plan_id: plan.plan_id, country_code: country },
    ...{ pay_by: body.pay_by, endMs, dueMs: endMs - PLAN_NOTICE_MS, nowMs },
  })
  if (!isNew) return err({ code: 'plan_running' })
  const wallet = await lockWalletFor(tx, config, { userId, currency, totalMinor: total, nowMs })
  if (!wallet.ok) return wallet
  const paid = { subscriptionId, period: 1, terms: termsOf(plan, startMs), nowMs }
  await insertPeriod(tx, { ...paid, startMs, endMs })
  await postPeriod(tx, { ...paid, walletId: wallet.value })
  return ok(await mustSubscription(tx, subscriptionId))
}

export interface SubscriptionWish {
  readonly userId: UserId
  readonly subscriptionId: string
  readonly body: ChangeSubscriptionBody
  readonly nowMs: number
}

/**
 * Cancels a subscription at the end of its paid period, or resumes it. Repeating it changes nothing, and an ended one
 * stays ended. In the grace period there is no paid time left, so cancelling ends it at once.
 */
export async function changePlanOf(
  tx: Queryable,
  { userId, subscriptionId, body, nowMs }: SubscriptionWish,
): Promise<Result<SubscriptionRow, Refusal>> {
  const row = await lockSubscription(tx, { subscriptionId, userId })
  if (row === undefined) return err({ code: 'not_found' })
  const { cancelled = row.cancelled_at !== null, pay_by: payBy = row.pay_by } = body
  const isCancelled = row.cancelled_at !== null
  if (row.state === 'ended') return cancelled || body.cancelled === undefined ? ok(row) : err({ code: 'plan_ended' })
  if (cancelled === isCancelled && payBy === row.pay_by) return ok(row)
  // It has ended, but the job has not processed it yet.
  if (!cancelled && isCancelled && nowMs >= row.period_end) return err({ code: 'plan_ended' })
  if (cancelled && row.state === 'grace') {
    const end = { state: 'ended', endReason: 'cancelled', cancelledMs: nowMs, dueMs: null } as const
    return ok(await changeSubscription(tx, subscriptionId, { ...end, nowMs }))
  }
  const dueMs = cancelled || row.next !== null ? row.period_end : Math.max(nowMs, row.period_end - PLAN_NOTICE_MS)
  const cancelledMs = cancelled ? (row.cancelled_at ?? nowMs) : null
  return ok(await changeSubscription(tx, subscriptionId, { cancelledMs, payBy, dueMs, nowMs }))
}
