import type { Database } from '../db/database.ts'
import { revokeAllOfUser, revokeEveryAccount } from '../repositories/sessions.ts'
import { findUserByEmail } from '../repositories/users.ts'
import { normaliseEmail } from '../rules/registration.ts'
import type { Printed } from './attendants.ts'

/**
 * Ends sessions, including those of the console. Nothing else changes: the people affected can sign in again. `words`:
 * an address, or `--all`.
 */
export async function signOut(db: Database, words: readonly string[], nowMs: number): Promise<Printed> {
  const [whose, more] = words
  if (whose === undefined || more !== undefined)
    return { lines: ['drivers sign-out takes an address, or --all'], exitCode: 2 }
  if (whose === '--all') {
    const count = await revokeEveryAccount(db, nowMs)
    return {
      lines: [`${String(count)} sessions have ended. Guests keep theirs, which alone open their bookings.`],
      exitCode: 0,
    }
  }
  const user = await findUserByEmail(db, normaliseEmail(whose))
  if (user === undefined) return { lines: [`There is no account ${whose}.`], exitCode: 1 }
  await revokeAllOfUser(db, user.user_id, { reason: 'revoked', nowMs })
  return { lines: [`Every session of ${user.email} has ended.`], exitCode: 0 }
}
