import type { Plan, Subscription } from '../contract/plans.ts'
import type { Park } from '../contract/parks.ts'
import { readPlans, readSubscription } from '../db/read/plans.ts'
import type { CountryCode } from '../domain/country.ts'
import { mustInstant } from '../domain/instant.ts'
import { planTermsOf } from '../domain/plan.ts'
import type { PlanTerms } from '../domain/tariff.ts'
import { type Query, useSaved } from './query.ts'

/** Null: never listed on this phone. */
export const usePlans = (country: CountryCode): Query<readonly Plan[] | null> =>
  useSaved(() => readPlans(country), [country])

/** The driver's newest in a country, also one that has ended. */
export const useSubscription = (country: CountryCode): Query<Subscription | null> =>
  useSaved(() => readSubscription(country), [country])

/** What the driver's plan takes off in a car park, with no signal too. The same object while it is the same. */
export function usePlanTerms(park: Pick<Park, 'id' | 'country_code'> | null): PlanTerms | undefined {
  const [id, country] = [park?.id ?? null, park?.country_code ?? null]
  const terms = useSaved(async () => {
    if (id === null || country === null) return { value: null, savedAt: null }
    const { value: row, savedAt } = await readSubscription(country)
    if (row === null) return { value: null, savedAt }
    const { names, percent, maximum: maximumMinor, parks, period_end: end, cancelled: isCancelled } = row
    const period = { names, percent, maximumMinor, parks, endMs: mustInstant(end), isCancelled }
    return { value: planTermsOf(period, id) ?? null, savedAt }
  }, [id, country])
  return terms.status === 'ready' ? (terms.value ?? undefined) : undefined
}
