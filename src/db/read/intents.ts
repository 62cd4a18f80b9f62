import { databases, type Databases } from '../databases.ts'
import type { Intent } from '../intent.ts'
import { readAsUser } from './session.ts'

export type { Intent, Write } from '../intent.ts'

/** Writes whose answer is not known yet, oldest first (their ids sort by birth). */
export const readIntents = (dbs: Databases = databases): Promise<readonly Intent[]> =>
  readAsUser<readonly Intent[]>(dbs, [], (db) => db.intents.orderBy('id').toArray())

export const findIntent = (id: string, dbs: Databases = databases): Promise<Intent | undefined> =>
  readAsUser<Intent | undefined>(dbs, undefined, (db) => db.intents.get(id))
