import { databases, type Databases } from '../databases.ts'
import type { ParkedRow } from '../parked-row.ts'
import type { Saved } from './saved.ts'
import { readAsUser } from './session.ts'

export type { ParkedPosition, ParkedRow } from '../parked-row.ts'

const NONE: Saved<ParkedRow | null> = { value: null, savedAt: null }

/** Returns where the car of a booking stands; null when nothing was noted. */
export const readParked = (id: string, dbs: Databases = databases): Promise<Saved<ParkedRow | null>> =>
  readAsUser(dbs, NONE, async (db) => ({ value: (await db.parked.get(id)) ?? null, savedAt: null }))
