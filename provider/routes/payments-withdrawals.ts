import { Hono } from 'hono'
import { object } from 'valibot'
import { withdrawableSingle, withdrawalBody, withdrawalList, withdrawalSingle } from '../../src/contract/payments.ts'
import { pageQuery } from '../../src/contract/common.ts'
import { must } from '../../src/lib/assert.ts'
import { isUuid } from '../../src/lib/uuid7.ts'
import { walletQuery } from '../../src/contract/wallet.ts'
import type { Queryable } from '../db/database.ts'
import type { ProviderDeps } from '../services/deps.ts'
import type { AppEnv } from '../http/app-env.ts'
import { describe } from '../http/describe.ts'
import { findIdempotencyKey } from '../http/request-context.ts'
import { idempotent, onSql } from './guards/idempotent.ts'
import { problem } from '../http/problem.ts'
import { refuse } from './refuse.ts'
import { requireUser } from './guards/require-user.ts'
import { validate } from '../http/validate.ts'
import { listRefundable, listWithdrawals, readWalletFacts } from '../repositories/withdrawals.ts'
import { moneyFactor } from '../services/money-factor.ts'
import { requestWithdrawal, takeBackWithdrawal, toWithdrawalWire } from '../services/refunds.ts'
import { withdrawableMinor } from '../rules/refunds-plan.ts'
import { getWallet } from './wallet-of.ts'

type Described = Parameters<typeof describe>[0]

const describeWithdrawals = (deps: ProviderDeps, route: Omit<Described, 'tag' | 'secured'>) =>
  describe({ tag: 'wallet', secured: true, ...route }, deps.config)

function addReads(routes: Hono<AppEnv>, deps: ProviderDeps): void {
  const user = requireUser(deps)

  routes.get(
    '/wallet/withdrawable',
    describeWithdrawals(deps, { summary: 'The most that can be withdrawn', answers: { 200: withdrawableSingle } }),
    user,
    validate('query', walletQuery),
    async (c) => {
      const wallet = await getWallet(c, deps, c.req.valid('query').currency)
      if (wallet === undefined) return problem(c, 'token_invalid')
      const [facts, payments] = await Promise.all([
        readWalletFacts(deps.db, wallet.wallet_id),
        listRefundable(deps.db, c.get('userId'), wallet.currency),
      ])
      return c.json({ data: { withdrawable: withdrawableMinor(facts, payments), currency: wallet.currency } })
    },
  )

  routes.get(
    '/wallet/withdrawals',
    describeWithdrawals(deps, { summary: 'Withdrawals, newest first', answers: { 200: withdrawalList } }),
    user,
    validate('query', object(pageQuery)),
    async (c) => {
      const { page, size } = c.req.valid('query')
      const { rows, total } = await listWithdrawals(deps.db, { userId: c.get('userId'), page, size })
      const items = rows.map(toWithdrawalWire)
      return c.json({ items, total, page, size, pages: Math.max(1, Math.ceil(total / size)) })
    },
  )
}

/** Withdrawals: money goes back the way it came. */
export function withdrawalRoutes(deps: ProviderDeps): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()
  const signedIn = requireUser(deps)
  addReads(routes, deps)

  routes.post(
    '/wallet/withdrawals',
    describeWithdrawals(deps, {
      summary: 'Ask for money back to where it came from; needs the second factor of /wallet/second-factor',
      answers: { 201: withdrawalSingle },
      idempotent: true,
    }),
    signedIn,
    validate('json', withdrawalBody),
    async (c) => {
      const { amount: amountMinor, currency, note = null } = c.req.valid('json')
      const wallet = await getWallet(c, deps, currency)
      if (wallet === undefined) return problem(c, 'token_invalid')
      const user = await deps.store.findUser(c.get('userId'))
      if (user === undefined) return problem(c, 'token_invalid')
      const request = { userId: user.user_id, walletId: wallet.wallet_id, currency, amountMinor, note }
      const work = async (tx: Queryable): Promise<Response> => {
        const done = await requestWithdrawal(tx, { ...request, nowMs: deps.clock.now(), random: deps.random })
        if (!done.ok) return refuse(c, done.error)
        const asked = {
          request: must(findIdempotencyKey(c), 'key of an idempotent request'),
          amount: amountMinor,
          currency,
        }
        const refusal = await moneyFactor.take(deps, tx, { user, familyId: c.get('sessionId'), asked })
        return refusal === null ? c.json({ data: toWithdrawalWire(done.value) }, 201) : refuse(c, refusal)
      }
      return idempotent(c, deps, onSql(deps, work))
    },
  )

  routes.delete(
    '/wallet/withdrawals/:id',
    describeWithdrawals(deps, {
      summary: 'Take a requested withdrawal back; one that is being paid answers as it is',
      answers: { 200: withdrawalSingle },
      idempotent: true,
    }),
    signedIn,
    (c) => {
      const [userId, withdrawalId] = [c.get('userId'), c.req.param('id')]
      const work = async (tx: Queryable): Promise<Response> => {
        const row = isUuid(withdrawalId)
          ? await takeBackWithdrawal(tx, userId, { withdrawalId, nowMs: deps.clock.now() })
          : undefined
        return row === undefined ? problem(c, 'not_found') : c.json({ data: toWithdrawalWire(row) })
      }
      return idempotent(c, deps, onSql(deps, work))
    },
  )

  return routes
}
