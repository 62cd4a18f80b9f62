import { Hono } from 'hono'
import { type DeviceSession, deviceSessions } from '../../src/contract/sessions.ts'
import { toRfc3339 } from '../../src/domain/instant.ts'
import { isUuid } from '../../src/lib/uuid7.ts'
import type { ProviderDeps } from '../services/deps.ts'
import type { AppEnv } from '../http/app-env.ts'
import { describe } from '../http/describe.ts'
import { problem } from '../http/problem.ts'
import { requireUser } from './guards/require-user.ts'
import { type FamilyRow, listFamilies, revokeOthers, revokeOwnFamily } from '../repositories/sessions.ts'

const toWire = (row: FamilyRow, current: boolean): DeviceSession => ({
  session_id: row.family_id,
  browser: row.browser,
  system: row.system,
  created_at: toRfc3339(row.created_at),
  last_seen_at: toRfc3339(row.last_seen_at),
  current,
})

function listRoute(deps: ProviderDeps, routes: Hono<AppEnv>): void {
  const description = describe(
    { tag: 'auth', summary: 'Where the user is signed in', answers: { 200: deviceSessions }, secured: true },
    deps.config,
  )
  routes.get('/sessions', description, requireUser(deps), async (c) => {
    const rows = await listFamilies(deps.db, c.get('userId'), deps.clock.now())
    const sessions = rows.map((row) => toWire(row, row.family_id === c.get('sessionId')))
    return c.json({ data: sessions.toSorted((a, b) => Number(b.current) - Number(a.current)) })
  })
}

function revokeRoute(deps: ProviderDeps, routes: Hono<AppEnv>): void {
  const description = describe(
    { tag: 'auth', summary: 'End one session of the user', answers: { 204: null }, secured: true },
    deps.config,
  )
  routes.delete('/sessions/:id', description, requireUser(deps), async (c) => {
    const familyId = c.req.param('id')
    if (!isUuid(familyId)) return problem(c, 'not_found')
    const isOwn = await revokeOwnFamily(deps.db, c.get('userId'), { familyId, nowMs: deps.clock.now() })
    return isOwn ? c.body(null, 204) : problem(c, 'not_found')
  })
}

function revokeOthersRoute(deps: ProviderDeps, routes: Hono<AppEnv>): void {
  const description = describe(
    { tag: 'auth', summary: 'End every session but the one that asks', answers: { 204: null }, secured: true },
    deps.config,
  )
  routes.delete('/sessions', description, requireUser(deps), async (c) => {
    const familyId = c.get('sessionId')
    await revokeOthers(deps.db, c.get('userId'), { familyId, nowMs: deps.clock.now() })
    return c.body(null, 204)
  })
}

/** GET, DELETE /sessions, DELETE /sessions/{id}. The access token of an ended session is refused immediately. */
export function sessionListRoutes(deps: ProviderDeps): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()
  listRoute(deps, routes)
  revokeRoute(deps, routes)
  revokeOthersRoute(deps, routes)
  return routes
}
