import { Hono } from 'hono'
import type { Context } from 'hono'
import type { GenericSchema } from 'valibot'
import {
  type AddFundsBody,
  addFundsBody,
  addFundsSingle,
  creditQuery,
  verifyPaymentAnswer,
  verifyPaymentQuery,
} from '../../src/contract/payments.ts'
import type { ProviderDeps } from '../deps.ts'
import type { AppEnv } from '../http/app-env.ts'
import { describe } from '../http/describe.ts'
import { toIdempotentCall } from '../http/idempotent.ts'
import { paymentLimit } from '../http/payment-limit.ts'
import { problem } from '../http/problem.ts'
import { refuse } from '../http/refusal.ts'
import { requestOrigin } from '../http/request-origin.ts'
import { requireUser } from '../http/require-user.ts'
import { validate } from '../http/validate.ts'
import { findTopUpRefusal, toAddFunds, topUpCurrency, toTopUpWish } from '../rules/top-ups.ts'
import { userScope } from './bookings.ts'
import { startPayment } from './payment-start.ts'
import { answerVerification } from './payment-verification.ts'

async function addFunds(c: Context<AppEnv>, deps: ProviderDeps, body: AddFundsBody): Promise<Response> {
  const userId = c.get('userId')
  const call = await toIdempotentCall(c, userScope(userId))
  if (call === undefined) return problem(c, 'idempotency_key_required')
  const user = await deps.store.findUser(userId)
  if (user === undefined) return problem(c, 'token_invalid')
  const currency = topUpCurrency(user, body)
  const refusal = findTopUpRefusal(body.amount, currency)
  if (refusal !== undefined) return refuse(c, refusal)
  const origin = requestOrigin(c, deps.config.publicUrl)
  const wish = toTopUpWish(deps, {
    call,
    user,
    amountMinor: body.amount,
    currency,
    origin,
    keep: body.keep_method === true,
  })
  return startPayment(c, deps, {
    wish,
    status: 200,
    toData: (_tx, payment) => Promise.resolve(toAddFunds(payment)),
  })
}

const describeTopUp = (deps: ProviderDeps, summary: string, answer: GenericSchema) =>
  describe({ tag: 'wallet', summary, answers: { 200: answer }, secured: true, idempotent: true }, deps.config)

/** Filling the wallet through a gateway. What the client says of a payment is compared, never believed. */
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
    (c) => addFunds(c, deps, c.req.valid('json')),
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
