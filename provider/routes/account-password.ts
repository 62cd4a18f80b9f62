import { Hono } from 'hono'
import { passwordChangeBody } from '../../src/contract/account.ts'
import type { ProviderDeps } from '../services/deps.ts'
import type { AppEnv } from '../http/app-env.ts'
import { describe } from '../http/describe.ts'
import { problem } from '../http/problem.ts'
import { validate } from '../http/validate.ts'
import { sendAccountMailLater } from '../services/account-mails.ts'
import { dropEmailChange } from '../repositories/email-changes.ts'
import { revokeOthers } from '../repositories/sessions.ts'
import { findUser, updatePasswordHash, voidResets } from '../repositories/users.ts'
import { hashPassword } from '../rules/passwords.ts'
import { isWeakPassword } from '../rules/registration.ts'
import { confirmPassword } from './guards/confirm-password.ts'
import { requireUser } from './guards/require-user.ts'

/**
 * PUT /users/me/password: changes the password while signed in. Ends every other session, as one of them may be the
 * reason, and with them what they may have prepared: links for a new password, and a change of address.
 */
export function accountPasswordRoutes(deps: ProviderDeps): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()
  const description = describe(
    { tag: 'profile', summary: 'Change the password; ends every other session', answers: { 204: null }, secured: true },
    deps.config,
  )
  routes.put('/users/me/password', description, requireUser(deps), validate('json', passwordChangeBody), async (c) => {
    const { password, new_password: next } = c.req.valid('json')
    const user = await findUser(deps.db, c.get('userId'))
    if (user === undefined) return problem(c, 'token_invalid')
    const refusal = await confirmPassword(c, deps, { user, password })
    if (refusal !== undefined) return refusal
    if (isWeakPassword(next, user.email))
      return problem(c, 'password_too_weak', { fields: [{ field: 'new_password', code: 'password_too_weak' }] })
    const hash = await hashPassword(next)
    const nowMs = deps.clock.now()
    await deps.db.transaction(async (tx) => {
      await updatePasswordHash(tx, user.user_id, { hash, nowMs })
      await voidResets(tx, user.user_id)
      await dropEmailChange(tx, user.user_id)
      await revokeOthers(tx, user.user_id, { familyId: c.get('sessionId'), nowMs })
    })
    sendAccountMailLater(deps, user, { kind: 'password_changed' })
    return c.body(null, 204)
  })
  return routes
}
