import { createHmac } from 'node:crypto'
import { type FakeGateway, type FakeOutcome, type GatewayReply, startGatewayServer, toBytes } from './gateway-server.ts'

const API_KEY = 'wave_sn_test_key'
const SECRET = 'wave_sn_WHS_test'

interface Session {
  readonly id: string
  readonly client_reference: string
  amount: string
  currency: string
  checkout_status: string
  payment_status: string
  readonly refunds: number[]
  when_refunded?: string
}

/** https://docs.wave.com/checkout#checkout-session-object */
const STATUS: Readonly<Record<FakeOutcome, readonly [checkout: string, payment: string]>> = {
  paid: ['complete', 'succeeded'],
  failed: ['expired', 'cancelled'],
  abandoned: ['open', 'processing'],
  processing: ['open', 'processing'],
}
const EVENT = {
  paid: 'checkout.session.completed',
  failed: 'checkout.session.payment_failed',
  refund: 'checkout.session.refunded',
  dispute: 'merchant.payment_received',
  other: 'merchant.payment_received',
} as const

const refuse = (status: number, code: string): GatewayReply => ({ status, body: { code, message: 'Refused' } })

/** Answers as documented at https://docs.wave.com/checkout and https://docs.wave.com/webhook. */
export async function startFakeWave(): Promise<FakeGateway> {
  const books = new Map<string, Session>()
  const byReference = (reference: string): Session | undefined =>
    [...books.values()].find((session) => session.client_reference === reference)

  const shown = ({ refunds: _unused, ...session }: Session): GatewayReply => ({
    status: 200,
    body: {
      ...session,
      wave_launch_url: `https://pay.wave.com/c/${session.id}`,
      business_name: 'Baywise',
      when_created: '2026-11-23T12:00:00Z',
      when_expires: '2026-11-23T12:30:00Z',
    },
  })

  function create(body: Readonly<Record<string, unknown>>): GatewayReply {
    const { amount, currency, client_reference: reference } = body
    if (typeof amount !== 'string' || !/^\d+$/.test(amount)) return refuse(400, 'request-validation-error')
    if (currency !== 'XOF') return refuse(422, 'currency-mismatch')
    const id = `cos-${String(books.size + 1)}`
    const session = {
      id,
      client_reference: String(reference),
      amount,
      currency,
      checkout_status: 'open',
      payment_status: 'processing',
      refunds: [],
    }
    books.set(id, session)
    return shown(session)
  }

  function refund(session: Session): void {
    if (session.refunds.length === 0) session.refunds.push(Number(session.amount))
    session.when_refunded = '2026-11-24T12:00:00Z'
  }

  const server = await startGatewayServer(
    ({ method, path, headers, body }) => {
      if (headers['authorization'] !== `Bearer ${API_KEY}`) return refuse(401, 'invalid-auth')
      if (method === 'POST' && path === '/v1/checkout/sessions')
        return create(JSON.parse(body) as Record<string, unknown>)
      const [, id, action] = /^\/v1\/checkout\/sessions\/([^/]+)(?:\/(refund))?$/.exec(path) ?? []
      const session = books.get(id ?? '')
      if (session === undefined) return refuse(404, 'checkout-session-not-found')
      if (method === 'GET' && action === undefined) return shown(session)
      if (session.payment_status !== 'succeeded') return refuse(409, 'checkout-refund-failed')
      refund(session)
      return { status: 200, body: null }
    },
    refuse(422, 'currency-mismatch'),
  )
  return {
    ...server,
    name: 'wave',
    config: { wave: { apiKey: API_KEY, webhookSecret: SECRET, url: server.url } },
    settle(reference, outcome, changes = {}) {
      const session = byReference(reference)
      if (session === undefined) throw new Error(`Wave has no ${reference}`)
      ;[session.checkout_status, session.payment_status] = STATUS[outcome]
      if (changes.amount !== undefined) session.amount = String(changes.amount)
      if (changes.currency !== undefined) session.currency = changes.currency
    },
    refunded: (reference) => byReference(reference)?.refunds ?? [],
    goBack(reference, back) {
      const session = byReference(reference)
      if (session === undefined || back !== 'refund') throw new Error(`Wave knows no ${back} of ${reference}`)
      refund(session)
    },
    webhook(reference, { id, type, atMs, secret = SECRET }) {
      const body = toBytes({ id, type: EVENT[type], data: { id: 'cos-1', client_reference: reference } })
      const seconds = String(Math.floor(atMs / 1000))
      const signature = createHmac('sha256', secret).update(seconds).update(body).digest('hex')
      return { body, headers: new Headers({ 'wave-signature': `t=${seconds},v1=${signature}` }) }
    },
  }
}
