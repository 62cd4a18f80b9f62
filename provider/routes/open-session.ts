import type { Context } from 'hono'
import type { SessionWire } from '../../src/contract/auth.ts'
import type { ProviderDeps } from '../services/deps.ts'
import { userScope } from '../repositories/idempotency.ts'
import { startFamily } from '../repositories/sessions.ts'
import { toUserWire, type UserRow } from '../repositories/users.ts'
import { deviceOf } from '../rules/device.ts'
import { ACCESS_TOKEN_SECONDS } from '../rules/tokens.ts'
import type { AppEnv } from '../http/app-env.ts'

export interface OpenSession {
  readonly user: UserRow
  readonly familyId: string
  readonly refreshToken: string
}

/** Makes the answer of every sign-in and refresh, and records its owner for the log. */
export async function toSessionWire(
  c: Context<AppEnv>,
  deps: Pick<ProviderDeps, 'tokens'>,
  { user, familyId, refreshToken }: OpenSession,
): Promise<SessionWire> {
  c.set('scope', userScope(user.user_id))
  c.set('openedSession', familyId)
  return {
    access_token: await deps.tokens.sign(user.user_id, familyId),
    refresh_token: refreshToken,
    expires_in: ACCESS_TOKEN_SECONDS,
    user: toUserWire(user),
  }
}

/** Signs the user in on the requesting device. */
export async function startSession(c: Context<AppEnv>, deps: ProviderDeps, user: UserRow): Promise<SessionWire> {
  const device = deviceOf(c.req.header('user-agent'))
  const { familyId, token } = await deps.db.transaction((tx) =>
    startFamily(tx, user.user_id, { nowMs: deps.clock.now(), device }),
  )
  return toSessionWire(c, deps, { user, familyId, refreshToken: token })
}
