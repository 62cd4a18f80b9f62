import type { Currency } from '../../src/domain/money.ts'
import { err, ok, type Result } from '../../src/lib/result.ts'
import { askGateway, isSuccess, refusalOf } from './ask-gateway.ts'
import type { Charge, Gateway, RawWebhook, SentCharge, Verified, WebhookError, WebhookEvent } from './gateway.ts'
import type { GatewayConfig } from './gateway-config.ts'
import { isPaystackBack, listPaystackBack, refundPaystack } from './paystack-back.ts'
import { type AskPaystack as Ask, createPaystackSaved } from './paystack-saved.ts'
import { hmacHex, isRecord, isSameHex, parseObject, textAt } from './signature.ts'
import { fromWireAmount, toWireAmount } from './wire-scale.ts'

type Settings = NonNullable<GatewayConfig['paystack']> & { readonly timeoutMs: number }

/**
 * `abandoned` is the state of a transaction until the payer acts, so it is not final. `reversed` was paid and given
 * back. https://paystack.com/docs/payments/verify-payments/#transaction-statuses
 */
function toVerified(data: unknown, currency: Currency): Verified {
  switch (textAt(data, 'status') ?? '') {
    case 'success':
      return {
        status: 'paid',
        amountMinor: fromWireAmount('paystack', isRecord(data) ? data['amount'] : null, currency),
        currency: textAt(data, 'currency') ?? '',
        gatewayReference: textAt(data, 'id'),
      }
    case 'failed':
      return { status: 'failed' }
    case 'reversed':
      return { status: 'refunded' }
    case 'abandoned':
      return { status: 'abandoned' }
    default:
      return { status: 'pending' }
  }
}

/** Every answer is `{status, message, data}`; `status: false` is a refusal. */
function createAsk({ secretKey, url, timeoutMs }: Settings): Ask {
  const headers = { authorization: `Bearer ${secretKey}` }
  return async (method, path, body) => {
    const sent = body === undefined ? {} : { body }
    const answer = await askGateway({ method, url: `${url}${path}`, headers, timeoutMs, ...sent })
    if (!answer.ok) return answer
    const { status, json } = answer.value
    if (!isSuccess(status)) return err(refusalOf(status, textAt(json, 'code')))
    const isDone = isRecord(json) && json['status'] === true
    return isDone ? ok(json['data']) : err({ kind: 'unknown', detail: 'the answer has no data' })
  }
}

/** https://paystack.com/docs/api/transaction/#initialize */
async function start(ask: Ask, charge: Charge, publicKey: string | null): ReturnType<Gateway['start']> {
  const { reference, amountMinor, currency, email, returnUrl } = charge
  const amount = toWireAmount('paystack', amountMinor, currency)
  const data = await ask('POST', '/transaction/initialize', {
    email,
    amount,
    currency,
    reference,
    callback_url: returnUrl,
  })
  if (!data.ok) return data
  const link = textAt(data.value, 'authorization_url')
  return link === null
    ? err({ kind: 'unknown', detail: 'no authorization_url' })
    : ok({ gatewayReference: null, link, ...(publicKey === null ? {} : { publicKey }) })
}

/** https://paystack.com/docs/api/transaction/#verify */
async function verify(ask: Ask, { reference, currency }: SentCharge): ReturnType<Gateway['verify']> {
  const data = await ask('GET', `/transaction/verify/${encodeURIComponent(reference)}`)
  if (!data.ok) return data
  return textAt(data.value, 'reference') === reference
    ? ok(toVerified(data.value, currency))
    : err({ kind: 'unknown', detail: 'answer about another reference' })
}

/**
 * HMAC SHA-512 of the body with the secret key. No time is signed, so replays are detected by the event's id.
 * https://paystack.com/docs/payments/webhooks/#verify-event-origin
 */
function readWebhook({ body, headers }: RawWebhook, secret: string): Result<WebhookEvent, WebhookError> {
  const expected = hmacHex({ algorithm: 'sha512', secret }, [body])
  if (!isSameHex(expected, headers.get('x-paystack-signature') ?? '')) return err('bad_signature')
  const event = parseObject(body)
  const type = textAt(event, 'event')
  if (type === null) return err('malformed')
  const isBack = isPaystackBack(type)
  const reference =
    textAt(event, 'data', 'transaction', 'reference') ??
    textAt(event, 'data', 'transaction_reference') ??
    textAt(event, 'data', 'reference')
  // Two refunds of one payment may lack an id of their own: there the hash of the body identifies the event.
  const id = textAt(event, 'data', 'id') ?? (isBack ? expected : (reference ?? expected))
  return ok({ eventId: `${type}:${id}`, type, reference, isBack })
}

/**
 * Card and bank payments on Paystack's page. Amounts are in subunits for every currency. https://paystack.com/docs/api/
 */
export function createPaystack(settings: Settings): Gateway {
  const ask = createAsk(settings)
  return {
    name: 'paystack',
    kind: 'card_bank',
    sandbox: false,
    publicKey: settings.publicKey,
    scriptUrl: 'https://js.paystack.co/v2/inline.js',
    start: (charge) => start(ask, charge, settings.publicKey),
    verify: (charge) => verify(ask, charge),
    refund: (order) => refundPaystack(ask, order),
    listBack: (charge) => listPaystackBack(ask, charge),
    readWebhook: (webhook) => Promise.resolve(readWebhook(webhook, settings.secretKey)),
    saved: createPaystackSaved(ask, toVerified),
  }
}
