import { databases, type Databases } from '../databases.ts'
import { readAsUser } from './session.ts'

/** In front of a plate, as the key of its row among what is saved. */
export const NOT_MINE = 'not-mine:'

const NONE: ReadonlySet<string> = new Set()

/** Plates, normalised, that the driver booked with and said are not theirs. */
export const readNotMine = (dbs: Databases = databases): Promise<ReadonlySet<string>> =>
  readAsUser(dbs, NONE, async (db) => {
    const keys = await db.saved.where('key').startsWith(NOT_MINE).primaryKeys()
    return new Set(keys.map((key) => key.slice(NOT_MINE.length)))
  })
