import { Hono } from 'hono'
import { profilePatch, profileSingle } from '../../src/contract/auth.ts'
import type { ProviderDeps } from '../deps.ts'
import type { AppEnv } from '../http/app-env.ts'
import { describe } from '../http/describe.ts'
import { problem } from '../http/problem.ts'
import { requireUser } from '../http/require-user.ts'
import { validate } from '../http/validate.ts'
import { type ProfileChange, toUserWire } from '../repositories/users.ts'

const PATHS = ['/users/profile', '/users/profile/']

/** GET, PATCH /users/profile. A token that outlived its account is no longer valid. */
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
      const change = c.req.valid('json') as ProfileChange
      const user = await deps.store.updateProfile(c.get('userId'), { ...change, nowMs: deps.clock.now() })
      return user === undefined ? problem(c, 'token_invalid') : c.json({ data: toUserWire(user) })
    })
  }
  return routes
}
