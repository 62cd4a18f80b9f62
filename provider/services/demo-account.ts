import { toUserId } from '../../src/domain/ids.ts'
import { uuid7 } from '../../src/lib/uuid7.ts'
import type { ProviderDeps } from './deps.ts'
import { findUserByEmail, insertUser, setDisabled } from '../repositories/users.ts'
import { openWallet } from '../repositories/wallet.ts'
import { hashPassword } from '../rules/passwords.ts'

export const DEMO_EMAIL = 'demo@baywise.test'
export const DEMO_PASSWORD = 'parking-demo'

/**
 * In the sandbox, ensures an account that anyone can sign in to, with the welcome credit in its first wallet. Outside
 * it, disables one left over from the sandbox: its password is public.
 */
export async function ensureDemoAccount(deps: Pick<ProviderDeps, 'db' | 'clock' | 'config'>): Promise<void> {
  const nowMs = deps.clock.now()
  await setDisabled(deps.db, DEMO_EMAIL, deps.config.sandbox ? null : nowMs)
  if (!deps.config.sandbox) return
  if ((await findUserByEmail(deps.db, DEMO_EMAIL)) === undefined) {
    const passwordHash = await hashPassword(DEMO_PASSWORD)
    await deps.db.transaction((tx) =>
      insertUser(
        tx,
        {
          user_id: toUserId(uuid7(nowMs)),
          email: DEMO_EMAIL,
          password_hash: passwordHash,
          first_name: 'Demo',
          last_name: 'Driver',
          phone: null,
          country_code: 'CA',
          language: 'en',
          email_verified_at: nowMs,
        },
        nowMs,
      ),
    )
  }
  const user = await findUserByEmail(deps.db, DEMO_EMAIL)
  if (user !== undefined)
    await openWallet(deps.db, { userId: user.user_id, currency: 'CAD', sandbox: deps.config.welcomeCredit, nowMs })
}
