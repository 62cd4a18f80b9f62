import type { Context } from 'hono'
import { unreachable } from '../../src/lib/assert.ts'
import type { Queryable } from '../db/database.ts'
import type { ProviderDeps } from '../deps.ts'
import type { AppEnv } from '../http/app-env.ts'
import { replay } from '../http/idempotent.ts'
import { problem } from '../http/problem.ts'
import type { PaymentRow } from '../repositories/payments.ts'
import { beginPayment, type PaymentWish, sendPayment } from '../rules/payments-start.ts'

export interface PaymentStart {
  readonly wish: PaymentWish
  readonly status: 200 | 201
  /** `data` of the answer, once the gateway has taken the payment. */
  readonly toData: (tx: Queryable, payment: PaymentRow) => Promise<unknown>
}

/** Starts a payment under the request's key, or says what became of the same request. */
export async function startPayment(
  c: Context<AppEnv>,
  deps: ProviderDeps,
  { wish, status, toData }: PaymentStart,
): Promise<Response> {
  const begun = await beginPayment(deps, wish)
  switch (begun.kind) {
    case 'replay':
      return replay(c, wish.call, begun.answer)
    case 'reused':
      return problem(c, 'idempotency_key_reused')
    case 'in_progress':
      return problem(c, 'idempotency_in_progress', { retryAfterSeconds: 1 })
    case 'begun': {
      const sent = await sendPayment(deps, { ...wish, payment: begun.payment }, async (tx, payment) => ({
        status,
        body: JSON.stringify({ data: await toData(tx, payment) }),
      }))
      if (sent === undefined) return problem(c, 'payment_unavailable')
      return c.body(sent.body, status, { 'content-type': 'application/json; charset=utf-8' })
    }
    default:
      return unreachable(begun)
  }
}
