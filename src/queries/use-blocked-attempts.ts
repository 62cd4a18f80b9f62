import { type BlockedAttemptRow, readBlockedAttempts } from '../db/read/blocked-attempts.ts'
import { type Query, useSaved } from './query.ts'

export type BlockedAttempt = BlockedAttemptRow

/** Bookings that no signal let through on this phone, the latest first. */
export const useBlockedAttempts = (): Query<readonly BlockedAttempt[]> => useSaved(() => readBlockedAttempts(), [])
