import type { Referral } from '../../contract/referrals.ts'
import { databases, type Databases } from '../databases.ts'
import type { Saved } from './saved.ts'
import { readAsUser } from './session.ts'

/** Null when never fetched on this phone. */
export const readKeptReferral = (dbs: Databases = databases): Promise<Saved<Referral | null>> =>
  readAsUser<Saved<Referral | null>>(dbs, { value: null, savedAt: null }, async (db) => {
    const row = await db.saved.get('referral')
    return { value: row?.referral ?? null, savedAt: row?.savedAt ?? null }
  })
