import { Hono } from 'hono'
import type { Context } from 'hono'
import { transactionList, transactionQuery, walletQuery, walletSingle } from '../../src/contract/wallet.ts'
import { displayBookingCode } from '../../src/domain/code.ts'
import { getCountry } from '../../src/domain/country.ts'
import { toBookingCode } from '../../src/domain/ids.ts'
import { toInstant, toRfc3339 } from '../../src/domain/instant.ts'
import type { Currency } from '../../src/domain/money.ts'
import type { ProviderDeps } from '../deps.ts'
import type { AppEnv } from '../http/app-env.ts'
import { describe } from '../http/describe.ts'
import { problem } from '../http/problem.ts'
import { requireUser } from '../http/require-user.ts'
import { validate } from '../http/validate.ts'
import type { WalletRow } from '../repositories/wallet.ts'

/** The wallet of the currency asked for, else of the account's country; undefined when the account is gone. */
async function getWallet(
  c: Context<AppEnv>,
  deps: ProviderDeps,
  asked: Currency | undefined,
): Promise<(WalletRow & { currency: Currency }) | undefined> {
  const user = await deps.store.findUser(c.get('userId'))
  if (user === undefined) return undefined
  const currency = asked ?? getCountry(user.country_code).currency
  const wallet = await deps.store.openWallet({
    userId: user.user_id,
    currency,
    sandbox: deps.config.sandbox,
    nowMs: deps.clock.now(),
  })
  return { ...wallet, currency }
}

/** Balance and movements. A wallet is opened by the first look at it. */
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
      // Nothing is held until card and mobile-money payments exist: wallet bookings are paid at once.
      return c.json({ data: { balance: wallet.balance_minor, currency: wallet.currency, held: 0, as_of } })
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
