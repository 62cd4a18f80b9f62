import { type BlockedAttemptRow, readBlockedAttempts } from '../db/read/blocked-attempts.ts'
import { type Query, useSaved } from './query.ts'

export type BlockedAttempt = BlockedAttemptRow

/** Bookings prevented by a missing signal on this phone, newest first. */
export const useBlockedAttempts = (): Query<readonly BlockedAttempt[]> => useSaved(() => readBlockedAttempts(), [])
