import { Hono } from 'hono'
import { autoTopUpBody, autoTopUpSingle } from '../../src/contract/payments.ts'
import { walletQuery } from '../../src/contract/wallet.ts'
import type { Queryable } from '../db/database.ts'
import type { ProviderDeps } from '../services/deps.ts'
import type { AppEnv } from '../http/app-env.ts'
import { describe } from '../http/describe.ts'
import { idempotent, onSql } from './guards/idempotent.ts'
import { problem } from '../http/problem.ts'
import { refuse } from './refuse.ts'
import { requireUser } from './guards/require-user.ts'
import { validate } from '../http/validate.ts'
import { readAutoTopUp, setAutoTopUp } from '../services/auto-top-ups.ts'
import { removeMethod } from '../services/payment-methods.ts'
import { getWallet } from './wallet-of.ts'

/** The automatic top-up and the saved method it charges; only where a gateway of the currency supports such charges. */
export function autoTopUpRoutes(deps: ProviderDeps): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()
  const user = requireUser(deps)
  const describeAuto = (summary: string, isWrite: boolean) =>
    describe(
      { tag: 'wallet', summary, answers: { 200: autoTopUpSingle }, secured: true, idempotent: isWrite },
      deps.config,
    )

  routes.get(
    '/wallet/auto-top-up',
    describeAuto('Whether the wallet fills itself, when, and from what', false),
    user,
    validate('query', walletQuery),
    async (c) => {
      const wallet = await getWallet(c, deps, c.req.valid('query').currency)
      if (wallet === undefined) return problem(c, 'token_invalid')
      const owner = { userId: c.get('userId'), currency: wallet.currency }
      return c.json({ data: await readAutoTopUp(deps, deps.db, owner) })
    },
  )

  routes.put(
    '/wallet/auto-top-up',
    describeAuto('Set it; refused without a saved method', true),
    user,
    validate('json', autoTopUpBody),
    (c) => {
      const [userId, body] = [c.get('userId'), c.req.valid('json')]
      const work = async (tx: Queryable): Promise<Response> => {
        const done = await setAutoTopUp(deps, tx, { ...body, userId })
        return done.ok ? c.json({ data: done.value }) : refuse(c, done.error)
      }
      return idempotent(c, deps, onSql(deps, work))
    },
  )

  routes.delete(
    '/wallet/auto-top-up/method',
    describeAuto('Give the saved method up, and with it the automatic top-up', true),
    user,
    validate('query', walletQuery),
    async (c) => {
      const wallet = await getWallet(c, deps, c.req.valid('query').currency)
      if (wallet === undefined) return problem(c, 'token_invalid')
      const owner = { userId: c.get('userId'), currency: wallet.currency }
      const work = async (tx: Queryable): Promise<Response> => {
        await removeMethod(tx, owner, deps.clock.now())
        return c.json({ data: await readAutoTopUp(deps, tx, owner) })
      }
      return idempotent(c, deps, onSql(deps, work))
    },
  )
  return routes
}
