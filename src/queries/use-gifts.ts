import type { Gift } from '../contract/gifts.ts'
import { readGifts } from '../db/read/gifts.ts'
import { type Query, useSaved } from './query.ts'

/** Gifts that the driver bought, newest first; null when never fetched on this phone. */
export const useGifts = (): Query<readonly Gift[] | null> => useSaved(() => readGifts(), [])
