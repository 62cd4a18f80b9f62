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

/** Brings a country's plans to the phone, where they stay readable. */
export const loadPlans = (country: CountryCode, phone: AppContext = appContext): Promise<Result<null, ActionError>> =>
  withStorage(async () => {
    const answer = await attempt(phone, () => listPlans(phone.client, country))
    if (!answer.ok) return answer
    await applyPlans(phone.dbs, { country, plans: answer.value, savedAt: phone.clock.now() })
    return ok(null)
  })

/** The driver's own, which every price on this phone is made with. */
export const loadSubscriptions = (_about: null, phone: AppContext = appContext): Promise<Result<null, ActionError>> =>
  attemptAsUser(phone, (userId) => pullSubscriptions(phone, userId))

/** Of a driver with an account: a price is about to be made with them. */
export const refreshSubscriptions = (hasAccount: boolean): Promise<Result<null, ActionError>> =>
  hasAccount ? loadSubscriptions(null) : Promise.resolve(ok(null))

/** Paid from the wallet. Refusals: plan_running, price_changed, product_not_found, wallet_too_low. */
export async function startPlan(
  body: SubscribeBody,
  phone: AppContext = appContext,
): Promise<Result<Subscription, ActionError>> {
  const answer = await ask(phone, 'subscription', { kind: 'plan.start', body })
  return answer.ok ? ok(answer.value.subscription) : answer
}

/** To the end of the paid month, or on after all. Refused with `plan_ended` once it is over. */
export async function changePlan(
  subscriptionId: string,
  body: ChangeSubscriptionBody,
  phone: AppContext = appContext,
): Promise<Result<Subscription, ActionError>> {
  const answer = await ask(phone, 'subscription', { kind: 'plan.change', subscriptionId, body })
  return answer.ok ? ok(answer.value.subscription) : answer
}
