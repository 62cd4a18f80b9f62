import type { PassKeys } from '../contract/pass-keys.ts'
import { readPassKeys } from '../db/read/places.ts'
import { type Query, useSaved } from './query.ts'

/** The public keys for checking passes. */
export const usePassKeys = (): Query<readonly PassKeys['keys'][number][]> => useSaved(() => readPassKeys(), [])
