import { databases, type Databases } from '../databases.ts'
import { readAsUser } from './session.ts'

/** Key prefix of a plate's row in `saved`. */
export const NOT_MINE = 'not-mine:'

const NONE: ReadonlySet<string> = new Set()

/** Returns the normalised plates that the driver has booked with and disowned. */
export const readNotMine = (dbs: Databases = databases): Promise<ReadonlySet<string>> =>
  readAsUser(dbs, NONE, async (db) => {
    const keys = await db.saved.where('key').startsWith(NOT_MINE).primaryKeys()
    return new Set(keys.map((key) => key.slice(NOT_MINE.length)))
  })
