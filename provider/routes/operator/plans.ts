import { Hono } from 'hono'
import { productParam } from '../../../src/contract/marketplace.ts'
import { operatorListQuery } from '../../../src/contract/operator.ts'
import {
  type OperatorPlan,
  operatorPlanBody,
  operatorPlanList,
  operatorPlanSingle,
  planChangeBody,
} from '../../../src/contract/operator-plans.ts'
import { err, ok } from '../../../src/lib/result.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { validate } from '../../http/validate.ts'
import { listAllPlans, type PlanRow } from '../../repositories/plans.ts'
import { isWithin } from '../../rules/operator-rights.ts'
import type { Refusal } from '../../rules/refusal.ts'
import type { ProviderDeps } from '../../services/deps.ts'
import { toPlanWire } from '../../services/plan-wire.ts'
import { addPlan, alterPlan } from '../../services/sell-plans.ts'
import { requireOperator } from '../guards/require-operator.ts'
import { answerOnce, describeOperator, NO_STORE, pageOf } from './answer.ts'
import { PLAN_EXAMPLE } from './examples.ts'

const toWire = (row: PlanRow): OperatorPlan => ({ ...toPlanWire(row), active: row.active })

function addList(routes: Hono<AppEnv>, deps: ProviderDeps): void {
  routes.get(
    '/operator/plans',
    describeOperator(deps, { summary: 'Plans, those that ended too', answers: { 200: operatorPlanList } }),
    requireOperator(deps, 'plans'),
    validate('query', operatorListQuery),
    async (c) => {
      const { parks: within } = c.get('operator')
      const rows = (await listAllPlans(deps.db)).filter((row) => isWithin(within, row.parks))
      return c.json(pageOf(rows.map(toWire), c.req.valid('query')), 200, NO_STORE)
    },
  )
}

/** Plans that discount parking. */
export function operatorPlanRoutes(deps: ProviderDeps): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()
  const operator = requireOperator(deps, 'plans')
  addList(routes, deps)

  routes.post(
    '/operator/plans',
    describeOperator(deps, {
      summary: 'Sell a new plan',
      answers: { 201: operatorPlanSingle },
      example: PLAN_EXAMPLE,
      idempotent: true,
    }),
    operator,
    validate('json', operatorPlanBody),
    (c) => {
      const body = c.req.valid('json')
      return answerOnce(c, deps, {
        status: 201,
        work: async (tx, at) => {
          const added = await addPlan(tx, { body, ...at })
          if (!added.ok) return err<Refusal>(added.error)
          const subject = added.value.plan_id
          return ok({ data: toWire(added.value), change: { action: 'plan.add', subject, details: body } })
        },
      })
    },
  )

  routes.patch(
    '/operator/plans/:id',
    describeOperator(deps, {
      summary: 'Change the price from the next period that drivers are told of, or sell it no more',
      answers: { 200: operatorPlanSingle },
      example: PLAN_EXAMPLE,
      idempotent: true,
    }),
    operator,
    validate('param', productParam),
    validate('json', planChangeBody),
    (c) => {
      const [{ id: planId }, change] = [c.req.valid('param'), c.req.valid('json')]
      return answerOnce(c, deps, {
        work: async (tx, at) => {
          const changed = await alterPlan(tx, { planId, change, ...at })
          if (!changed.ok) return err<Refusal>(changed.error)
          return ok({
            data: toWire(changed.value),
            change: { action: 'plan.change', subject: planId, details: change },
          })
        },
      })
    },
  )
  return routes
}
