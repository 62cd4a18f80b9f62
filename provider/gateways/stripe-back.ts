import type Stripe from 'stripe'
import { err, ok } from '../../src/lib/result.ts'
import type { BackState, GoneBack } from '../rules/money-back.ts'
import type { Gateway, RefundOrder, RefundState, SentCharge } from './gateway.ts'
import type { StripeDoor } from './stripe-saved.ts'
import { fromWireAmount, toWireAmount } from './wire-scale.ts'

/** https://docs.stripe.com/api/events/types */
export const isStripeBack = (type: string): boolean => /^(refund\.|charge\.(refund|dispute))/.test(type)

/** https://docs.stripe.com/refunds#failed-refunds */
const REFUND_STATE: Readonly<Record<string, RefundState>> = {
  pending: 'pending',
  requires_action: 'pending',
  succeeded: 'gone',
  failed: 'returned',
  canceled: 'returned',
}

/**
 * An inquiry (`warning_*`) withdraws nothing yet; a dispute withdraws the money at once and returns it when won. A
 * prevented dispute becomes a refund and is listed with the refunds. https://docs.stripe.com/disputes/how-disputes-work
 */
const DISPUTE_STATE: Readonly<Record<string, BackState>> = {
  warning_needs_response: 'open',
  warning_under_review: 'open',
  warning_closed: 'returned',
  needs_response: 'gone',
  under_review: 'gone',
  appeal_needs_response: 'gone',
  appeal_under_review: 'gone',
  lost: 'gone',
  won: 'returned',
  prevented: 'returned',
}

/** https://docs.stripe.com/api/refunds/create */
export async function refundStripe(door: StripeDoor, order: RefundOrder): ReturnType<Gateway['refund']> {
  const { gatewayReference, amountMinor, currency, key, reference } = order
  const parameters: Stripe.RefundCreateParams = {
    payment_intent: gatewayReference ?? reference,
    amount: toWireAmount('stripe', amountMinor, currency),
    metadata: { reference, order: key },
  }
  const done = await door.ask((client) => client.refunds.create(parameters, { idempotencyKey: key }))
  return done.ok ? ok(REFUND_STATE[done.value.status ?? ''] ?? 'pending') : done
}

interface Found {
  readonly id: string
  readonly amount: number
  readonly currency: string
}

function toItem(
  { id, amount, currency }: Found,
  charge: SentCharge,
  facts: Pick<GoneBack, 'kind' | 'orderKey'> & { readonly state: BackState | undefined },
): GoneBack | undefined {
  const amountMinor = fromWireAmount('stripe', amount, charge.currency)
  const isSame = currency.toUpperCase() === charge.currency
  if (amountMinor === null || amountMinor === 0 || !isSame || facts.state === undefined) return undefined
  return { id, amountMinor, kind: facts.kind, orderKey: facts.orderKey, state: facts.state }
}

const isKnown = (item: GoneBack | undefined): item is GoneBack => item !== undefined

/** https://docs.stripe.com/api/refunds/list https://docs.stripe.com/api/disputes/list */
export async function listStripeBack(door: StripeDoor, charge: SentCharge): ReturnType<Gateway['listBack']> {
  const parameters = { payment_intent: charge.gatewayReference ?? charge.reference, limit: 100 }
  const refunds = await door.ask((client) => client.refunds.list(parameters))
  if (!refunds.ok) return refunds
  const disputes = await door.ask((client) => client.disputes.list(parameters))
  if (!disputes.ok) return disputes
  // The SDK accepts any JSON as a list, including a proxy's error.
  if (!Array.isArray(refunds.value.data) || !Array.isArray(disputes.value.data))
    return err({ kind: 'unknown', detail: 'no list' })
  const items = [
    ...refunds.value.data.map((refund) =>
      toItem(refund, charge, {
        kind: 'refund',
        state: REFUND_STATE[refund.status ?? ''],
        orderKey: refund.metadata?.['order'] ?? null,
      }),
    ),
    ...disputes.value.data.map((dispute) =>
      toItem(dispute, charge, { kind: 'dispute', state: DISPUTE_STATE[dispute.status], orderKey: null }),
    ),
  ]
  return items.every(isKnown)
    ? ok(items)
    : err({ kind: 'unknown', detail: 'a refund or dispute in a state that we do not know' })
}
