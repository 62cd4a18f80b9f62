import { Hono } from 'hono'
import * as v from 'valibot'
import { operatorListQuery } from '../../../src/contract/operator.ts'
import {
  closureBody,
  closureEffectQuery,
  closureEffectSingle,
  closureList,
  closureSingle,
} from '../../../src/contract/operator-closures.ts'
import { err, ok } from '../../../src/lib/result.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { validate } from '../../http/validate.ts'
import { findClosureEffect, listClosures } from '../../repositories/closures.ts'
import type { Refusal } from '../../rules/refusal.ts'
import { closePark, findParkWithin, reopenPark, toClosureTimes, toClosureWire } from '../../services/closures.ts'
import type { ProviderDeps } from '../../services/deps.ts'
import { requireOperator } from '../guards/require-operator.ts'
import { refuse } from '../refuse.ts'
import { answerOnce, describeOperator, NO_STORE, toPage } from './answer.ts'
import { CLOSURE_EFFECT_EXAMPLE, CLOSURE_EXAMPLE } from './day-examples.ts'
import { withPark } from './park-of-key.ts'

const PATH = '/operator/parks/:code/closures'
const closureParam = v.object({
  code: v.string(),
  id: v.pipe(v.string(), v.regex(/^[1-9]\d{0,14}$/), v.transform(Number)),
})

function addReads(routes: Hono<AppEnv>, deps: ProviderDeps): void {
  const operator = requireOperator(deps, 'closures')

  routes.get(
    PATH,
    describeOperator(deps, { summary: 'Closures of a car park, the latest first', answers: { 200: closureList } }),
    operator,
    validate('query', operatorListQuery),
    (c) =>
      withPark(c, deps, async (park) => {
        const asked = c.req.valid('query')
        const { rows, total } = await listClosures(deps.db, { parkId: park.id, ...asked })
        const nowMs = deps.clock.now()
        return c.json(
          toPage(
            rows.map((row) => toClosureWire(row, park, nowMs)),
            total,
            asked,
          ),
          200,
          NO_STORE,
        )
      }),
  )

  routes.get(
    `${PATH}/effect`,
    describeOperator(deps, {
      summary: 'What closing at these times would do now; changes nothing',
      answers: { 200: closureEffectSingle },
      example: CLOSURE_EFFECT_EXAMPLE,
    }),
    operator,
    validate('query', closureEffectQuery),
    (c) =>
      withPark(c, deps, async ({ id: parkId, currency, timezone }) => {
        const nowMs = deps.clock.now()
        const times = toClosureTimes(c.req.valid('query'), nowMs)
        if (!times.ok) return refuse(c, times.error)
        const effect = await findClosureEffect(deps.db, { parkId, ...times.value, nowMs })
        return c.json({ data: { ...effect, currency, timezone } }, 200, NO_STORE)
      }),
  )
}

function addReopen(routes: Hono<AppEnv>, deps: ProviderDeps): void {
  const operator = requireOperator(deps, 'closures')

  routes.delete(
    `${PATH}/:id`,
    describeOperator(deps, {
      summary: 'Open a car park again before its closure is over; what was given back stays so',
      answers: { 200: closureSingle },
      example: CLOSURE_EXAMPLE,
      idempotent: true,
    }),
    operator,
    validate('param', closureParam),
    (c) => {
      const { code, id: closureId } = c.req.valid('param')
      return answerOnce(c, deps, {
        work: async (tx, { within, nowMs }) => {
          const park = await findParkWithin(tx, code, within)
          if (!park.ok) return err<Refusal>(park.error)
          const opened = await reopenPark(tx, { park: park.value, closureId, nowMs })
          if (!opened.ok) return err<Refusal>(opened.error)
          const { closure, isChanged } = opened.value
          const subject = `${park.value.code} ${closureId}`
          return ok({
            data: toClosureWire(closure, park.value, nowMs),
            change: isChanged ? { action: 'park.reopen', subject, details: {} } : null,
          })
        },
      })
    },
  )
}

/** Closes car parks for a time, and reopens them. */
export function operatorClosureRoutes(deps: ProviderDeps): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()
  const operator = requireOperator(deps, 'closures')
  addReads(routes, deps)
  addReopen(routes, deps)

  routes.post(
    PATH,
    describeOperator(deps, {
      summary: 'Close a car park: nothing is booked there any more, and a job gives back what has not begun',
      answers: { 201: closureSingle },
      example: CLOSURE_EXAMPLE,
      idempotent: true,
    }),
    operator,
    validate('json', closureBody),
    (c) => {
      const [code, body] = [c.req.param('code'), c.req.valid('json')]
      return answerOnce(c, deps, {
        status: 201,
        work: async (tx, { within, nowMs }) => {
          const park = await findParkWithin(tx, code, within)
          if (!park.ok) return err<Refusal>(park.error)
          const closed = await closePark(tx, { park: park.value, body, nowMs })
          if (!closed.ok) return err<Refusal>(closed.error)
          const subject = `${park.value.code} ${closed.value.closure_id}`
          return ok({
            data: toClosureWire(closed.value, park.value, nowMs),
            change: { action: 'park.close', subject, details: body },
          })
        },
      })
    },
  )
  return routes
}
