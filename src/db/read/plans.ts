import type { Plan, Subscription } from '../../contract/plans.ts'
import type { CountryCode } from '../../domain/country.ts'
import { databases, type Databases } from '../databases.ts'
import { PLANS } from '../kept-lists.ts'
import { onPublic } from '../with-db.ts'
import type { Saved } from './saved.ts'
import { readAsUser } from './session.ts'

/** Null when never listed on this phone. */
export const readPlans = (country: CountryCode, dbs: Databases = databases): Promise<Saved<readonly Plan[] | null>> =>
  onPublic(dbs, async () => {
    const row = await dbs.public.saved.get(`${PLANS}:${country}`)
    return { value: row?.plans ?? null, savedAt: row?.savedAt ?? null }
  })

/** The driver's subscriptions, newest first; empty when none is known on this phone. */
export const readSubscriptions = (dbs: Databases = databases): Promise<Saved<readonly Subscription[]>> =>
  readAsUser<Saved<readonly Subscription[]>>(dbs, { value: [], savedAt: null }, async (db) => {
    const row = await db.saved.get(PLANS)
    return { value: row?.subscriptions ?? [], savedAt: row?.savedAt ?? null }
  })
