import type { Context } from 'hono'
import { Hono } from 'hono'
import { compress } from 'hono/compress'
import {
  operatorStatementSingle,
  payoutBody,
  payoutSingle,
  statementFileSingle,
  statementLineList,
  statementLinesQuery,
  statementPeriod,
  type StatementPeriod,
} from '../../../src/contract/operator-statements.ts'
import { err, ok } from '../../../src/lib/result.ts'
import type { AppEnv } from '../../http/app-env.ts'
import { validate } from '../../http/validate.ts'
import { OPERATOR_TEXTS } from '../../messages/operator-texts.ts'
import type { OperatedPark } from '../../repositories/closures.ts'
import { countLines, listLines } from '../../repositories/operator-statements.ts'
import type { Refusal } from '../../rules/refusal.ts'
import { findParkWithin } from '../../services/closures.ts'
import type { ProviderDeps } from '../../services/deps.ts'
import { spanOfDays } from '../../services/operator-day.ts'
import { readStatement, recordPayout, toLineWire, writeStatement } from '../../services/operator-statements.ts'
import { requireOperator } from '../guards/require-operator.ts'
import { answerOnce, describeOperator, NO_STORE, toPage } from './answer.ts'
import { FILE_EXAMPLE, PAYOUT_EXAMPLE, STATEMENT_EXAMPLE } from './day-examples.ts'
import { withPark } from './park-of-key.ts'

const PATH = '/operator/parks/:code/statement'

function addReads(routes: Hono<AppEnv>, deps: ProviderDeps): void {
  const operator = requireOperator(deps, 'statements')

  routes.get(
    PATH,
    describeOperator(deps, {
      summary: 'What a car park took and what was paid out, by kind and currency, as the ledger adds up',
      answers: { 200: operatorStatementSingle },
      example: STATEMENT_EXAMPLE,
    }),
    operator,
    validate('query', statementPeriod),
    (c) =>
      withPark(c, deps, async (park) =>
        c.json({ data: await readStatement(deps.db, park, c.req.valid('query')) }, 200, NO_STORE),
      ),
  )

  routes.get(
    `${PATH}/lines`,
    describeOperator(deps, {
      summary: 'The lines of the ledger behind the figures, in its order',
      answers: { 200: statementLineList },
    }),
    operator,
    validate('query', statementLinesQuery),
    (c) =>
      withPark(c, deps, async ({ id: parkId, timezone }) => {
        const { from, until, kind = null, page, size } = c.req.valid('query')
        const asked = { parkId, ...spanOfDays(from, until, timezone), kind }
        const [rows, total] = await Promise.all([
          listLines(deps.db, { ...asked, limit: size, offset: (page - 1) * size }),
          countLines(deps.db, asked),
        ])
        return c.json(toPage(rows.map(toLineWire), total, { page, size }), 200, NO_STORE)
      }),
  )
}

function addFiles(routes: Hono<AppEnv>, deps: ProviderDeps): void {
  const operator = requireOperator(deps, 'statements')
  const fileOf = async (c: Context<AppEnv>, park: OperatedPark, { from, until }: StatementPeriod) => {
    const language = c.get('language')
    const name = `${OPERATOR_TEXTS[language].statement}-${park.code}-${from}-${until}.csv`
    return { name, text: await writeStatement(deps.db, park, { from, until, language }) }
  }

  routes.get(
    `${PATH}.csv`,
    compress(),
    describeOperator(deps, { summary: 'The same lines as a file (text/csv)', answers: {} }),
    operator,
    validate('query', statementPeriod),
    (c) =>
      withPark(c, deps, async (park) => {
        const { name, text } = await fileOf(c, park, c.req.valid('query'))
        return c.body(text, 200, {
          ...NO_STORE,
          'content-type': 'text/csv; charset=utf-8',
          'content-disposition': `attachment; filename="${name}"`,
        })
      }),
  )

  routes.get(
    `${PATH}/file`,
    // Registered before the answer's check, which needs the uncompressed body.
    compress(),
    describeOperator(deps, {
      summary: 'The same file within JSON, for a page that saves it',
      answers: { 200: statementFileSingle },
      example: FILE_EXAMPLE,
    }),
    operator,
    validate('query', statementPeriod),
    (c) =>
      withPark(c, deps, async (park) => c.json({ data: await fileOf(c, park, c.req.valid('query')) }, 200, NO_STORE)),
  )
}

/** Statements of car parks, and their payouts. */
export function operatorStatementRoutes(deps: ProviderDeps): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()
  addReads(routes, deps)
  addFiles(routes, deps)

  routes.post(
    '/operator/parks/:code/payouts',
    describeOperator(deps, {
      summary: 'Record a transfer to an operator, once by its reference; a key for all car parks alone',
      answers: { 201: payoutSingle },
      example: PAYOUT_EXAMPLE,
      idempotent: true,
    }),
    requireOperator(deps, 'statements'),
    validate('json', payoutBody),
    (c) => {
      const [code, body] = [c.req.param('code'), c.req.valid('json')]
      return answerOnce(c, deps, {
        status: 201,
        work: async (tx, { within, nowMs }) => {
          const park = await findParkWithin(tx, code, within)
          if (!park.ok) return err<Refusal>(park.error)
          const done = await recordPayout(tx, { park: park.value, body, within, nowMs })
          if (!done.ok) return err<Refusal>(done.error)
          const { payout, isChanged } = done.value
          const change = { action: 'payout.record' as const, subject: park.value.code, details: body }
          return ok({ data: payout, change: isChanged ? change : null })
        },
      })
    },
  )
  return routes
}
