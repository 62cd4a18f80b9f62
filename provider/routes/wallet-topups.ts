import { Hono } from 'hono'
import type { GenericSchema } from 'valibot'
import {
  addFundsBody,
  addFundsSingle,
  creditQuery,
  verifyPaymentAnswer,
  verifyPaymentQuery,
} from '../../src/contract/payments.ts'
import type { ProviderDeps } from '../services/deps.ts'
import type { AppEnv } from '../http/app-env.ts'
import { describe } from '../http/describe.ts'
import { idempotent } from './guards/idempotent.ts'
import { paymentLimit } from './guards/payment-limit.ts'
import { requestOrigin } from '../http/request-origin.ts'
import { requireUser } from './guards/require-user.ts'
import { validate } from '../http/validate.ts'
import { addFunds } from '../services/top-ups.ts'
import { answerVerification } from './payment-verification.ts'

const describeTopUp = (deps: ProviderDeps, summary: string, answer: GenericSchema) =>
  describe({ tag: 'wallet', summary, answers: { 200: answer }, secured: true, idempotent: true }, deps.config)

/** Tops up the wallet through a gateway. The client's claims about a payment are compared, never trusted. */
export function walletTopUpRoutes(deps: ProviderDeps): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()
  const user = requireUser(deps)
  const limits = paymentLimit(deps)

  routes.post(
    '/wallet/add-funds',
    describeTopUp(deps, 'Start a top-up at the gateway of the currency', addFundsSingle),
    user,
    validate('json', addFundsBody),
    limits.start,
    (c) =>
      idempotent(c, deps, (call) => {
        const origin = requestOrigin(c, deps.config.publicUrl)
        return addFunds(deps, { call, userId: c.get('userId'), body: c.req.valid('json'), origin })
      }),
  )

  routes.post(
    '/wallet/verify-payment',
    describeTopUp(deps, 'Ask the gateway what became of a payment', verifyPaymentAnswer),
    user,
    validate('query', verifyPaymentQuery),
    limits.verify,
    (c) => {
      const { payment_reference: reference, amount, payment_provider: gateway } = c.req.valid('query')
      return answerVerification(c, deps, { reference, amount, gateway })
    },
  )

  routes.post(
    '/wallet/credit',
    describeTopUp(deps, 'The same as verify-payment: only what the gateway confirms is credited', verifyPaymentAnswer),
    user,
    validate('query', creditQuery),
    limits.verify,
    (c) => {
      const { reference, amount } = c.req.valid('query')
      return answerVerification(c, deps, { reference, amount, gateway: undefined })
    },
  )

  return routes
}
