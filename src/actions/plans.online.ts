import { listPlans } from '../api/plans.ts'
import type { ChangeSubscriptionBody, SubscribeBody, Subscription } from '../contract/plans.ts'
import { applyPlans } from '../db/apply/plans.ts'
import type { CountryCode } from '../domain/country.ts'
import { ok, type Result } from '../lib/result.ts'
import { type AppContext, appContext } from '../sync/app-context.ts'
import { pullSubscriptions } from '../sync/pull/pull-subscriptions.ts'
import type { ActionError } from './failures.ts'
import { ask, attempt, attemptAsUser } from './requests.online.ts'
import { withStorage } from './requests.ts'

/** Downloads a country's plans, which stay readable on the phone. */
export const loadPlans = (country: CountryCode, phone: AppContext = appContext): Promise<Result<null, ActionError>> =>
  withStorage(async () => {
    const answer = await attempt(phone, () => listPlans(phone.client, country))
    if (!answer.ok) return answer
    await applyPlans(phone.dbs, { country, plans: answer.value, savedAt: phone.clock.now() })
    return ok(null)
  })

/** Pulls the driver's own plans, on which every price on this phone depends. */
export const loadSubscriptions = (_about: null, phone: AppContext = appContext): Promise<Result<null, ActionError>> =>
  attemptAsUser(phone, (userId) => pullSubscriptions(phone, userId))

/** Refreshes the plans of a driver with an account before a price is calculated. */
export const refreshSubscriptions = (hasAccount: boolean): Promise<Result<null, ActionError>> =>
  hasAccount ? loadSubscriptions(null) : Promise.resolve(ok(null))

/** Starts a plan, paid from the wallet. Refusals: plan_running, price_changed, product_not_found, wallet_too_low. */
export async function startPlan(
  body: SubscribeBody,
  phone: AppContext = appContext,
): Promise<Result<Subscription, ActionError>> {
  const answer = await ask(phone, 'subscription', { kind: 'plan.start', body })
  return answer.ok ? ok(answer.value.subscription) : answer
}

/** Cancels a plan at the end of the paid month, or undoes that. Refused with `plan_ended` once it is over. */
export async function changePlan(
  subscriptionId: string,
  body: ChangeSubscriptionBody,
  phone: AppContext = appContext,
): Promise<Result<Subscription, ActionError>> {
  const answer = await ask(phone, 'subscription', { kind: 'plan.change', subscriptionId, body })
  return answer.ok ? ok(answer.value.subscription) : answer
}
