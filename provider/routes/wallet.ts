import { Hono } from 'hono'
import { transactionList, transactionQuery, walletQuery, walletSingle } from '../../src/contract/wallet.ts'
import { displayBookingCode } from '../../src/domain/code.ts'
import { toBookingCode } from '../../src/domain/ids.ts'
import { toInstant, toRfc3339 } from '../../src/domain/instant.ts'
import type { ProviderDeps } from '../services/deps.ts'
import type { AppEnv } from '../http/app-env.ts'
import { describe } from '../http/describe.ts'
import { problem } from '../http/problem.ts'
import { requireUser } from './guards/require-user.ts'
import { validate } from '../http/validate.ts'
import { getWallet } from './wallet-of.ts'

/** Balance and transactions. The first read opens a wallet. */
export function walletRoutes(deps: ProviderDeps): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()
  const user = requireUser(deps)

  routes.get(
    '/wallet',
    describe(
      { tag: 'wallet', summary: 'Balance in one currency', answers: { 200: walletSingle }, secured: true },
      deps.config,
    ),
    user,
    validate('query', walletQuery),
    async (c) => {
      const wallet = await getWallet(c, deps, c.req.valid('query').currency)
      if (wallet === undefined) return problem(c, 'token_invalid')
      const as_of = toRfc3339(toInstant(deps.clock.now()))
      const { balance_minor: balance, held_minor: held = 0, currency } = wallet
      return c.json({ data: { balance, currency, held, as_of } })
    },
  )

  routes.get(
    '/wallet/transactions',
    describe(
      { tag: 'wallet', summary: 'Movements, newest first', answers: { 200: transactionList }, secured: true },
      deps.config,
    ),
    user,
    validate('query', transactionQuery),
    async (c) => {
      const { page, size, currency } = c.req.valid('query')
      const wallet = await getWallet(c, deps, currency)
      if (wallet === undefined) return problem(c, 'token_invalid')
      const { rows, total } = await deps.store.listTransactions({ walletId: wallet.wallet_id, page, size })
      const items = rows.map((row) => ({
        id: String(row.entry_id),
        kind: row.kind,
        amount: row.amount_minor,
        currency: row.currency,
        balance_after: row.balance_after,
        booking_code: row.booking_code === null ? null : displayBookingCode(toBookingCode(row.booking_code)),
        park_name: row.park_name,
        receipt_number: row.receipt_number,
        created_at: toRfc3339(row.created_at),
      }))
      return c.json({ items, total, page, size, pages: Math.max(1, Math.ceil(total / size)) })
    },
  )

  return routes
}
