import type { Currency } from '../../src/domain/money.ts'
import { err, ok, type Result } from '../../src/lib/result.ts'
import { askGateway, isSuccess, refusalOf } from './ask-gateway.ts'
import type {
  Charge,
  Gateway,
  GatewayTrouble,
  RawWebhook,
  RefundOrder,
  SentCharge,
  Verified,
  WebhookError,
  WebhookEvent,
} from './gateway.ts'
import type { GatewayConfig } from './gateway-config.ts'
import { checkTimedSignature, isRecord, parseObject, textAt } from './signature.ts'
import { fromWireAmount, toWireAmount } from './wire-scale.ts'

type Settings = NonNullable<GatewayConfig['wave']> & { readonly timeoutMs: number }

/**
 * A session is open, complete or expired; its payment is processing, cancelled or succeeded. A failed attempt leaves
 * the session open with `last_payment_error`, and the payer may try again.
 * https://docs.wave.com/checkout#checkout-session-object
 */
function toVerified(session: unknown, currency: Currency): Verified {
  const [checkout, payment] = [textAt(session, 'checkout_status'), textAt(session, 'payment_status')]
  // A refunded session was paid first; refunds are queried separately, by `listBack`.
  if (payment === 'succeeded' || payment === 'refunded') {
    return {
      status: 'paid',
      amountMinor: fromWireAmount('wave', isRecord(session) ? session['amount'] : null, currency),
      currency: textAt(session, 'currency') ?? '',
      gatewayReference: textAt(session, 'id'),
    }
  }
  if (checkout === 'expired' || payment === 'cancelled') return { status: 'failed' }
  return { status: 'pending' }
}

interface WaveRequest {
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly body?: unknown
  /** Idempotency key: the same for a repeated request, which then has one effect. */
  readonly key?: string
}

type Ask = (request: WaveRequest) => Promise<Result<unknown, GatewayTrouble>>

function createAsk({ apiKey, url, timeoutMs }: Settings): Ask {
  return async ({ method, path, body, key }) => {
    const headers = { authorization: `Bearer ${apiKey}`, ...(key === undefined ? {} : { 'idempotency-key': key }) }
    const sent = body === undefined ? {} : { body }
    const answer = await askGateway({ method, url: `${url}${path}`, headers, timeoutMs, ...sent })
    if (!answer.ok) return answer
    const { status, json } = answer.value
    return isSuccess(status) ? ok(json) : err(refusalOf(status, textAt(json, 'code')))
  }
}

const sessionPath = (id: string | null): string => `/v1/checkout/sessions/${encodeURIComponent(id ?? 'none')}`

async function start(ask: Ask, charge: Charge): ReturnType<Gateway['start']> {
  const { reference, amountMinor, currency, returnUrl } = charge
  const amount = String(toWireAmount('wave', amountMinor, currency))
  const urls = { success_url: returnUrl, error_url: returnUrl }
  const body = { amount, currency, client_reference: reference, ...urls }
  const session = await ask({ method: 'POST', path: '/v1/checkout/sessions', body, key: reference })
  if (!session.ok) return session
  const [id, link] = [textAt(session.value, 'id'), textAt(session.value, 'wave_launch_url')]
  return id === null || link === null
    ? err({ kind: 'unknown', detail: 'no wave_launch_url' })
    : ok({ gatewayReference: id, link })
}

async function verify(ask: Ask, charge: SentCharge): ReturnType<Gateway['verify']> {
  const session = await ask({ method: 'GET', path: sessionPath(charge.gatewayReference) })
  if (!session.ok) return session
  return textAt(session.value, 'client_reference') === charge.reference
    ? ok(toVerified(session.value, charge.currency))
    : err({ kind: 'unknown', detail: 'answer about another reference' })
}

/** A session can only be refunded in full, and at once. https://docs.wave.com/checkout#refund-a-checkout-session */
async function refund(ask: Ask, { gatewayReference, key }: RefundOrder): ReturnType<Gateway['refund']> {
  const answer = await ask({ method: 'POST', path: `${sessionPath(gatewayReference)}/refund`, key })
  return answer.ok ? ok('gone') : answer
}

/** A refunded session has the time of its refund, but not who requested it. Wave has no disputes. */
async function listBack(ask: Ask, charge: SentCharge): ReturnType<Gateway['listBack']> {
  const session = await ask({ method: 'GET', path: sessionPath(charge.gatewayReference) })
  if (!session.ok) return session
  const isOurs = textAt(session.value, 'client_reference') === charge.reference
  const isRefunded =
    textAt(session.value, 'when_refunded') !== null || textAt(session.value, 'payment_status') === 'refunded'
  const wire = isRecord(session.value) ? session.value['amount'] : null
  const amountMinor = fromWireAmount('wave', wire, charge.currency)
  if (!isOurs || amountMinor === null) return err({ kind: 'unknown', detail: 'answer about another payment' })
  if (!isRefunded) return ok([])
  return ok([{ id: 'refund', kind: 'refund', amountMinor, state: 'gone', orderKey: null, isWhole: true }])
}

/** `Wave-Signature: t=...,v1=...`: HMAC SHA-256 of time and body without a separator. https://docs.wave.com/webhook */
function readWebhook(webhook: RawWebhook, secret: string): Result<WebhookEvent, WebhookError> {
  const header = webhook.headers.get('wave-signature')
  const checked = checkTimedSignature(webhook, { header, secret, separator: '' })
  if (!checked.ok) return checked
  const event = parseObject(webhook.body)
  const [eventId, type] = [textAt(event, 'id'), textAt(event, 'type')]
  if (eventId === null || type === null) return err('malformed')
  const isBack = type.includes('refund')
  return ok({ eventId, type, reference: textAt(event, 'data', 'client_reference'), isBack })
}

/**
 * Mobile money in XOF through a checkout session; the amount is a string of whole francs.
 * https://docs.wave.com/checkout
 */
export function createWave(settings: Settings): Gateway {
  const ask = createAsk(settings)
  return {
    name: 'wave',
    kind: 'mobile_money',
    sandbox: false,
    publicKey: null,
    scriptUrl: null,
    start: (charge) => start(ask, charge),
    verify: (charge) => verify(ask, charge),
    refund: (order) => refund(ask, order),
    listBack: (charge) => listBack(ask, charge),
    readWebhook: (webhook) => Promise.resolve(readWebhook(webhook, settings.webhookSecret)),
  }
}
