import { isFresh } from './query.ts'
import { useConnection } from './use-connection.ts'

/** Whether what was stored then needs no age beside it. `savedAt`: epoch milliseconds. */
export const useIsFresh = (savedAt: number): boolean => isFresh(savedAt, useConnection())
