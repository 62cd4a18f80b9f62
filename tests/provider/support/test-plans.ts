import type { Subscription } from '../../../src/contract/plans.ts'
import { toInstant } from '../../../src/domain/instant.ts'
import { insertPlan, type NewPlan } from '../../../provider/repositories/plans.ts'
import { newKey, type TestDriver } from './test-driver.ts'
import type { TestProvider } from './test-provider.ts'

/** C$9.00 a month, including 13 % HST. */
export const PLAN_PRICE = 900

/** Puts a plan on sale, twenty percent off in Canada. Returns its number. */
export const sellPlan = (provider: TestProvider, changes: Partial<NewPlan> = {}): Promise<number> =>
  insertPlan(provider.deps.db, {
    ...{ country_code: 'CA', names: { en: 'Regular', fr: 'Régulier' }, details: { en: 'Often', fr: 'Souvent' } },
    ...{ price_minor: PLAN_PRICE, currency: 'CAD', percent: 20, maximum_minor: null, parks: null, demo: false },
    taxes: [
      {
        code: 'hst',
        name: 'HST',
        kind: 'percent',
        value: 13_000,
        compound: false,
        included: true,
        from: null,
        to: null,
      },
    ],
    updated_at: toInstant(provider.clock.now()),
    ...changes,
  })

export const postSubscription = async (
  provider: TestProvider,
  driver: TestDriver,
  wish: { readonly plan: number; readonly price?: number; readonly key?: string; readonly payBy?: 'wallet' | 'card' },
): Promise<Response> =>
  provider.request('POST', '/api/v1/subscriptions', {
    ...{ token: await driver.token(), key: wish.key ?? newKey() },
    body: { plan_id: wish.plan, price: wish.price ?? PLAN_PRICE, pay_by: wish.payBy ?? 'wallet' },
  })

export async function mustSubscribe(
  provider: TestProvider,
  driver: TestDriver,
  wish: { readonly plan: number; readonly price?: number; readonly payBy?: 'wallet' | 'card' },
): Promise<Subscription> {
  const answer = await postSubscription(provider, driver, wish)
  if (answer.status !== 201) throw new Error(`No plan: ${String(answer.status)} ${await answer.text()}`)
  return ((await answer.json()) as { data: Subscription }).data
}

export const putSubscription = async (
  provider: TestProvider,
  driver: TestDriver,
  { subscription_id: id, cancelled }: Pick<Subscription, 'subscription_id' | 'cancelled'>,
): Promise<Response> =>
  provider.request('PUT', `/api/v1/subscriptions/${id}`, {
    token: await driver.token(),
    key: newKey(),
    body: { cancelled },
  })

/** Returns the driver's newest subscription. */
export async function subscriptionOf(provider: TestProvider, driver: TestDriver): Promise<Subscription> {
  const answer = await provider.request('GET', '/api/v1/subscriptions', { token: await driver.token() })
  const [first] = ((await answer.json()) as { items: Subscription[] }).items
  if (first === undefined) throw new Error('No subscription')
  return first
}
