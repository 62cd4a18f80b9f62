import { Hono } from 'hono'
import {
  acceptedSingle,
  consoleSessionBody,
  consoleSessionSingle,
  invitationCodeBody,
  membershipsSingle,
} from '../../src/contract/console.ts'
import { secondFactorSingle } from '../../src/contract/second-factor.ts'
import { must } from '../../src/lib/assert.ts'
import type { AppEnv } from '../http/app-env.ts'
import { describe, type RouteDescription } from '../http/describe.ts'
import { problem } from '../http/problem.ts'
import { validate } from '../http/validate.ts'
import { endConsoleSession } from '../repositories/console-sessions.ts'
import { listMemberships } from '../repositories/organisations.ts'
import { findUser } from '../repositories/users.ts'
import { acceptInvitation } from '../services/console-members.ts'
import { beginConsoleFactor, openConsole } from '../services/console-sign-in.ts'
import type { ProviderDeps } from '../services/deps.ts'
import { findOperator, readConsoleSession } from '../services/operators.ts'
import { findFactorKind } from '../services/second-factor.ts'
import { idempotent, onSql } from './guards/idempotent.ts'
import { requireOperator } from './guards/require-operator.ts'
import { readBearer, requireUser } from './guards/require-user.ts'
import { NO_STORE } from './operator/answer.ts'
import { toKeyWire } from './operator/keys.ts'
import { refuse } from './refuse.ts'

const describeConsole = (deps: ProviderDeps, route: Omit<RouteDescription, 'tag'>) =>
  describe({ tag: 'operators', secured: true, ...route }, deps.config)

function addMemberships(routes: Hono<AppEnv>, deps: ProviderDeps): void {
  routes.get(
    '/console/memberships',
    describeConsole(deps, {
      summary: 'Organisations of operators that the account belongs to, and its second factor',
      answers: { 200: membershipsSingle },
    }),
    requireUser(deps),
    async (c) => {
      const userId = c.get('userId')
      const [rows, kind] = await Promise.all([listMemberships(deps.db, userId), findFactorKind(deps, userId)])
      const memberships = rows.map(({ organisation_id: id, name, role }) => ({ organisation: { id, name }, role }))
      const data = { memberships, second_factor: kind }
      return c.json({ data }, 200, NO_STORE)
    },
  )

  routes.post(
    '/console/invitations/accept',
    describeConsole(deps, {
      summary: 'Accept an invitation by the code of its email, once, with the account of that address',
      answers: { 200: acceptedSingle },
      idempotent: true,
    }),
    requireUser(deps),
    validate('json', invitationCodeBody),
    async (c) => {
      const user = await findUser(deps.db, c.get('userId'))
      if (user === undefined) return problem(c, 'token_invalid')
      const { code } = c.req.valid('json')
      const work = onSql(deps, async (tx) => {
        const accepted = await acceptInvitation(tx, { user, code, nowMs: deps.clock.now() })
        if (!accepted.ok) return refuse(c, accepted.error)
        const { organisation_id: id, name, role } = accepted.value
        return c.json({ data: { organisation: { id, name }, role } })
      })
      return idempotent(c, deps, work)
    },
  )
}

function addSecondFactor(routes: Hono<AppEnv>, deps: ProviderDeps): void {
  routes.post(
    '/console/second-factor',
    describeConsole(deps, {
      summary: 'Begin the second factor: a challenge for the account’s passkeys, or a code by email where it has none',
      answers: { 200: secondFactorSingle },
    }),
    requireUser(deps),
    async (c) => {
      const [userId, familyId] = [c.get('userId'), c.get('sessionId')]
      const user = await findUser(deps.db, userId)
      if (user === undefined) return problem(c, 'token_invalid')
      if ((await listMemberships(deps.db, userId)).length === 0) return problem(c, 'forbidden')
      const begun = await beginConsoleFactor(deps, { user, familyId })
      if (!begun.ok) return refuse(c, begun.error)
      return c.json({ data: begun.value }, 200, NO_STORE)
    },
  )
}

/** POST opens a session with the second factor, DELETE ends it. */
function addSessions(routes: Hono<AppEnv>, deps: ProviderDeps): void {
  routes.post(
    '/console/sessions',
    describeConsole(deps, {
      summary: 'Open the console by the second factor; its token counts for operators’ endpoints alone',
      answers: { 201: consoleSessionSingle },
    }),
    requireUser(deps),
    validate('json', consoleSessionBody),
    async (c) => {
      const [userId, familyId] = [c.get('userId'), c.get('sessionId')]
      const user = await findUser(deps.db, userId)
      if (user === undefined) return problem(c, 'token_invalid')
      const opened = await openConsole(deps, { user, familyId }, c.req.valid('json'))
      if (!opened.ok) return refuse(c, opened.error)
      const { token } = opened.value
      const found = await findOperator(deps, { bearer: token, address: c.get('address') })
      if (!found.ok) return problem(c, found.error.code)
      const operator = await toKeyWire(deps.db, found.value)
      c.set('openedSession', readConsoleSession(token))
      const expiresAt = must(operator.expires_at, 'end of a session')
      return c.json({ data: { token, expires_at: expiresAt, operator } }, 201, NO_STORE)
    },
  )

  routes.delete(
    '/console/session',
    describe(
      { tag: 'operators', summary: 'End the session of the console', answers: { 204: null }, secured: 'operator' },
      deps.config,
    ),
    requireOperator(deps, null),
    async (c) => {
      const sessionId = readConsoleSession(readBearer(c) ?? '')
      if (sessionId === undefined) return problem(c, 'forbidden')
      await endConsoleSession(deps.db, sessionId, deps.clock.now())
      return c.body(null, 204)
    },
  )
}

/** Turns a driver's account into an operator's session: memberships, invitations, the second factor. */
export function consoleRoutes(deps: ProviderDeps): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()
  addMemberships(routes, deps)
  addSecondFactor(routes, deps)
  addSessions(routes, deps)
  return routes
}
