import type { Referral } from '../contract/referrals.ts'
import { readKeptReferral } from '../db/read/referral.ts'
import { type Query, useSaved } from './query.ts'

/** The driver's code and its rewards; null when never fetched on this phone. */
export const useReferral = (): Query<Referral | null> => useSaved(() => readKeptReferral(), [])
