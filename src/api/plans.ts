import type * as v from 'valibot'
import {
  type ChangeSubscriptionBody,
  type Plan,
  planList,
  type SubscribeBody,
  type Subscription,
  subscriptionList,
  subscriptionSingle,
} from '../contract/plans.ts'
import type { CountryCode } from '../domain/country.ts'
import { ok, type Result } from '../lib/result.ts'
import type { ApiError } from './api-error.ts'
import type { Client } from './client.ts'
import { type KeyedCall, keyedData } from './keyed-call.ts'

export async function listPlans(client: Client, country: CountryCode): Promise<Result<readonly Plan[], ApiError>> {
  const answer = await client.send<v.InferOutput<typeof planList>>({
    ...{ method: 'GET', path: '/plans', query: { country }, schema: planList, as: 'anyone' },
    isAnswer: ({ items }) => items.every((plan) => plan.country_code === country),
  })
  return answer.ok ? ok(answer.value.items) : answer
}

/** Newest first. */
export async function listSubscriptions(client: Client): Promise<Result<readonly Subscription[], ApiError>> {
  const answer = await client.send<v.InferOutput<typeof subscriptionList>>({
    ...{ method: 'GET', path: '/subscriptions', schema: subscriptionList, as: 'user' },
    isAnswer: () => true,
  })
  return answer.ok ? ok(answer.value.items) : answer
}

/** Pays from the wallet. */
export const subscribe = (body: SubscribeBody): KeyedCall<Subscription> =>
  keyedData(
    { method: 'POST', path: '/subscriptions', body },
    subscriptionSingle,
    (row) => row.plan_id === body.plan_id && row.price === body.price,
  )

export const changeSubscription = (id: string, body: ChangeSubscriptionBody): KeyedCall<Subscription> =>
  keyedData(
    { method: 'PUT', path: `/subscriptions/${encodeURIComponent(id)}`, body },
    subscriptionSingle,
    (row) => row.subscription_id === id,
  )
