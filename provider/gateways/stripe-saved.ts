import type Stripe from 'stripe'
import { err, ok, type Result } from '../../src/lib/result.ts'
import type { Charge, GatewayTrouble, SavedCharge, SavedMethods, SentCharge, Verified } from './gateway.ts'
import { textAt } from './signature.ts'
import { toWireAmount } from './wire-scale.ts'

export interface StripeDoor {
  /** Runs one request and converts exceptions of the SDK to a `GatewayTrouble`. */
  ask<T>(work: (client: Stripe) => Promise<T>): Promise<Result<T, GatewayTrouble>>
  toVerified(intent: Stripe.PaymentIntent, currency: Charge['currency']): Verified
}

const toToken = (customer: string, method: string): string => JSON.stringify({ customer, method })

const readToken = (token: string): { readonly customer: string; readonly method: string } => {
  const kept: unknown = JSON.parse(token)
  return { customer: textAt(kept, 'customer') ?? '', method: textAt(kept, 'method') ?? '' }
}

type Keeping = Pick<Stripe.PaymentIntentCreateParams, 'customer' | 'setup_future_usage'>

/**
 * Creates the customer that Stripe needs to save a payment method. https://docs.stripe.com/payments/save-during-payment
 */
export async function startKeeping(door: StripeDoor, charge: Charge): Promise<Result<Keeping, GatewayTrouble>> {
  const { reference, email } = charge
  const customer = await door.ask((client) =>
    client.customers.create({ email, metadata: { reference } }, { idempotencyKey: `${reference}:customer` }),
  )
  return customer.ok ? ok({ customer: customer.value.id, setup_future_usage: 'off_session' }) : customer
}

async function findMethod(door: StripeDoor, charge: SentCharge): ReturnType<SavedMethods['find']> {
  const { reference, gatewayReference } = charge
  const intent = await door.ask((client) =>
    client.paymentIntents.retrieve(gatewayReference ?? reference, { expand: ['payment_method'] }),
  )
  if (!intent.ok) return intent
  const { customer, payment_method: method } = intent.value
  if (typeof customer !== 'string' || method === null || typeof method === 'string') return ok(null)
  return ok({
    token: toToken(customer, method.id),
    brand: textAt(method, 'card', 'brand'),
    last4: textAt(method, 'card', 'last4'),
  })
}

/**
 * HTTP 402: the card was declined, or the bank asks the absent customer to confirm.
 * https://docs.stripe.com/payments/save-and-reuse#charge-saved-payment-method
 */
const isDeclined = ({ detail }: GatewayTrouble): boolean => detail.startsWith('HTTP 402')

async function chargeMethod(door: StripeDoor, order: SavedCharge): ReturnType<SavedMethods['charge']> {
  const { reference, amountMinor, currency, email, description, token } = order
  const { customer, method } = readToken(token)
  const parameters: Stripe.PaymentIntentCreateParams = {
    amount: toWireAmount('stripe', amountMinor, currency),
    currency: currency.toLowerCase(),
    customer,
    payment_method: method,
    automatic_payment_methods: { enabled: true, allow_redirects: 'never' },
    off_session: true,
    confirm: true,
    receipt_email: email,
    description,
    metadata: { reference },
  }
  const intent = await door.ask((client) => client.paymentIntents.create(parameters, { idempotencyKey: reference }))
  if (intent.ok) {
    const gatewayReference = textAt(intent.value, 'id')
    // The SDK accepts any JSON as an intent, including a proxy's error.
    if (gatewayReference === null) return err({ kind: 'unknown', detail: 'no intent' })
    return ok({ gatewayReference, verified: door.toVerified(intent.value, currency) })
  }
  return isDeclined(intent.error) ? ok({ gatewayReference: null, verified: { status: 'failed' } }) : err(intent.error)
}

async function forgetMethod(door: StripeDoor, token: string): ReturnType<SavedMethods['forget']> {
  const done = await door.ask((client) => client.paymentMethods.detach(readToken(token).method))
  return done.ok ? ok(null) : done
}

/** Cards saved during a payment and charged off-session. https://docs.stripe.com/payments/save-and-reuse */
export const createStripeSaved = (door: StripeDoor): SavedMethods => ({
  find: (charge) => findMethod(door, charge),
  charge: (order) => chargeMethod(door, order),
  forget: (token) => forgetMethod(door, token),
})
