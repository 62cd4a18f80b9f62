import { logout } from '../api/auth.ts'
import { SIGN_OUT_TIMEOUT_MS } from '../config/limits.ts'
import { applySignOut } from '../db/apply/session.ts'
import { findSession } from '../db/read/session.ts'
import { type Phone, thisPhone } from '../sync/phone.ts'

/**
 * Clears the phone first, so that it works with no signal; then tells the provider, for a few seconds at most. A provider
 * that was not reached keeps the refresh token until it runs out, but no phone holds it any more. Commands
 * that wait are kept for this driver's next sign-in, or given up.
 */
export async function signOut(phone: Phone = thisPhone, unsent: 'keep' | 'discard' = 'keep'): Promise<void> {
  const session = await findSession(phone.dbs)
  if (session === undefined) return
  if (!(await applySignOut(phone.dbs, unsent))) phone.log.warn('signed out, but an emptied database is left')
  const told = await logout(phone.client, session.refreshToken, SIGN_OUT_TIMEOUT_MS)
  if (!told.ok) phone.log.info('signed out without telling the provider', { reason: told.error.kind })
}
