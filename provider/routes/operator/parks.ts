import { Hono } from 'hono'
import {
  newParkBody,
  operatorParkSingle,
  type OperatorParkWire,
  parkFactsBody,
} from '../../../src/contract/operator-parks.ts'
import { err, ok } from '../../../src/lib/result.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { validate } from '../../http/validate.ts'
import type { Refusal } from '../../rules/refusal.ts'
import { findParkWithin } from '../../services/closures.ts'
import type { ProviderDeps } from '../../services/deps.ts'
import { loadGeography, makePark, readOperatorPark, stateFacts } from '../../services/operator-parks.ts'
import { requireOperator } from '../guards/require-operator.ts'
import { answerOnce, describeOperator, NO_STORE } from './answer.ts'
import { withPark } from './park-of-key.ts'

const PATH = '/operator/parks/:code'
const EXAMPLE: { readonly data: OperatorParkWire } = {
  data: {
    ...{ id: 4711, code: 'CAKQ2M7', slug: 'front-street-toronto-cakq2m7', name: 'Front Street', country_code: 'CA' },
    ...{ address: '12 Front Street', city: 'Toronto', state: 'Ontario', position: { lat: 43.6452, lng: -79.3806 } },
    ...{ timezone: 'America/Toronto', kind: 'garage', capacity: 120, accessible_spaces: 4, height_limit_m: 2.1 },
    ...{ covered: true, opening_hours: 'Mon-Fri 06:00-23:00; Sat-Sun 08:00-23:00', chargers: [], currency: 'CAD' },
    ...{ refund_policy: 'usual', tax_registration: { registered: true, numbers: { hst: '123456789 RT0001' } } },
    registered_taxes: [{ code: 'hst', name: 'HST' }],
    ...{ priced: true, promised: 14, demo_fields: [], revision: 1 },
  },
}

function addReading(routes: Hono<AppEnv>, deps: ProviderDeps): void {
  routes.get(
    PATH,
    describeOperator(deps, {
      summary: 'A car park as its operator has it, and how many of its spaces are promised',
      answers: { 200: operatorParkSingle },
      example: EXAMPLE,
    }),
    requireOperator(deps, 'parks'),
    (c) =>
      withPark(c, deps, async (park) =>
        c.json({ data: await readOperatorPark(deps.db, park, deps.clock.now()) }, 200, NO_STORE),
      ),
  )
}

/** Car parks: created, and their facts read and changed. */
export function operatorParkRoutes(deps: ProviderDeps): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()
  const operator = requireOperator(deps, 'parks')
  addReading(routes, deps)

  routes.post(
    '/operator/parks',
    describeOperator(deps, {
      summary: 'Make a car park; drivers find it at once, and book it as soon as it has a price',
      answers: { 201: operatorParkSingle },
      example: EXAMPLE,
      idempotent: true,
    }),
    operator,
    validate('json', newParkBody),
    async (c) => {
      const [body, geography] = [c.req.valid('json'), await loadGeography()]
      return answerOnce(c, deps, {
        status: 201,
        work: async (tx, { nowMs }) => {
          const made = await makePark(tx, { ...geography, operator: c.get('operator'), body, nowMs })
          if (!made.ok) return err<Refusal>(made.error)
          return ok({ data: made.value, change: { action: 'park.add', subject: made.value.code, details: body } })
        },
      })
    },
  )

  routes.patch(
    PATH,
    describeOperator(deps, {
      summary: 'Say facts of a car park, those that are given; they outlive the next import',
      answers: { 200: operatorParkSingle },
      example: EXAMPLE,
      idempotent: true,
    }),
    operator,
    validate('json', parkFactsBody),
    async (c) => {
      const [code, body, geography] = [c.req.param('code'), c.req.valid('json'), await loadGeography()]
      return answerOnce(c, deps, {
        work: async (tx, { within, nowMs }) => {
          const park = await findParkWithin(tx, code, within)
          if (!park.ok) return err<Refusal>(park.error)
          const stated = await stateFacts(tx, {
            ...geography,
            park: park.value,
            operator: c.get('operator'),
            body,
            nowMs,
          })
          if (!stated.ok) return err<Refusal>(stated.error)
          const change = { action: 'park.facts', subject: park.value.code, details: body } as const
          return ok({ data: stated.value.park, change: stated.value.isChanged ? change : null })
        },
      })
    },
  )
  return routes
}
