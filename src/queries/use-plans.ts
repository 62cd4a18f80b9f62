import { useCallback, useMemo } from 'react'
import type { Plan, Subscription } from '../contract/plans.ts'
import type { Park } from '../contract/parks.ts'
import { readPlans, readSubscriptions } from '../db/read/plans.ts'
import type { CountryCode } from '../domain/country.ts'
import { mustInstant } from '../domain/instant.ts'
import { planTermsOf } from '../domain/plan.ts'
import type { PlanTerms } from '../domain/tariff.ts'
import { type Query, useSaved } from './query.ts'

/** Null when never listed on this phone. */
export const usePlans = (country: CountryCode): Query<readonly Plan[] | null> =>
  useSaved(() => readPlans(country), [country])

const newestIn = (rows: readonly Subscription[], country: CountryCode): Subscription | null =>
  rows.find(({ country_code: code }) => code === country) ?? null

/** The driver's newest plan in a country, including an ended one. */
export const useSubscription = (country: CountryCode): Query<Subscription | null> =>
  useSaved(async () => {
    const { value, savedAt } = await readSubscriptions()
    return { value: newestIn(value, country), savedAt }
  }, [country])

type PlannedPark = Pick<Park, 'id' | 'country_code'>
export type PlanOf = (park: PlannedPark) => PlanTerms | undefined

/**
 * Returns a function for the discount of the driver's plans in each car park, available with no signal too. Keeps its
 * identity while the plans are unchanged.
 */
export function usePlanOf(): PlanOf {
  const saved = useSaved(readSubscriptions, [])
  const rows = saved.status === 'ready' ? saved.value : null
  return useCallback(
    ({ id, country_code: country }) => {
      const row = rows === null ? null : newestIn(rows, country)
      if (row === null) return undefined
      const { names, percent, maximum: maximumMinor, parks, period_end: end, cancelled: isCancelled } = row
      return planTermsOf({ names, percent, maximumMinor, parks, endMs: mustInstant(end), isCancelled }, id)
    },
    [rows],
  )
}

/** Terms for one car park. Keeps its identity while they are unchanged. */
export function usePlanTerms(park: PlannedPark | null): PlanTerms | undefined {
  const planOf = usePlanOf()
  const [id, country] = [park?.id ?? null, park?.country_code ?? null]
  return useMemo(
    () => (id === null || country === null ? undefined : planOf({ id, country_code: country })),
    [planOf, id, country],
  )
}
