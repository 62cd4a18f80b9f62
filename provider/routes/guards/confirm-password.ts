import type { Context } from 'hono'
import type { ProviderDeps } from '../../services/deps.ts'
import type { UserRow } from '../../repositories/users.ts'
import { checkPassword } from '../../rules/passwords.ts'
import { beginSignIn, endSignIn } from '../../services/sign-in-limits.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { problem } from '../../http/problem.ts'

/**
 * Asks for a signed-in user's password before actions that a borrowed phone must not allow. Returns undefined when it
 * is correct. Wrong ones count as failed sign-ins. Never 401: the session itself is valid.
 */
export async function confirmPassword(
  c: Context<AppEnv>,
  deps: ProviderDeps,
  { user, password }: { readonly user: UserRow; readonly password: string },
): Promise<Response | undefined> {
  if (user.password_hash === null) return problem(c, 'password_missing')
  const attempt = { identifier: user.email, address: c.get('address'), nowMs: deps.clock.now() }
  const waitSeconds = await beginSignIn(deps.db, attempt)
  if (waitSeconds > 0) return problem(c, 'rate_limited', { retryAfterSeconds: waitSeconds })
  if (!(await checkPassword(password, user.password_hash)).matches)
    return problem(c, 'password_wrong', { fields: [{ field: 'password', code: 'password_wrong' }] })
  await endSignIn(deps.db, attempt)
  return undefined
}
