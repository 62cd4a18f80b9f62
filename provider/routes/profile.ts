import { Hono } from 'hono'
import { profilePatch, profileSingle } from '../../src/contract/auth.ts'
import type { UserId } from '../../src/domain/ids.ts'
import type { ProviderDeps } from '../services/deps.ts'
import type { AppEnv } from '../http/app-env.ts'
import { describe } from '../http/describe.ts'
import { problem } from '../http/problem.ts'
import { requireUser } from './guards/require-user.ts'
import { validate } from '../http/validate.ts'
import { type ProfileChange, toUserWire } from '../repositories/users.ts'
import { toPhone } from '../rules/registration.ts'

const PATHS = ['/users/profile', '/users/profile/']

/** Stores numbers as E.164, reading them in the format of the user's country. Undefined for an invalid number. */
async function withPhone(
  deps: ProviderDeps,
  userId: UserId,
  change: ProfileChange,
): Promise<ProfileChange | undefined> {
  if (change.phone === undefined || change.phone === null) return change
  const country = change.country_code ?? (await deps.store.findUser(userId))?.country_code
  const phone = country === undefined ? undefined : toPhone(change.phone, country)
  return phone === undefined ? undefined : { ...change, phone }
}

/** GET, PATCH /users/profile. A token whose account was deleted is refused. */
export function profileRoutes(deps: ProviderDeps): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()
  const answers = { 200: profileSingle }
  const reads = describe({ tag: 'profile', summary: 'The signed-in user', answers, secured: true }, deps.config)
  routes.on('GET', PATHS, reads, requireUser(deps), async (c) => {
    const user = await deps.store.findUser(c.get('userId'))
    return user === undefined ? problem(c, 'token_invalid') : c.json({ data: toUserWire(user) })
  })
  const changes = describe({ tag: 'profile', summary: 'Change some fields', answers, secured: true }, deps.config)
  for (const path of PATHS) {
    routes.patch(path, changes, requireUser(deps), validate('json', profilePatch), async (c) => {
      const change = await withPhone(deps, c.get('userId'), c.req.valid('json') as ProfileChange)
      if (change === undefined) return problem(c, 'validation_failed', { fields: [{ field: 'phone', code: 'phone' }] })
      const user = await deps.store.updateProfile(c.get('userId'), { ...change, nowMs: deps.clock.now() })
      return user === undefined ? problem(c, 'token_invalid') : c.json({ data: toUserWire(user) })
    })
  }
  return routes
}
