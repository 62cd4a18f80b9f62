import { createHmac } from 'node:crypto'
import {
  type FakeBack,
  type FakeGateway,
  type FakeOutcome,
  type GatewayReply,
  startGatewayServer,
  toBytes,
} from './gateway-server.ts'

const SECRET = 'sk_test_paystack'

interface Transaction {
  readonly id: number
  readonly reference: string
  amount: number
  currency: string
  status: string
  readonly email: string
}

/** https://paystack.com/docs/api/refund/ */
interface Refund {
  readonly id: number
  readonly transaction: number
  readonly amount: number
  readonly currency: string
  readonly merchant_note: string | null
  readonly dispute: null
  status: string
}

/** https://paystack.com/docs/api/dispute/ */
interface Dispute {
  readonly id: number
  readonly transaction: { readonly id: number; readonly reference: string }
  readonly refund_amount: number
  readonly currency: string
  status: string
  resolution: string | null
}

/** https://paystack.com/docs/payments/verify-payments/#transaction-statuses */
const STATUS: Readonly<Record<FakeOutcome, string>> = {
  paid: 'success',
  failed: 'failed',
  abandoned: 'abandoned',
  processing: 'ongoing',
}
const EVENT = {
  paid: 'charge.success',
  failed: 'charge.failed',
  refund: 'refund.processed',
  dispute: 'charge.dispute.create',
  other: 'transfer.success',
} as const

const codeOf = ({ id }: Transaction): string => `AUTH_${String(id)}`

/** Shaped like https://paystack.com/docs/api/transaction/#verify; a card that paid can be charged again. */
const shown = (transaction: Transaction): unknown => {
  const { email, ...facts } = transaction
  const card = { last4: '4081', exp_month: '12', exp_year: '2030', channel: 'card', brand: 'visa', reusable: true }
  const authorization = facts.status === 'success' ? { authorization_code: codeOf(transaction), ...card } : {}
  const rest = { domain: 'test', gateway_response: 'Successful', paid_at: null, channel: 'card', fees: 150 }
  return { ...facts, ...rest, authorization, customer: { id: 1, email, customer_code: 'CUS_x' } }
}

const refuse = (status: number, code: string): GatewayReply => ({
  status,
  body: {
    status: false,
    message: 'Refused',
    code,
    type: 'validation_error',
    meta: { nextStep: 'Look at the request' },
  },
})

/** Answers as documented at https://paystack.com/docs/api/transaction/ and https://paystack.com/docs/api/refund/. */
export async function startFakePaystack(): Promise<FakeGateway> {
  const books = new Map<string, Transaction>()
  const refunds: Refund[] = []
  const disputes: Dispute[] = []
  const forgotten: string[] = []
  let isDeclining = false

  function initialize(body: Readonly<Record<string, unknown>>): GatewayReply {
    const reference = String(body['reference'])
    if (books.has(reference)) return refuse(400, 'duplicate_reference')
    const { amount, currency } = body
    if (typeof amount !== 'number' || typeof currency !== 'string') return refuse(400, 'invalid_amount')
    // Paystack calls a transaction abandoned until the payer has done something.
    books.set(reference, {
      id: 4_000_000_000 + books.size,
      reference,
      amount,
      currency,
      status: 'abandoned',
      email: String(body['email']),
    })
    const data = {
      authorization_url: `https://checkout.paystack.com/${reference}`,
      access_code: `ac_${reference}`,
      reference,
    }
    return { status: 200, body: { status: true, message: 'Authorization URL created', data } }
  }

  function verify(reference: string): GatewayReply {
    const transaction = books.get(reference)
    if (transaction === undefined) return refuse(400, 'transaction_not_found')
    return { status: 200, body: { status: true, message: 'Verification successful', data: shown(transaction) } }
  }

  /** https://paystack.com/docs/payments/recurring-charges/#charge-the-authorization */
  function chargeAuthorization(body: Readonly<Record<string, unknown>>): GatewayReply {
    const { reference, email, amount, currency, authorization_code: code } = body
    if (books.has(String(reference))) return refuse(400, 'duplicate_reference')
    const isKnown = [...books.values()].some((known) => known.email === email && codeOf(known) === code)
    if (!isKnown || forgotten.includes(String(code))) return refuse(400, 'invalid_authorization')
    if (typeof amount !== 'number' || typeof currency !== 'string') return refuse(400, 'invalid_amount')
    const status = isDeclining ? 'failed' : 'success'
    const id = 4_000_000_000 + books.size
    const transaction = {
      id,
      reference: String(reference),
      amount,
      currency,
      status,
      email: String(email),
    }
    books.set(transaction.reference, transaction)
    return { status: 200, body: { status: true, message: 'Charge attempted', data: shown(transaction) } }
  }

  function deactivate(body: Readonly<Record<string, unknown>>): GatewayReply {
    forgotten.push(String(body['authorization_code']))
    return { status: 200, body: { status: true, message: 'Authorization has been deactivated' } }
  }

  const refundsOf = ({ id }: Transaction): readonly Refund[] => refunds.filter(({ transaction }) => transaction === id)
  const disputesOf = ({ id }: Transaction): readonly Dispute[] => disputes.filter((one) => one.transaction.id === id)

  function addRefund(
    transaction: Transaction,
    amount: number,
    facts: Pick<Refund, 'merchant_note' | 'status'>,
  ): Refund {
    const { id, currency } = transaction
    const refund = { id: 7_000 + refunds.length, transaction: id, amount, currency, dispute: null, ...facts }
    refunds.push(refund)
    return refund
  }

  function refund(body: Readonly<Record<string, unknown>>): GatewayReply {
    const transaction = books.get(String(body['transaction']))
    if (transaction?.status !== 'success') return refuse(400, 'transaction_not_refundable')
    const facts = { merchant_note: String(body['merchant_note']), status: 'pending' }
    const data = addRefund(transaction, Number(body['amount']), facts)
    return { status: 200, body: { status: true, message: 'Refund has been queued', data } }
  }

  function list(query: URLSearchParams, rows: readonly (Refund | Dispute)[]): GatewayReply {
    const id = Number(query.get('transaction'))
    const data = rows.filter(
      ({ transaction }) => (typeof transaction === 'number' ? transaction : transaction.id) === id,
    )
    return { status: 200, body: { status: true, message: 'Retrieved', data, meta: { total: data.length } } }
  }

  /** Opens a dispute; Paystack withholds the disputed amount from the first day. */
  function openDispute({ id, reference, amount, currency }: Transaction): void {
    const facts = { transaction: { id, reference }, refund_amount: amount, currency, resolution: null }
    disputes.push({ id: 9_000 + disputes.length, ...facts, status: 'awaiting-merchant-feedback' })
  }

  function goBack(transaction: Transaction, back: FakeBack): void {
    if (back === 'reverse') transaction.status = 'reversed'
    if (back === 'refund') addRefund(transaction, transaction.amount, { merchant_note: 'By hand', status: 'processed' })
    if (back === 'dispute') openDispute(transaction)
    for (const one of disputesOf(transaction)) {
      if (back === 'dispute_won') Object.assign(one, { status: 'resolved', resolution: 'declined' })
      if (back === 'dispute_lost') Object.assign(one, { status: 'resolved', resolution: 'merchant-accepted' })
    }
    for (const one of refundsOf(transaction)) {
      if (back === 'refunds_arrive' && one.status === 'pending') one.status = 'processed'
      if (back === 'refunds_fail') one.status = 'failed'
    }
  }

  const server = await startGatewayServer(
    ({ method, path, headers, body }) => {
      if (headers['authorization'] !== `Bearer ${SECRET}`) return refuse(401, 'invalid_key')
      const json = (body === '' ? {} : JSON.parse(body)) as Record<string, unknown>
      if (method === 'POST' && path === '/transaction/initialize') return initialize(json)
      if (method === 'GET' && path.startsWith('/transaction/verify/'))
        return verify(decodeURIComponent(path.slice('/transaction/verify/'.length)))
      if (method === 'POST' && path === '/refund') return refund(json)
      const { pathname, searchParams } = new URL(path, 'http://paystack')
      if (method === 'GET' && pathname === '/refund') return list(searchParams, refunds)
      if (method === 'GET' && pathname === '/dispute') return list(searchParams, disputes)
      if (method === 'POST' && path === '/transaction/charge_authorization') return chargeAuthorization(json)
      if (method === 'POST' && path === '/customer/authorization/deactivate') return deactivate(json)
      return refuse(404, 'not_found')
    },
    refuse(400, 'currency_not_allowed'),
  )
  return {
    ...server,
    name: 'paystack',
    config: { paystack: { secretKey: SECRET, publicKey: 'pk_test_paystack', url: server.url } },
    settle(reference, outcome, changes = {}) {
      const transaction = books.get(reference)
      if (transaction === undefined) throw new Error(`Paystack has no ${reference}`)
      transaction.status = STATUS[outcome]
      if (changes.amount !== undefined) transaction.amount = changes.amount
      if (changes.currency !== undefined) transaction.currency = changes.currency
    },
    forgotten,
    declineSaved(isDeclined) {
      isDeclining = isDeclined
    },
    refunded: (reference) => {
      const transaction = books.get(reference)
      return transaction === undefined ? [] : refundsOf(transaction).map(({ amount }) => amount)
    },
    goBack(reference, back) {
      const transaction = books.get(reference)
      if (transaction === undefined) throw new Error(`Paystack has no ${reference}`)
      goBack(transaction, back)
    },
    webhook(reference, { id, type, secret = SECRET }) {
      const data =
        type === 'refund'
          ? { transaction_reference: reference, refund_reference: null, status: 'processed', amount: '100' }
          : type === 'dispute'
            ? { id, transaction: { reference, id: 1 }, status: 'awaiting-merchant-feedback' }
            : { id, reference, domain: 'test', status: 'success' }
      const body = toBytes({ event: EVENT[type], data })
      const signature = createHmac('sha512', secret).update(body).digest('hex')
      return { body, headers: new Headers({ 'x-paystack-signature': signature, 'content-type': 'application/json' }) }
    },
  }
}
