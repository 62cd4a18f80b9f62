import Stripe from 'stripe'
import { type FakeGateway, type FakeOutcome, type GatewayReply, startGatewayServer, toBytes } from './gateway-server.ts'

const SECRET_KEY = 'sk_test_stripe'
const WEBHOOK_SECRET = 'whsec_test'

interface Intent {
  readonly id: string
  readonly object: 'payment_intent'
  readonly amount: number
  amount_received: number
  currency: string
  status: string
  readonly client_secret: string
  readonly metadata: Readonly<Record<string, string>>
  readonly refunds: number[]
}

/** https://docs.stripe.com/payments/paymentintents/lifecycle */
const STATUS: Readonly<Record<FakeOutcome, string>> = {
  paid: 'succeeded',
  failed: 'canceled',
  abandoned: 'requires_payment_method',
  processing: 'processing',
}
const EVENT = {
  paid: 'payment_intent.succeeded',
  failed: 'payment_intent.payment_failed',
  other: 'customer.created',
} as const

const refuse = (status: number, code: string): GatewayReply => ({
  status,
  body: { error: { type: 'invalid_request_error', code, message: 'Refused' } },
})

/** Signs as Stripe does, by Stripe's own code. */
const signer = new Stripe(SECRET_KEY).webhooks

/** As https://docs.stripe.com/api/payment_intents and https://docs.stripe.com/api/refunds answer. */
export async function startFakeStripe(): Promise<FakeGateway> {
  const books = new Map<string, Intent>()
  const byKey = new Map<string, Intent>()
  const byReference = (reference: string): Intent | undefined =>
    [...books.values()].find(({ metadata }) => metadata['reference'] === reference)

  const shown = ({ refunds: _unused, ...intent }: Intent): GatewayReply => ({ status: 200, body: intent })

  function create(form: URLSearchParams, key: string): GatewayReply {
    const known = byKey.get(key)
    if (known !== undefined) return shown(known)
    const id = `pi_${String(books.size + 1)}`
    const intent: Intent = {
      id,
      object: 'payment_intent',
      amount: Number(form.get('amount')),
      amount_received: 0,
      currency: form.get('currency') ?? '',
      status: 'requires_payment_method',
      client_secret: `${id}_secret_x`,
      metadata: { reference: form.get('metadata[reference]') ?? '' },
      refunds: [],
    }
    books.set(id, intent)
    byKey.set(key, intent)
    return shown(intent)
  }

  function refund(form: URLSearchParams): GatewayReply {
    const intent = books.get(form.get('payment_intent') ?? '')
    if (intent?.status !== 'succeeded') return refuse(400, 'charge_not_refundable')
    intent.refunds.push(Number(form.get('amount')))
    return { status: 200, body: { id: `re_${intent.id}`, object: 'refund', status: 'succeeded' } }
  }

  const server = await startGatewayServer(
    ({ method, path, headers, body }) => {
      if (headers['authorization'] !== `Bearer ${SECRET_KEY}`) return refuse(401, 'api_key_expired')
      const form = new URLSearchParams(body)
      if (method === 'POST' && path === '/v1/payment_intents')
        return create(form, String(headers['idempotency-key'] ?? ''))
      if (method === 'POST' && path === '/v1/refunds') return refund(form)
      const intent = books.get(path.slice('/v1/payment_intents/'.length))
      return intent === undefined ? refuse(404, 'resource_missing') : shown(intent)
    },
    refuse(400, 'amount_too_small'),
  )
  return {
    ...server,
    name: 'stripe',
    config: {
      stripe: { secretKey: SECRET_KEY, publicKey: 'pk_test_stripe', webhookSecret: WEBHOOK_SECRET, url: server.url },
    },
    settle(reference, outcome, changes = {}) {
      const intent = byReference(reference)
      if (intent === undefined) throw new Error(`Stripe has no ${reference}`)
      intent.status = STATUS[outcome]
      if (outcome === 'paid') intent.amount_received = changes.amount ?? intent.amount
      if (changes.currency !== undefined) intent.currency = changes.currency.toLowerCase()
    },
    refunded: (reference) => byReference(reference)?.refunds ?? [],
    webhook(reference, { id, type, atMs, secret = WEBHOOK_SECRET }) {
      const event = { id, object: 'event', type: EVENT[type], data: { object: { metadata: { reference } } } }
      const body = toBytes(event)
      const header = signer.generateTestHeaderString({
        payload: new TextDecoder().decode(body),
        secret,
        timestamp: Math.floor(atMs / 1000),
      })
      return { body, headers: new Headers({ 'stripe-signature': header }) }
    },
  }
}
