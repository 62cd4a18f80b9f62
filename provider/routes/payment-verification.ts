import type { Context } from 'hono'
import type { GatewayName, VerifyPayment } from '../../src/contract/payments.ts'
import type { PaymentState } from '../../src/domain/payment.ts'
import type { ProviderDeps } from '../deps.ts'
import type { AppEnv } from '../http/app-env.ts'
import { idempotent, replay, toIdempotentCall } from '../http/idempotent.ts'
import { problem } from '../http/problem.ts'
import { PAYMENT_TEXTS, type PaymentTexts } from '../messages/payment-texts.ts'
import type { IdempotentCall } from '../repositories/idempotency.ts'
import { findOwnPayment, type PaymentRow } from '../repositories/payments.ts'
import { rowsOf } from '../repositories/store.ts'
import { type Checked, checkPayment } from '../rules/payments-verify.ts'
import { toPaymentWire } from '../rules/payments-wire.ts'
import { userScope } from './bookings.ts'

const STATUS: Readonly<Record<PaymentState, VerifyPayment['status']>> = {
  created: 'pending',
  sent: 'pending',
  pending: 'pending',
  succeeded: 'success',
  succeeded_late: 'success',
  failed: 'failed',
  expired: 'expired',
  refunded: 'refunded',
}

/** While another verification runs, or the gateway is silent, the outcome is not known, whatever the row said a moment ago. */
const statusOf = ({ kind, payment }: Checked): VerifyPayment['status'] =>
  kind === 'known' || STATUS[payment.state] === 'success' ? STATUS[payment.state] : 'pending'

function findMessage(texts: PaymentTexts, { kind, payment }: Checked, status: VerifyPayment['status']) {
  if (status === 'success')
    return payment.purpose === 'booking' && payment.outcome === 'credited' ? texts.creditedInstead : undefined
  if (kind === 'busy') return texts.verificationInProgress
  if (kind === 'silent') return texts.gatewaySilent
  if (status !== 'pending') return undefined
  return payment.reason === 'abandoned' ? texts.abandoned : texts.notFinished
}

async function toAnswer(c: Context<AppEnv>, deps: ProviderDeps, checked: Checked): Promise<VerifyPayment> {
  const { payment } = checked
  const wallet = await deps.store.openWallet({
    userId: payment.user_id,
    currency: payment.currency,
    sandbox: deps.config.sandbox,
    nowMs: deps.clock.now(),
  })
  const status = statusOf(checked)
  const message = findMessage(PAYMENT_TEXTS[c.get('language')], checked, status)
  return {
    status,
    ...(message === undefined ? {} : { message }),
    data: { new_balance: wallet.balance_minor, currency: payment.currency, payment: toPaymentWire(payment) },
  }
}

export interface Claim {
  readonly reference: string
  readonly amount: number | undefined
  readonly gateway: GatewayName | undefined
}

const isAsClaimed = (payment: PaymentRow, claim: Claim): boolean =>
  (claim.amount === undefined || claim.amount === payment.amount_minor) &&
  (claim.gateway === undefined || claim.gateway === payment.gateway)

/** What was answered under the request's key before, so that a repeated question asks no gateway. */
async function findReplay(c: Context<AppEnv>, deps: ProviderDeps, call: IdempotentCall): Promise<Response | undefined> {
  const kept = await deps.db.transaction((tx) => rowsOf(tx).beginIdempotent(call))
  if (kept.state === 'replay') return replay(c, call, kept.answer)
  return kept.state === 'reused' ? problem(c, 'idempotency_key_reused') : undefined
}

/**
 * Answers a verification of the driver's own payment. Somebody else's is not found, as one that does not exist. The answer is kept under
 * the request's key once the gateway has spoken: a transaction is never open while it is asked, and what it said is settled by reference.
 */
export async function answerVerification(c: Context<AppEnv>, deps: ProviderDeps, claim: Claim): Promise<Response> {
  const userId = c.get('userId')
  const scope = userScope(userId)
  const call = await toIdempotentCall(c, scope)
  if (call === undefined) return problem(c, 'idempotency_key_required')
  const before = await findReplay(c, deps, call)
  if (before !== undefined) return before
  const payment = await findOwnPayment(deps.db, userId, claim.reference)
  if (payment === undefined) {
    deps.log.info('payment.unknown_reference', { user: userId })
    return problem(c, 'payment_not_found')
  }
  if (!isAsClaimed(payment, claim)) {
    deps.log.warn('payment.claim_mismatch', { reference: payment.reference, user: userId })
    return problem(c, 'payment_mismatch')
  }
  const answer = await toAnswer(c, deps, await checkPayment(deps, payment))
  return idempotent(c, { db: deps.db, scope }, () => Promise.resolve(c.json(answer)))
}
