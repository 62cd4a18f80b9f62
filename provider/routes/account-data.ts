import { Hono } from 'hono'
import { accountDeleteBody, accountExportSingle } from '../../src/contract/account.ts'
import { HOUR_MS, toInstant, toRfc3339 } from '../../src/domain/instant.ts'
import type { ProviderDeps } from '../services/deps.ts'
import type { AppEnv } from '../http/app-env.ts'
import { confirmPassword } from './guards/confirm-password.ts'
import { describe } from '../http/describe.ts'
import { problem } from '../http/problem.ts'
import { refuse } from './refuse.ts'
import { requireUser } from './guards/require-user.ts'
import { validate } from '../http/validate.ts'
import { sendAccountMailLater } from '../services/account-mails.ts'
import { readAccount } from '../repositories/account-export.ts'
import { countAttempt } from '../repositories/attempts.ts'
import { findUser } from '../repositories/users.ts'
import { exportScans } from '../services/scans.ts'
import { deleteAccount } from '../services/delete-account.ts'

const EXPORTS_AN_HOUR = 5

function exportRoute(deps: ProviderDeps, routes: Hono<AppEnv>): void {
  const description = describe(
    { tag: 'profile', summary: 'All data of the user', answers: { 200: accountExportSingle }, secured: true },
    deps.config,
  )
  routes.get('/users/me/export', description, requireUser(deps), async (c) => {
    const userId = c.get('userId')
    const nowMs = deps.clock.now()
    const exports = await countAttempt(deps.db, { bucket: `export:${userId}`, windowMs: HOUR_MS, nowMs })
    if (exports.count > EXPORTS_AN_HOUR)
      return problem(c, 'rate_limited', { retryAfterSeconds: Math.ceil((exports.resetsMs - nowMs) / 1000) })
    const account = await deps.db.transaction(async (tx) => {
      await tx.query('set transaction isolation level repeatable read, read only')
      return readAccount(tx, userId)
    })
    if (account.profile.length === 0) return problem(c, 'token_invalid')
    const document_scans = await exportScans(deps.db, userId)
    c.header('content-disposition', 'attachment; filename="baywise.json"')
    return c.json({ data: { exported_at: toRfc3339(toInstant(nowMs)), ...account, document_scans } })
  })
}

function deleteRoute(deps: ProviderDeps, routes: Hono<AppEnv>): void {
  const description = describe(
    { tag: 'profile', summary: 'Delete the account, for good', answers: { 204: null }, secured: true },
    deps.config,
  )
  routes.delete('/users/me', description, requireUser(deps), validate('json', accountDeleteBody), async (c) => {
    const { password, give_up_money: giveUpMoney } = c.req.valid('json')
    const user = await findUser(deps.db, c.get('userId'))
    if (user === undefined) return problem(c, 'token_invalid')
    const refusal = await confirmPassword(c, deps, { user, password })
    if (refusal !== undefined) return refusal
    const done = await deps.db.transaction((tx) =>
      deleteAccount(tx, user.user_id, { giveUpMoney, nowMs: deps.clock.now() }),
    )
    if (!done.ok) return refuse(c, done.error)
    sendAccountMailLater(deps, user, { kind: 'account_deleted' })
    return c.body(null, 204)
  })
}

/** GET /users/me/export, DELETE /users/me. */
export function accountDataRoutes(deps: ProviderDeps): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()
  exportRoute(deps, routes)
  deleteRoute(deps, routes)
  return routes
}
