import type { Park } from '../contract/parks.ts'
import { readPark } from '../db/read/park.ts'
import { type Query, useSavedOf } from './query.ts'

/** By slug or code. Null when not saved on this phone. */
export const usePark = (slugOrCode: string): Query<Park | null> => useSavedOf(slugOrCode, () => readPark(slugOrCode))
