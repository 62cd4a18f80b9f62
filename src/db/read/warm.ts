import { databases, type Databases } from '../databases.ts'
import { findSession } from './session.ts'

/**
 * Opens what the first screen will read while React is still rendering it. A failure is not told here: the read that
 * follows meets the same one and shows it.
 */
export async function warmDatabases(dbs: Databases = databases): Promise<void> {
  await Promise.allSettled([
    dbs.public.open(),
    findSession(dbs).then((session) => (session === undefined ? undefined : dbs.user(session.user.user_id).open())),
  ])
}
