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
 * For the driver who tapped: the one whose page it was at that moment. Another may have signed in since, here while the storage hung or
 * in another tab: what was tapped is not done for them.
 */
export async function asTapped<T>(
  dbs: Asker['dbs'],
  work: (tapper: Tapper) => Promise<Result<T, ActionError>>,
): Promise<Result<T, ActionError>> {
  const [changes, shown] = [dbs.driverChanges(), dbs.shownDriver()]
  const session = await findSession(dbs)
  if (session === undefined || dbs.driverChanges() !== changes) return err(SIGNED_OUT)
  if (shown !== undefined && shown !== session.user.user_id) return err(SIGNED_OUT)
  try {
    return await work(session)
  } catch (error) {
    // The database went with its driver.
    if (dbs.driverChanges() !== changes) return err(SIGNED_OUT)
    throw error
  }
}
