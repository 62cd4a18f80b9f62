import { Hono } from 'hono'
import * as v from 'valibot'
import { operatorListQuery } from '../../../src/contract/operator.ts'
import {
  parkTariffSingle,
  plannedTariffList,
  plannedTariffSingle,
  tariffPlanBody,
} from '../../../src/contract/operator-tariffs.ts'
import { err, ok } from '../../../src/lib/result.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { validate } from '../../http/validate.ts'
import { listPlannedTariffs } from '../../repositories/planned-tariffs.ts'
import type { Refusal } from '../../rules/refusal.ts'
import { findParkWithin } from '../../services/closures.ts'
import type { ProviderDeps } from '../../services/deps.ts'
import { planTariff, readParkTariff, toPlannedWire, withdrawTariff } from '../../services/planned-tariffs.ts'
import { requireOperator } from '../guards/require-operator.ts'
import { answerOnce, describeOperator, NO_STORE, toPage } from './answer.ts'
import { withPark } from './park-of-key.ts'
import { PARK_TARIFF_EXAMPLE, PLANNED_TARIFF_EXAMPLE } from './tariff-examples.ts'

const PATH = '/operator/parks/:code/tariffs'
const tariffParam = v.object({
  code: v.string(),
  id: v.pipe(v.string(), v.regex(/^[1-9]\d{0,14}$/), v.transform(Number)),
})

function addReads(routes: Hono<AppEnv>, deps: ProviderDeps): void {
  const operator = requireOperator(deps, 'tariffs')

  routes.get(
    '/operator/parks/:code/tariff',
    describeOperator(deps, {
      summary: 'What a car park costs now, with its taxes',
      answers: { 200: parkTariffSingle },
      example: PARK_TARIFF_EXAMPLE,
    }),
    operator,
    (c) => withPark(c, deps, async (park) => c.json({ data: await readParkTariff(deps.db, park) }, 200, NO_STORE)),
  )

  routes.get(
    PATH,
    describeOperator(deps, {
      summary: 'Prices that were planned for a car park, the last to begin first',
      answers: { 200: plannedTariffList },
    }),
    operator,
    validate('query', operatorListQuery),
    (c) =>
      withPark(c, deps, async (park) => {
        const asked = c.req.valid('query')
        const { rows, total } = await listPlannedTariffs(deps.db, { parkId: park.id, ...asked })
        const items = rows.map((row) => toPlannedWire(row, park))
        return c.json(toPage(items, total, asked), 200, NO_STORE)
      }),
  )
}

function addWithdrawal(routes: Hono<AppEnv>, deps: ProviderDeps): void {
  const operator = requireOperator(deps, 'tariffs')

  routes.delete(
    `${PATH}/:id`,
    describeOperator(deps, {
      summary: 'Withdraw planned prices before they begin; those that have begun stay as they are',
      answers: { 200: plannedTariffSingle },
      example: PLANNED_TARIFF_EXAMPLE,
      idempotent: true,
    }),
    operator,
    validate('param', tariffParam),
    (c) => {
      const { code, id: tariffId } = c.req.valid('param')
      return answerOnce(c, deps, {
        work: async (tx, { within, nowMs }) => {
          const park = await findParkWithin(tx, code, within)
          if (!park.ok) return err<Refusal>(park.error)
          const withdrawn = await withdrawTariff(tx, { park: park.value, tariffId, nowMs })
          if (!withdrawn.ok) return err<Refusal>(withdrawn.error)
          const { planned, isChanged } = withdrawn.value
          const subject = `${park.value.code} ${tariffId}`
          return ok({
            data: toPlannedWire(planned, park.value),
            change: isChanged ? { action: 'tariff.withdraw', subject, details: {} } : null,
          })
        },
      })
    },
  )
}

/** A car park's prices: read, planned from a given time, withdrawn before it. */
export function operatorTariffRoutes(deps: ProviderDeps): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()
  const operator = requireOperator(deps, 'tariffs')
  addReads(routes, deps)
  addWithdrawal(routes, deps)

  routes.post(
    PATH,
    describeOperator(deps, {
      summary: 'Set the prices of a car park, now or from a time on; refused with the stay that shows what is wrong',
      answers: { 201: plannedTariffSingle },
      example: PLANNED_TARIFF_EXAMPLE,
      idempotent: true,
    }),
    operator,
    validate('json', tariffPlanBody),
    (c) => {
      const [code, body] = [c.req.param('code'), c.req.valid('json')]
      return answerOnce(c, deps, {
        status: 201,
        work: async (tx, { within, nowMs }) => {
          const park = await findParkWithin(tx, code, within)
          if (!park.ok) return err<Refusal>(park.error)
          const planned = await planTariff(tx, { park: park.value, body, nowMs })
          if (!planned.ok) return err<Refusal>(planned.error)
          const subject = `${park.value.code} ${planned.value.tariff_id}`
          return ok({
            data: toPlannedWire(planned.value, park.value),
            change: { action: 'tariff.plan', subject, details: body },
          })
        },
      })
    },
  )
  return routes
}
