import type { Context } from 'hono'
import { Hono } from 'hono'
import { compress } from 'hono/compress'
import {
  chargePeriod,
  chargeReportSingle,
  moneyActBody,
  type MoneyActBody,
  moneyActionList,
  moneyActSingle,
  moneyCasesSingle,
  owedList,
} from '../../../src/contract/operator-money.ts'
import { operatorListQuery } from '../../../src/contract/operator.ts'
import { toRfc3339 } from '../../../src/domain/instant.ts'
import { must } from '../../../src/lib/assert.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { problem } from '../../http/problem.ts'
import { findIdempotencyKey } from '../../http/request-context.ts'
import { validate } from '../../http/validate.ts'
import { OPERATOR_TEXTS } from '../../messages/operator-texts.ts'
import { listMoneyActions } from '../../repositories/money-actions.ts'
import { listOwed, sumCharges } from '../../repositories/money-cases.ts'
import { actFactor } from '../../services/act-factor.ts'
import { writeChargeReport } from '../../services/charge-report.ts'
import type { ProviderDeps } from '../../services/deps.ts'
import { prepareAct } from '../../services/money-cases.ts'
import { readMoneyCases } from '../../services/money-cases-wire.ts'
import type { FactorAsker } from '../../services/request-factor.ts'
import { idempotent, type Once, onSql } from '../guards/idempotent.ts'
import { requireOperator } from '../guards/require-operator.ts'
import { refuse } from '../refuse.ts'
import { describeOperator, NO_STORE, toPage } from './answer.ts'
import { ACT_EXAMPLE, CASES_EXAMPLE, CHARGES_EXAMPLE } from './money-examples.ts'
import { findAsker } from './money-factor.ts'

function addReads(routes: Hono<AppEnv>, deps: ProviderDeps): void {
  const money = requireOperator(deps, 'money')

  routes.get(
    '/operator/money/cases',
    describeOperator(deps, {
      summary: 'Money that waits for a person: refunds under way for a day, mismatches, disputes, wallets below zero',
      answers: { 200: moneyCasesSingle },
      example: CASES_EXAMPLE,
    }),
    money,
    async (c) => c.json({ data: await readMoneyCases(deps.db, deps.clock.now()) }, 200, NO_STORE),
  )

  routes.get(
    '/operator/money/owed',
    describeOperator(deps, { summary: 'What car parks are owed now', answers: { 200: owedList } }),
    money,
    async (c) => {
      const rows = await listOwed(deps.db)
      return c.json({ items: rows.map(({ code: park, ...row }) => ({ park, ...row })) }, 200, NO_STORE)
    },
  )

  routes.get(
    '/operator/money/actions',
    describeOperator(deps, {
      summary: 'What was done about money and accounts, by whom and why, the latest first',
      answers: { 200: moneyActionList },
    }),
    money,
    validate('query', operatorListQuery),
    async (c) => {
      const asked = c.req.valid('query')
      const { rows, total } = await listMoneyActions(deps.db, asked)
      const items = rows.map(({ action_id: id, created_at: at, ...row }) => ({ ...row, id, at: toRfc3339(at) }))
      return c.json(toPage(items, total, asked), 200, NO_STORE)
    },
  )

  routes.get(
    '/operator/money/charges',
    // Registered before the answer's check, which needs the uncompressed body.
    compress(),
    describeOperator(deps, {
      summary: 'Fees and taxes of a period, by country, region, currency and kind, and as a file',
      answers: { 200: chargeReportSingle },
      example: CHARGES_EXAMPLE,
    }),
    money,
    validate('query', chargePeriod),
    async (c) => {
      const { from, until } = c.req.valid('query')
      const rows = await sumCharges(deps.db, { fromMs: Date.parse(from), untilMs: Date.parse(until) })
      const name = `${OPERATOR_TEXTS[c.get('language')].charges}-${from}-${until}.csv`
      return c.json({ data: { rows: [...rows], file: { name, text: writeChargeReport(rows) } } }, 200, NO_STORE)
    },
  )
}

interface Asked {
  readonly asker: FactorAsker
  readonly body: MoneyActBody
}

/** Refuses the act before it checks the second factor, so that a refusal does not use the factor up. */
function actOnce(c: Context<AppEnv>, deps: ProviderDeps, { asker, body: { act, reason } }: Asked): Once {
  const { name, key_id: keyId } = c.get('operator')
  const request = must(findIdempotencyKey(c), 'key of an idempotent request')
  return async (call, receivedMs) => {
    const prepared = await prepareAct(deps, act)
    if (!prepared.ok) return { kind: 'refused', refusal: prepared.error }
    const { apply, afterwards } = prepared.value
    const ended = await onSql(deps, async (tx) => {
      const done = await apply(tx, { actor: `${name} (${keyId})`, reason, nowMs: deps.clock.now() })
      if (!done.ok) return refuse(c, done.error)
      const refusal = await actFactor.take(deps, tx, { ...asker, asked: { request, act } })
      return refusal === null ? c.json({ data: done.value }) : refuse(c, refusal)
    })(call, receivedMs)
    if (ended.kind === 'done') await afterwards()
    return ended
  }
}

/** Money awaiting a decision by the platform's own staff, and their acts on it. */
export function operatorMoneyRoutes(deps: ProviderDeps): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()
  addReads(routes, deps)

  routes.post(
    '/operator/money/actions',
    describeOperator(deps, {
      summary:
        'Do one thing about money or an account, with the reason; needs the second factor of /console/money/second-factor',
      answers: { 200: moneyActSingle },
      example: ACT_EXAMPLE,
      idempotent: true,
    }),
    requireOperator(deps, 'money'),
    validate('json', moneyActBody),
    async (c) => {
      const asker = await findAsker(c, deps)
      if (asker === undefined) return problem(c, 'token_invalid')
      if (findIdempotencyKey(c) === undefined) return problem(c, 'idempotency_key_required')
      return idempotent(c, deps, actOnce(c, deps, { asker, body: c.req.valid('json') }))
    },
  )
  return routes
}
