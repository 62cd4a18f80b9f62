import Stripe from 'stripe'
import {
  type FakeBack,
  type FakeGateway,
  type FakeOutcome,
  type GatewayReply,
  startGatewayServer,
  toBytes,
} from './gateway-server.ts'

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
  readonly customer: string | null
  readonly payment_method: string | null
}

/** https://docs.stripe.com/api/refunds/object */
interface Refund {
  readonly id: string
  readonly object: 'refund'
  readonly payment_intent: string
  readonly amount: number
  readonly currency: string
  readonly metadata: Readonly<Record<string, string>>
  status: string
}

/** https://docs.stripe.com/api/disputes/object */
interface Dispute {
  readonly id: string
  readonly object: 'dispute'
  readonly payment_intent: string
  readonly amount: number
  readonly currency: string
  status: string
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
  refund: 'charge.refunded',
  dispute: 'charge.dispute.created',
  other: 'customer.created',
} as const

const refuse = (status: number, code: string): GatewayReply => ({
  status,
  body: { error: { type: 'invalid_request_error', code, message: 'Refused' } },
})

/** Signs webhooks with Stripe's own code. */
const signer = new Stripe(SECRET_KEY).webhooks

/** Answers as documented at https://docs.stripe.com/api/payment_intents and https://docs.stripe.com/api/refunds. */
export async function startFakeStripe(): Promise<FakeGateway> {
  const books = new Map<string, Intent>()
  const byKey = new Map<string, Intent>()
  const byReference = (reference: string): Intent | undefined =>
    [...books.values()].find(({ metadata }) => metadata['reference'] === reference)

  const customers: string[] = []
  const refunds: Refund[] = []
  const disputes: Dispute[] = []
  const forgotten: string[] = []
  let isDeclining = false

  const shown = (intent: Intent): GatewayReply => ({ status: 200, body: intent })

  /** `expand[]=payment_method` returns the whole method instead of its id. */
  const expanded = (intent: Intent): GatewayReply => {
    const card = { brand: 'visa', last4: '4242', exp_month: 12, exp_year: 2030 }
    const method = { id: `pm_${intent.id}`, object: 'payment_method', type: 'card', card }
    return { status: 200, body: { ...intent, payment_method: intent.status === 'succeeded' ? method : null } }
  }

  function createCustomer(form: URLSearchParams): GatewayReply {
    const id = `cus_${String(customers.push(form.get('email') ?? ''))}`
    return { status: 200, body: { id, object: 'customer', email: form.get('email') } }
  }

  /** https://docs.stripe.com/payments/save-and-reuse#charge-saved-payment-method: a declined charge answers 402. */
  function confirm(intent: Intent, form: URLSearchParams): GatewayReply {
    const method = form.get('payment_method') ?? ''
    const isKnown = [...books.values()].some(
      (known) => `pm_${known.id}` === method && known.customer === intent.customer,
    )
    if (!isKnown || forgotten.includes(method)) return refuse(400, 'resource_missing')
    if (form.get('off_session') !== 'true') return refuse(400, 'parameter_missing')
    const body = {
      error: { type: 'card_error', code: 'card_declined', decline_code: 'insufficient_funds', message: 'No' },
    }
    if (isDeclining) return { status: 402, body }
    Object.assign(intent, { status: 'succeeded', amount_received: intent.amount })
    return shown(intent)
  }

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
      customer: form.get('customer'),
      payment_method: null,
    }
    books.set(id, intent)
    byKey.set(key, intent)
    return form.get('confirm') === 'true' ? confirm(intent, form) : shown(intent)
  }

  function addRefund({ id, currency }: Intent, amount: number, metadata: Refund['metadata']): Refund {
    const facts = { object: 'refund', payment_intent: id, amount, currency, metadata, status: 'succeeded' } as const
    const refund = { id: `re_${String(refunds.length + 1)}`, ...facts }
    refunds.push(refund)
    return refund
  }

  function refund(form: URLSearchParams): GatewayReply {
    const intent = books.get(form.get('payment_intent') ?? '')
    if (intent?.status !== 'succeeded') return refuse(400, 'charge_not_refundable')
    const metadata = { reference: form.get('metadata[reference]') ?? '', order: form.get('metadata[order]') ?? '' }
    return { status: 200, body: addRefund(intent, Number(form.get('amount')), metadata) }
  }

  function openDispute({ id, amount, currency }: Intent, status: string): void {
    const facts = { object: 'dispute', payment_intent: id, amount, currency, status } as const
    disputes.push({ id: `du_${String(disputes.length + 1)}`, ...facts })
  }

  function goBack(intent: Intent, back: FakeBack): void {
    const ofIt = ({ payment_intent }: Refund | Dispute): boolean => payment_intent === intent.id
    if (back === 'refund' || back === 'reverse') addRefund(intent, intent.amount, {})
    if (back === 'dispute') openDispute(intent, 'needs_response')
    if (back === 'inquiry') openDispute(intent, 'warning_needs_response')
    for (const one of disputes.filter(ofIt)) {
      if (back === 'dispute_won') one.status = 'won'
      if (back === 'dispute_lost') one.status = 'lost'
    }
    for (const one of refunds.filter(ofIt)) if (back === 'refunds_fail') one.status = 'failed'
  }

  const list = (rows: readonly (Refund | Dispute)[], search: URLSearchParams): GatewayReply => {
    const data = rows.filter(({ payment_intent }) => payment_intent === search.get('payment_intent'))
    return { status: 200, body: { object: 'list', has_more: false, data } }
  }

  const server = await startGatewayServer(
    ({ method, path, headers, body }) => {
      if (headers['authorization'] !== `Bearer ${SECRET_KEY}`) return refuse(401, 'api_key_expired')
      const form = new URLSearchParams(body)
      if (method === 'POST' && path === '/v1/payment_intents')
        return create(form, String(headers['idempotency-key'] ?? ''))
      if (method === 'POST' && path === '/v1/refunds') return refund(form)
      if (method === 'POST' && path === '/v1/customers') return createCustomer(form)
      const detached = /^\/v1\/payment_methods\/(\w+)\/detach$/.exec(path)?.[1]
      if (detached !== undefined) {
        forgotten.push(detached)
        return { status: 200, body: { id: detached, object: 'payment_method', customer: null } }
      }
      const { pathname, search, searchParams } = new URL(path, 'http://stripe')
      if (method === 'GET' && pathname === '/v1/refunds') return list(refunds, searchParams)
      if (method === 'GET' && pathname === '/v1/disputes') return list(disputes, searchParams)
      const intent = books.get(pathname.slice('/v1/payment_intents/'.length))
      if (intent === undefined) return refuse(404, 'resource_missing')
      return search.includes('expand') ? expanded(intent) : shown(intent)
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
    forgotten,
    declineSaved(isDeclined) {
      isDeclining = isDeclined
    },
    refunded: (reference) =>
      refunds.filter((one) => one.payment_intent === byReference(reference)?.id).map(({ amount }) => amount),
    goBack(reference, back) {
      const intent = byReference(reference)
      if (intent === undefined) throw new Error(`Stripe has no ${reference}`)
      goBack(intent, back)
    },
    webhook(reference, { id, type, atMs, secret = WEBHOOK_SECRET }) {
      // A dispute names its intent only and does not carry our metadata.
      const about =
        type === 'dispute'
          ? { id: 'du_1', object: 'dispute', payment_intent: byReference(reference)?.id, metadata: {} }
          : { metadata: { reference } }
      const event = { id, object: 'event', type: EVENT[type], data: { object: about } }
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
