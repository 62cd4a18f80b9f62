import { Hono } from 'hono'
import {
  createPaymentIntentAnswer,
  createPaymentIntentBody,
  gatewayConfigQuery,
  gatewayConfigSingle,
  paymentList,
  paymentListQuery,
  paymentSingle,
} from '../../src/contract/payments.ts'
import { getCountry } from '../../src/domain/country.ts'
import { isPaymentOpen } from '../../src/domain/payment.ts'
import type { ProviderDeps } from '../services/deps.ts'
import type { AppEnv } from '../http/app-env.ts'
import { describe } from '../http/describe.ts'
import { paymentLimit } from './guards/payment-limit.ts'
import { problem } from '../http/problem.ts'
import { requireUser } from './guards/require-user.ts'
import { validate } from '../http/validate.ts'
import { findOwnPayment, listPayments } from '../repositories/payments.ts'
import { toGatewayConfig } from '../services/payments-gateways.ts'
import { toPaymentWire } from '../services/payments-wire.ts'

type Answers = Parameters<typeof describe>[0]['answers']

const describePayments = (deps: ProviderDeps, summary: string, answers: Answers) =>
  describe({ tag: 'payments', summary, answers, secured: true }, deps.config)

/** Reads payments, and a country's ways to pay. Makes no gateway calls. */
export function paymentRoutes(deps: ProviderDeps): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()
  const user = requireUser(deps)

  routes.get(
    '/payments/gateways',
    describe(
      {
        tag: 'payments',
        summary: 'Gateways of a country, in the order of trying',
        answers: { 200: gatewayConfigSingle },
      },
      deps.config,
    ),
    validate('query', gatewayConfigQuery),
    (c) => c.json({ data: toGatewayConfig(deps, getCountry(c.req.valid('query').country ?? 'NG')) }),
  )

  routes.get(
    '/payments',
    describePayments(deps, 'The driver’s payments, newest first', { 200: paymentList }),
    user,
    validate('query', paymentListQuery),
    async (c) => {
      const { page, size, currency } = c.req.valid('query')
      const { rows, total } = await listPayments(deps.db, { userId: c.get('userId'), currency, page, size })
      return c.json({ items: rows.map(toPaymentWire), total, page, size, pages: Math.max(1, Math.ceil(total / size)) })
    },
  )

  routes.get(
    '/payments/:reference',
    describePayments(deps, 'One payment, for its owner alone', { 200: paymentSingle }),
    user,
    async (c) => {
      const payment = await findOwnPayment(deps.db, c.get('userId'), c.req.param('reference'))
      return payment === undefined ? problem(c, 'payment_not_found') : c.json({ data: toPaymentWire(payment) })
    },
  )

  return routes
}

/**
 * POST /api/create-payment-intent, at the specification's path. Amount and currency come from the driver's own payment.
 */
export function paymentIntentRoutes(deps: ProviderDeps): Hono<AppEnv> {
  const routes = new Hono<AppEnv>()
  routes.post(
    '/api/create-payment-intent',
    describePayments(deps, 'The client secret of an open card payment', { 200: createPaymentIntentAnswer }),
    requireUser(deps),
    validate('json', createPaymentIntentBody),
    paymentLimit(deps).verify,
    async (c) => {
      const { amount, currency, metadata } = c.req.valid('json')
      const payment = await findOwnPayment(deps.db, c.get('userId'), metadata.reference)
      if (payment === undefined) return problem(c, 'payment_not_found')
      if (payment.amount_minor !== amount || payment.currency !== currency) {
        deps.log.warn('payment.claim_mismatch', { reference: payment.reference, user: c.get('userId') })
        return problem(c, 'payment_mismatch')
      }
      const secret = isPaymentOpen(payment.state) ? payment.start?.clientSecret : undefined
      return secret === undefined ? problem(c, 'payment_unavailable') : c.json({ client_secret: secret })
    },
  )
  return routes
}
