import { createHmac } from 'node:crypto'
import { type FakeGateway, type FakeOutcome, type GatewayReply, startGatewayServer, toBytes } from './gateway-server.ts'

const SECRET = 'sk_test_paystack'

interface Transaction {
  readonly id: number
  readonly reference: string
  amount: number
  currency: string
  status: string
  readonly email: string
  readonly refunds: number[]
}

/** https://paystack.com/docs/payments/verify-payments/#transaction-statuses */
const STATUS: Readonly<Record<FakeOutcome, string>> = {
  paid: 'success',
  failed: 'failed',
  abandoned: 'abandoned',
  processing: 'ongoing',
}
const EVENT = { paid: 'charge.success', failed: 'charge.failed', other: 'transfer.success' } as const

const codeOf = ({ id }: Transaction): string => `AUTH_${String(id)}`

/** As https://paystack.com/docs/api/transaction/#verify shows one; a card that paid can be charged again. */
const shown = (transaction: Transaction): unknown => {
  const { refunds: _unused, email, ...facts } = transaction
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

/** As https://paystack.com/docs/api/transaction/ and https://paystack.com/docs/api/refund/ answer. */
export async function startFakePaystack(): Promise<FakeGateway> {
  const books = new Map<string, Transaction>()
  const forgotten: string[] = []
  let isDeclining = false

  function initialize(body: Readonly<Record<string, unknown>>): GatewayReply {
    const reference = String(body['reference'])
    if (books.has(reference)) return refuse(400, 'duplicate_reference')
    const { amount, currency } = body
    if (typeof amount !== 'number' || typeof currency !== 'string') return refuse(400, 'invalid_amount')
    // Before the payer has done anything the transaction is called abandoned.
    books.set(reference, {
      id: 4_000_000_000 + books.size,
      reference,
      amount,
      currency,
      status: 'abandoned',
      email: String(body['email']),
      refunds: [],
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
      refunds: [],
    }
    books.set(transaction.reference, transaction)
    return { status: 200, body: { status: true, message: 'Charge attempted', data: shown(transaction) } }
  }

  function deactivate(body: Readonly<Record<string, unknown>>): GatewayReply {
    forgotten.push(String(body['authorization_code']))
    return { status: 200, body: { status: true, message: 'Authorization has been deactivated' } }
  }

  function refund(body: Readonly<Record<string, unknown>>): GatewayReply {
    const transaction = books.get(String(body['transaction']))
    if (transaction?.status !== 'success') return refuse(400, 'transaction_not_refundable')
    transaction.refunds.push(Number(body['amount']))
    return { status: 200, body: { status: true, message: 'Refund has been queued', data: { status: 'pending' } } }
  }

  const server = await startGatewayServer(
    ({ method, path, headers, body }) => {
      if (headers['authorization'] !== `Bearer ${SECRET}`) return refuse(401, 'invalid_key')
      const json = (body === '' ? {} : JSON.parse(body)) as Record<string, unknown>
      if (method === 'POST' && path === '/transaction/initialize') return initialize(json)
      if (method === 'GET' && path.startsWith('/transaction/verify/'))
        return verify(decodeURIComponent(path.slice('/transaction/verify/'.length)))
      if (method === 'POST' && path === '/refund') return refund(json)
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
    refunded: (reference) => books.get(reference)?.refunds ?? [],
    webhook(reference, { id, type, secret = SECRET }) {
      const body = toBytes({ event: EVENT[type], data: { id, reference, domain: 'test', status: 'success' } })
      const signature = createHmac('sha512', secret).update(body).digest('hex')
      return { body, headers: new Headers({ 'x-paystack-signature': signature, 'content-type': 'application/json' }) }
    },
  }
}
