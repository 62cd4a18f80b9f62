import type { Context } from 'hono'
import type { GatewayName, VerifyPayment } from '../../src/contract/payments.ts'
import { isPaymentOpen, type PaymentState } from '../../src/domain/payment.ts'
import type { ProviderDeps } from '../services/deps.ts'
import type { AppEnv } from '../http/app-env.ts'
import { idempotent, onSql } from './guards/idempotent.ts'
import { PAYMENT_TEXTS } from '../messages/payment-texts.ts'
import type { PaymentTexts } from '../messages/shapes.ts'
import { findOwnPayment, type PaymentRow } from '../repositories/payments.ts'
import { type Checked, checkPayment } from '../services/payments-verify.ts'
import { toPaymentWire } from '../services/payments-wire.ts'

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

/**
 * While another verification runs, or the gateway does not answer, the outcome is unknown, whatever the row last said.
 */
const statusOf = ({ kind, payment }: Checked): VerifyPayment['status'] =>
  kind === 'known' || STATUS[payment.state] === 'success' ? STATUS[payment.state] : 'pending'

function findMessage(texts: PaymentTexts, { kind, payment }: Checked, status: VerifyPayment['status']) {
  if (status === 'success')
    return payment.purpose !== 'top_up' && payment.outcome === 'credited'
      ? texts.creditedInstead[payment.purpose]
      : undefined
  if (kind === 'busy') return texts.verificationInProgress
  if (kind === 'silent') return texts.gatewaySilent
  if (status !== 'pending') return undefined
  return payment.reason === 'abandoned' ? texts.abandoned : texts.notFinished
}

/** Hides that the driver left: a phone would then stop asking, although money may be on its way. */
const whatIsKnown = ({ kind, payment }: Checked): PaymentRow =>
  kind === 'known' || !isPaymentOpen(payment.state) ? payment : { ...payment, reason: null }

async function toAnswer(c: Context<AppEnv>, deps: ProviderDeps, checked: Checked): Promise<VerifyPayment> {
  const payment = whatIsKnown(checked)
  const wallet = await deps.store.openWallet({
    userId: payment.user_id,
    currency: payment.currency,
    sandbox: deps.config.welcomeCredit,
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

/**
 * Answers a verification of the driver's own payment. Another driver's is answered as not found. The answer is stored
 * under the request's key once the gateway has answered: no transaction is open during the call, and its outcome is
 * settled by reference.
 */
export function answerVerification(c: Context<AppEnv>, deps: ProviderDeps, claim: Claim): Promise<Response> {
  const userId = c.get('userId')
  return idempotent(c, deps, async (call, receivedMs) => {
    const payment = await findOwnPayment(deps.db, userId, claim.reference)
    if (payment === undefined) {
      deps.log.info('payment.unknown_reference', { user: userId })
      return { kind: 'refused', refusal: { code: 'payment_not_found' } }
    }
    if (!isAsClaimed(payment, claim)) {
      deps.log.warn('payment.claim_mismatch', { reference: payment.reference, user: userId })
      return { kind: 'refused', refusal: { code: 'payment_mismatch' } }
    }
    const answer = await toAnswer(c, deps, await checkPayment(deps, payment))
    return onSql(deps, () => Promise.resolve(c.json(answer)))(call, receivedMs)
  })
}
