import { readRestored, type Restored } from '../db/read/bookings.ts'
import type { Saved } from '../db/read/saved.ts'
import { type Query, useSaved } from './query.ts'

const read = async (): Promise<Saved<Restored | null>> => {
  const restored = await readRestored()
  return { value: restored, savedAt: restored?.at ?? null }
}

/** Null when the provider has not gone back to an earlier state, or the driver has read the notice. */
export const useRestored = (): Query<Restored | null> => useSaved(read, [])
