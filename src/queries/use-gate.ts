import { type GateState, readGate } from '../db/read/attendant.ts'
import type { Saved } from '../db/read/saved.ts'
import { type Query, useSaved } from './query.ts'

export type { AttendantPark, CheckInRow, GateState } from '../db/read/attendant.ts'

async function read(): Promise<Saved<GateState | null>> {
  const value = await readGate()
  return { value, savedAt: value?.saved?.savedAt ?? null }
}

/** All of an attendant phone's data for its current car park; null when it is not paired. */
export const useGate = (): Query<GateState | null> => useSaved(read, [])
