import type Stripe from 'stripe'
import type { Currency } from '../../src/domain/money.ts'
import { err, ok, type Result } from '../../src/lib/result.ts'
import { refusalOf, toTrouble } from './ask-gateway.ts'
import type {
  Charge,
  Gateway,
  GatewayTrouble,
  RawWebhook,
  SentCharge,
  Verified,
  WebhookError,
  WebhookEvent,
} from './gateway.ts'
import type { GatewayConfig } from './gateway-config.ts'
import { checkTimedSignature, parseObject, textAt } from './signature.ts'
import { isStripeBack, listStripeBack, refundStripe } from './stripe-back.ts'
import { createStripeSaved, startKeeping, type StripeDoor } from './stripe-saved.ts'
import { fromWireAmount, toWireAmount } from './wire-scale.ts'

type Settings = NonNullable<GatewayConfig['stripe']> & { readonly timeoutMs: number }

/** Loads the SDK, which takes 20 MB of memory, at the first payment, and only when a key is set. */
function createClient({ secretKey, url, timeoutMs }: Settings): () => Promise<Stripe> {
  let made: Promise<Stripe> | undefined
  const { protocol, hostname, port } = new URL(url)
  const isPlain = protocol === 'http:'
  return () => {
    made ??= import('stripe').then(
      ({ default: StripeClient }) =>
        new StripeClient(secretKey, {
          host: hostname,
          port: port === '' ? (isPlain ? 80 : 443) : Number(port),
          protocol: isPlain ? 'http' : 'https',
          timeout: timeoutMs,
          // No retries here: the caller decides, and the idempotency key makes its retries safe.
          maxNetworkRetries: 0,
          telemetry: false,
        }),
    )
    return made
  }
}

/**
 * Converts the SDK's exceptions: an HTTP refusal with its status, or a connection error that wraps the network error.
 */
function toStripeTrouble(error: unknown): GatewayTrouble {
  const facts = error as { readonly statusCode?: unknown; readonly code?: unknown; readonly detail?: unknown }
  if (typeof facts.statusCode === 'number')
    return refusalOf(facts.statusCode, typeof facts.code === 'string' ? facts.code : null)
  return toTrouble(facts.detail instanceof Error ? facts.detail : error)
}

async function attempt<T>(work: () => Promise<T>): Promise<Result<T, GatewayTrouble>> {
  try {
    return ok(await work())
  } catch (error) {
    return err(toStripeTrouble(error))
  }
}

/**
 * `requires_payment_method` is the initial state and also follows a declined card: the payer may try another.
 * https://docs.stripe.com/payments/paymentintents/lifecycle
 */
function toVerified(intent: Stripe.PaymentIntent, currency: Currency): Verified {
  if (intent.status === 'succeeded') {
    return {
      status: 'paid',
      amountMinor: fromWireAmount('stripe', intent.amount_received, currency),
      currency: intent.currency.toUpperCase(),
      gatewayReference: intent.id,
    }
  }
  return { status: intent.status === 'canceled' ? 'failed' : 'pending' }
}

type GetClient = () => Promise<Stripe>

const toDoor = (getClient: GetClient): StripeDoor => ({
  ask: (work) => attempt(async () => work(await getClient())),
  toVerified,
})

/** https://docs.stripe.com/api/payment_intents/create */
async function start(getClient: GetClient, charge: Charge, publicKey: string | null): ReturnType<Gateway['start']> {
  const { reference, amountMinor, currency, email, description, origin } = charge
  const keeping = charge.keep === true ? await startKeeping(toDoor(getClient), charge) : ok({})
  if (!keeping.ok) return keeping
  const parameters: Stripe.PaymentIntentCreateParams = {
    amount: toWireAmount('stripe', amountMinor, currency),
    currency: currency.toLowerCase(),
    automatic_payment_methods: { enabled: true },
    receipt_email: email,
    description,
    metadata: { reference },
    ...keeping.value,
  }
  const intent = await attempt(async () =>
    (await getClient()).paymentIntents.create(parameters, { idempotencyKey: reference }),
  )
  if (!intent.ok) return intent
  const { id, client_secret: clientSecret } = intent.value
  if (typeof id !== 'string' || typeof clientSecret !== 'string')
    return err({ kind: 'unknown', detail: 'no client_secret' })
  const link = `${origin}/payment?payment_reference=${encodeURIComponent(reference)}`
  return ok({ gatewayReference: id, link, clientSecret, ...(publicKey === null ? {} : { publicKey }) })
}

async function verify(getClient: GetClient, charge: SentCharge): ReturnType<Gateway['verify']> {
  const { reference, gatewayReference, currency } = charge
  const intent = await attempt(async () => (await getClient()).paymentIntents.retrieve(gatewayReference ?? reference))
  if (!intent.ok) return intent
  return textAt(intent.value, 'metadata', 'reference') === reference
    ? ok(toVerified(intent.value, currency))
    : err({ kind: 'unknown', detail: 'answer about another reference' })
}

/** `Stripe-Signature: t=...,v1=...`: HMAC SHA-256 of `time.body`. https://docs.stripe.com/webhooks#verify-manually */
function readWebhook(webhook: RawWebhook, secret: string): Result<WebhookEvent, WebhookError> {
  const header = webhook.headers.get('stripe-signature')
  const checked = checkTimedSignature(webhook, { header, secret, separator: '.' })
  if (!checked.ok) return checked
  const event = parseObject(webhook.body)
  const [eventId, type] = [textAt(event, 'id'), textAt(event, 'type')]
  if (eventId === null || type === null) return err('malformed')
  // A dispute, or a refund made in Stripe's dashboard, does not carry our reference.
  const gatewayReference = textAt(event, 'data', 'object', 'payment_intent')
  const reference = textAt(event, 'data', 'object', 'metadata', 'reference')
  return ok({ eventId, type, reference, gatewayReference, isBack: isStripeBack(type) })
}

/**
 * Cards through PaymentIntents; the app shows Stripe's own form for the client secret.
 * https://docs.stripe.com/api/payment_intents
 */
export function createStripe(settings: Settings): Gateway {
  const { publicKey, webhookSecret } = settings
  const getClient = createClient(settings)
  return {
    name: 'stripe',
    kind: 'card',
    sandbox: false,
    publicKey,
    scriptUrl: 'https://js.stripe.com/v3/',
    start: (charge) => start(getClient, charge, publicKey),
    verify: (charge) => verify(getClient, charge),
    refund: (order) => refundStripe(toDoor(getClient), order),
    listBack: (charge) => listStripeBack(toDoor(getClient), charge),
    readWebhook: (webhook) => Promise.resolve(readWebhook(webhook, webhookSecret)),
    saved: createStripeSaved(toDoor(getClient)),
  }
}
