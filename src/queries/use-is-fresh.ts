import { isFresh } from './query.ts'
import { useConnection } from './use-connection.ts'

/** Returns whether data stored at `savedAt` (epoch milliseconds) can be shown without its age. */
export const useIsFresh = (savedAt: number): boolean => isFresh(savedAt, useConnection())
