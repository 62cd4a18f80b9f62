import { Hono } from 'hono'
import { compress } from 'hono/compress'
import { dayQuery, daySingle } from '../../../src/contract/operator-day.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { validate } from '../../http/validate.ts'
import type { ProviderDeps } from '../../services/deps.ts'
import { readDay } from '../../services/operator-day.ts'
import { requireOperator } from '../guards/require-operator.ts'
import { describeOperator, NO_STORE } from './answer.ts'
import { DAY_EXAMPLE } from './day-examples.ts'
import { withPark } from './park-of-key.ts'

/** The activity at a car park in one day. */
export function operatorDayRoutes(deps: ProviderDeps): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()
  routes.get(
    '/operator/parks/:code/day',
    // Registered before the answer's check, which needs the uncompressed body.
    compress(),
    describeOperator(deps, {
      summary: 'One day: spaces taken by hour, arrivals, check-ins, overstays and reports, by plate and code alone',
      answers: { 200: daySingle },
      example: DAY_EXAMPLE,
    }),
    requireOperator(deps, 'day'),
    validate('query', dayQuery),
    (c) =>
      withPark(c, deps, async (park) =>
        c.json({ data: await readDay(deps, park, c.req.valid('query').date) }, 200, NO_STORE),
      ),
  )
  return routes
}
