import { Hono } from 'hono'
import { type TypicalHours, typicalHoursSingle } from '../../src/contract/typical-hours.ts'
import { toInstant, toRfc3339 } from '../../src/domain/instant.ts'
import type { ProviderDeps } from '../services/deps.ts'
import type { AppEnv } from '../http/app-env.ts'
import { describe } from '../http/describe.ts'
import { problem } from '../http/problem.ts'
import { findTypicalHours, type TypicalHoursRow } from '../repositories/typical-hours.ts'
import { findParkOfPath } from './park-of-path.ts'

const HOURS_A_DAY = 24

const byWeekday = (hours: NonNullable<TypicalHoursRow['hours']>): (number | null)[][] =>
  Array.from({ length: 7 }, (_, day) => hours.slice(day * HOURS_A_DAY, (day + 1) * HOURS_A_DAY))

/**
 * GET /front/parks/{park}/typical: how full a park usually is at each hour of the week. No sign-in needed, and no
 * driver is identifiable.
 */
export function typicalHoursRoutes(deps: ProviderDeps): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()
  routes.get(
    '/front/parks/:park/typical',
    describe(
      {
        tag: 'parks',
        summary: 'How full a park usually is, by weekday and hour, from its bookings of the last weeks',
        answers: { 200: typicalHoursSingle },
      },
      deps.config,
    ),
    async (c) => {
      const park = await findParkOfPath(c, deps)
      if (park === undefined) return problem(c, 'park_not_found')
      const { computed_at: at, weeks, hours } = await findTypicalHours(deps.db, park.id, deps.clock.now())
      const data: TypicalHours = {
        park_id: park.id,
        as_of: toRfc3339(toInstant(at)),
        weeks,
        hours: hours === null ? null : byWeekday(hours),
      }
      return c.json({ data })
    },
  )
  return routes
}
