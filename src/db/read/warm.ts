import { databases, type Databases } from '../databases.ts'
import { findSession } from './session.ts'

/**
 * Opens the databases of the first screen while React is still rendering it. Failures are ignored here: the read that
 * follows meets the same one and shows it.
 */
export async function warmDatabases(dbs: Databases = databases): Promise<void> {
  await Promise.allSettled([
    dbs.public.open(),
    findSession(dbs).then((session) => (session === undefined ? undefined : dbs.user(session.user.user_id).open())),
  ])
}
