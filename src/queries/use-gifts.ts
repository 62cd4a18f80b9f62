import type { Gift } from '../contract/gifts.ts'
import { readGifts } from '../db/read/gifts.ts'
import { type Query, useSaved } from './query.ts'

/** What the driver bought, newest first; null: never asked for on this phone. */
export const useGifts = (): Query<readonly Gift[] | null> => useSaved(() => readGifts(), [])
