import { findSession } from '../db/read/session.ts'
import { err, type Result } from '../lib/result.ts'
import type { Asker } from '../outbox/enqueue.ts'
import type { ActionError } from './action-error.ts'

interface Tapper {
  readonly user: { readonly user_id: string }
  /** False: the provider takes nothing more in their name before they sign in again. */
  readonly live: boolean
}

const SIGNED_OUT: ActionError = { kind: 'signed_out' }

/**
 * For the driver who tapped. A storage that hangs is waited for, and by then another may have signed in, or nobody: what was tapped is
 * not done for them.
 */
export async function asTapped<T>(
  dbs: Asker['dbs'],
  work: (tapper: Tapper) => Promise<Result<T, ActionError>>,
): Promise<Result<T, ActionError>> {
  const changes = dbs.driverChanges()
  const session = await findSession(dbs)
  if (session === undefined || dbs.driverChanges() !== changes) return err(SIGNED_OUT)
  try {
    return await work(session)
  } catch (error) {
    // The database went with its driver.
    if (dbs.driverChanges() !== changes) return err(SIGNED_OUT)
    throw error
  }
}
