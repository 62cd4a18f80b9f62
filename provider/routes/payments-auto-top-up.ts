import { Hono } from 'hono'
import { autoTopUpBody, autoTopUpSingle } from '../../src/contract/payments.ts'
import { walletQuery } from '../../src/contract/wallet.ts'
import type { ProviderDeps } from '../deps.ts'
import type { AppEnv } from '../http/app-env.ts'
import { describe } from '../http/describe.ts'
import { problem } from '../http/problem.ts'
import { requireUser } from '../http/require-user.ts'
import { validate } from '../http/validate.ts'
import { getWallet } from './wallet-of.ts'

/**
 * The automatic top-up exists only where a gateway can charge a saved method. None of the adapters keeps one, so it is never
 * available: the app does not show it, and a request to switch it on is refused.
 */
export function autoTopUpRoutes(deps: ProviderDeps): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()
  const user = requireUser(deps)
  const describeAuto = (summary: string) =>
    describe({ tag: 'wallet', summary, answers: { 200: autoTopUpSingle }, secured: true }, deps.config)

  routes.get(
    '/wallet/auto-top-up',
    describeAuto('Whether the wallet may fill itself, and when'),
    user,
    validate('query', walletQuery),
    async (c) => {
      const wallet = await getWallet(c, deps, c.req.valid('query').currency)
      if (wallet === undefined) return problem(c, 'token_invalid')
      const { currency } = wallet
      return c.json({
        data: { available: false, enabled: false, currency, threshold: 0, amount: 0, monthly_cap: 0 },
      })
    },
  )

  routes.put(
    '/wallet/auto-top-up',
    describeAuto('Refused where no gateway can charge a saved method'),
    user,
    validate('json', autoTopUpBody),
    (c) => problem(c, 'payment_unavailable'),
  )
  return routes
}
