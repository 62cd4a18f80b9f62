import type { Company } from '../../contract/companies.ts'
import { writeAsUser } from '../as-user.ts'
import type { Databases } from '../databases.ts'
import { COMPANIES } from '../kept-lists.ts'

/** All of the driver's, in one answer. */
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

/** Who pays at the checkout from now on: a company, or the driver (null). */
export const applyPayer = (dbs: Databases, userId: string, payer: string | null): Promise<boolean> =>
  writeAsUser(dbs, userId, {
    tables: ['saved'],
    async work(db) {
      await db.saved.update(COMPANIES, { payer })
    },
  })
