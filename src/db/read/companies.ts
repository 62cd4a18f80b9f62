import type { Company } from '../../contract/companies.ts'
import { databases, type Databases } from '../databases.ts'
import { COMPANIES } from '../kept-lists.ts'
import type { Saved } from './saved.ts'
import { readAsUser } from './session.ts'

export interface OwnCompanies {
  /** Null when never fetched on this phone. */
  readonly companies: readonly Company[] | null
  /** The company that the driver last chose to pay at the checkout; null when the driver pays. */
  readonly payer: string | null
}

export const readCompanies = (dbs: Databases = databases): Promise<Saved<OwnCompanies>> =>
  readAsUser<Saved<OwnCompanies>>(dbs, { value: { companies: null, payer: null }, savedAt: null }, async (db) => {
    const row = await db.saved.get(COMPANIES)
    return { value: { companies: row?.companies ?? null, payer: row?.payer ?? null }, savedAt: row?.savedAt ?? null }
  })
