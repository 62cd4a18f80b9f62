import { Hono } from 'hono'
import { freeSpacesAll, freeSpacesQuery } from '../../src/contract/parks.ts'
import { MAX_STAY_MS } from '../../src/domain/price-stay.ts'
import { parseInstant, toInstant, toRfc3339 } from '../../src/domain/instant.ts'
import type { ProviderDeps } from '../services/deps.ts'
import type { AppEnv } from '../http/app-env.ts'
import { describe } from '../http/describe.ts'
import { problem } from '../http/problem.ts'
import { validate } from '../http/validate.ts'
import { LARGEST_PARK_ID } from '../repositories/bookable-parks.ts'
import { listFreeSpaces } from '../repositories/parks.ts'
import { countedFrom } from '../rules/availability.ts'

/** What a list needs beyond the parks saved on the phone: how many spaces are free for the chosen stay. */
export function freeSpaceRoutes(deps: ProviderDeps): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()
  routes.get(
    '/parks/free',
    describe(
      {
        tag: 'parks',
        summary: 'Spaces of up to 100 parks that are free for a whole stay',
        answers: { 200: freeSpacesAll },
      },
      deps.config,
    ),
    validate('query', freeSpacesQuery),
    async (c) => {
      const { ids, start_time: start, end_time: end } = c.req.valid('query')
      const [from, to] = [parseInstant(start), parseInstant(end)]
      if (!from.ok || !to.ok) return problem(c, 'times_invalid')
      if (to.value <= from.value) return problem(c, 'end_not_after_start')
      if (to.value - from.value > MAX_STAY_MS) return problem(c, 'stay_too_long')
      const nowMs = deps.clock.now()
      const known = ids.filter((id) => id <= LARGEST_PARK_ID)
      const found = await listFreeSpaces(deps.db, known, { from: countedFrom(from.value, nowMs), to: to.value, nowMs })
      return c.json({ data: found.map((free) => ({ ...free, available_at: toRfc3339(toInstant(nowMs)) })) })
    },
  )
  return routes
}
