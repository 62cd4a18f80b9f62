import { Hono } from 'hono'
import { spendingQuery, spendingSingle, statementQuery } from '../../src/contract/payments.ts'
import type { ProviderDeps } from '../services/deps.ts'
import type { AppEnv } from '../http/app-env.ts'
import { describe } from '../http/describe.ts'
import { problem } from '../http/problem.ts'
import { requireUser } from './guards/require-user.ts'
import { validate } from '../http/validate.ts'
import { PAYMENT_TEXTS } from '../messages/payment-texts.ts'
import { listMonths, listStatement } from '../repositories/statements.ts'
import { monthsUpTo, toSpending, toStatementCsv, zoneOf } from '../services/statements.ts'
import { getWallet } from './wallet-of.ts'

/** The wallet's transactions as a file, and its spending by month. */
export function statementRoutes(deps: ProviderDeps): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()
  const user = requireUser(deps)

  routes.get(
    '/wallet/statement.csv',
    describe({ tag: 'wallet', summary: 'Statement as CSV (text/csv)', answers: {}, secured: true }, deps.config),
    user,
    validate('query', statementQuery),
    async (c) => {
      const { currency: asked, from = null, to = null } = c.req.valid('query')
      const wallet = await getWallet(c, deps, asked)
      if (wallet === undefined) return problem(c, 'token_invalid')
      const { currency, wallet_id: walletId } = wallet
      const rows = await listStatement(deps.db, { walletId, timezone: zoneOf(currency), from, to })
      const language = c.get('language')
      return c.body(toStatementCsv(rows, currency, language), 200, {
        'content-type': 'text/csv; charset=utf-8',
        'content-disposition': `attachment; filename="${PAYMENT_TEXTS[language].statement.file}-${currency}.csv"`,
      })
    },
  )

  routes.get(
    '/wallet/spending',
    describe(
      { tag: 'wallet', summary: 'Spending by month', answers: { 200: spendingSingle }, secured: true },
      deps.config,
    ),
    user,
    validate('query', spendingQuery),
    async (c) => {
      const { currency: asked, months: count } = c.req.valid('query')
      const wallet = await getWallet(c, deps, asked)
      if (wallet === undefined) return problem(c, 'token_invalid')
      const timezone = zoneOf(wallet.currency)
      const months = monthsUpTo(deps.clock.now(), timezone, count)
      const sinceMonth = months[0] ?? ''
      const rows = await listMonths(deps.db, { walletId: wallet.wallet_id, timezone, sinceMonth })
      return c.json({ data: { currency: wallet.currency, months: toSpending(months, rows) } })
    },
  )

  return routes
}
