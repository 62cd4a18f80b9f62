import { Hono } from 'hono'
import { leewayBody, type ParkLeewayWire, parkLeewaySingle } from '../../../src/contract/operator-leeway.ts'
import { err, ok } from '../../../src/lib/result.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { validate } from '../../http/validate.ts'
import type { Refusal } from '../../rules/refusal.ts'
import { findParkWithin } from '../../services/closures.ts'
import type { ProviderDeps } from '../../services/deps.ts'
import { readParkLeeway, setLeewayOf } from '../../services/park-leeway.ts'
import { requireOperator } from '../guards/require-operator.ts'
import { answerOnce, describeOperator, NO_STORE } from './answer.ts'
import { withPark } from './park-of-key.ts'

const PATH = '/operator/parks/:code/leeway'
const EXAMPLE: { readonly data: ParkLeewayWire } = {
  data: {
    park: { code: 'CAKQ2M7', name: 'Front Street', timezone: 'America/Toronto' },
    ...{ arrival_minutes: 30, grace_minutes: 20, usual: { arrival_minutes: 15, grace_minutes: 10 } },
  },
}

/** Reads and sets how early a car park admits cars, and how late they may leave. */
export function operatorLeewayRoutes(deps: ProviderDeps): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()
  const operator = requireOperator(deps, 'parks')

  routes.get(
    PATH,
    describeOperator(deps, {
      summary: 'How many minutes before a booking cars may come in, and after it leave',
      answers: { 200: parkLeewaySingle },
      example: EXAMPLE,
    }),
    operator,
    (c) => withPark(c, deps, async (park) => c.json({ data: await readParkLeeway(deps.db, park) }, 200, NO_STORE)),
  )

  routes.put(
    PATH,
    describeOperator(deps, {
      summary:
        'Set how many minutes before a booking cars may come in, and after it leave; bookings that there are follow',
      answers: { 200: parkLeewaySingle },
      example: EXAMPLE,
      idempotent: true,
    }),
    operator,
    validate('json', leewayBody),
    (c) => {
      const [code, body] = [c.req.param('code'), c.req.valid('json')]
      return answerOnce(c, deps, {
        work: async (tx, { within, nowMs }) => {
          const park = await findParkWithin(tx, code, within)
          if (!park.ok) return err<Refusal>(park.error)
          const set = await setLeewayOf(tx, { park: park.value, body, nowMs })
          if (!set.ok) return err<Refusal>(set.error)
          const change = { action: 'park.leeway', subject: park.value.code, details: body } as const
          return ok({ data: set.value.leeway, change: set.value.isChanged ? change : null })
        },
      })
    },
  )
  return routes
}
