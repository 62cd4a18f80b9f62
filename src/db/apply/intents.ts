import type { Databases } from '../databases.ts'
import type { Intent } from '../intent.ts'
import { writeAsUser } from './user-rows.ts'

/** Stored before the request leaves the phone, so that its key outlives the tab. */
export const applyIntent = (dbs: Databases, userId: string, intent: Intent): Promise<boolean> =>
  writeAsUser(dbs, userId, (db) => db.intents.put(intent))

export const applyIntentState = (
  dbs: Databases,
  userId: string,
  change: Pick<Intent, 'id' | 'state'>,
): Promise<boolean> => writeAsUser(dbs, userId, (db) => db.intents.update(change.id, { state: change.state }))

/** Refused by the provider, or dismissed by the driver after the provider was asked. */
export const applyIntentGone = (dbs: Databases, userId: string, intentId: string): Promise<boolean> =>
  writeAsUser(dbs, userId, (db) => db.intents.delete(intentId))
