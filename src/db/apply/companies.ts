import type { Company } from '../../contract/companies.ts'
import { writeAsUser } from '../as-user.ts'
import type { Databases } from '../databases.ts'
import { COMPANIES } from '../kept-lists.ts'

/** Stores all of the driver's companies, which come in one answer. */
export const applyCompanies = (
  dbs: Databases,
  userId: string,
  { companies, savedAt }: { readonly companies: readonly Company[]; readonly savedAt: number },
): Promise<boolean> =>
  writeAsUser(dbs, userId, {
    tables: ['saved'],
    async work(db) {
      await db.saved.put({ ...(await db.saved.get(COMPANIES)), key: COMPANIES, companies, savedAt })
    },
  })

/** Sets who pays at the checkout: a company, or null for the driver. */
export const applyPayer = (dbs: Databases, userId: string, payer: string | null): Promise<boolean> =>
  writeAsUser(dbs, userId, {
    tables: ['saved'],
    async work(db) {
      await db.saved.update(COMPANIES, { payer })
    },
  })
