import type { TypicalHours } from '../contract/typical-hours.ts'
import { readTypicalHours } from '../db/read/typical-hours.ts'
import { type Query, useSaved } from './query.ts'

/** How full a car park usually is. Null when unknown on this phone. */
export const useTypicalHours = (parkId: number): Query<TypicalHours | null> =>
  useSaved(() => readTypicalHours(parkId), [parkId])
