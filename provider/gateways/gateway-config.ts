/** Keys and URLs of the gateways. Null for a gateway without a key, which is then unavailable. */
export interface GatewayConfig {
  readonly paystack: { readonly secretKey: string; readonly publicKey: string | null; readonly url: string } | null
  readonly wave: { readonly apiKey: string; readonly webhookSecret: string; readonly url: string } | null
  readonly stripe: {
    readonly secretKey: string
    readonly publicKey: string | null
    readonly webhookSecret: string
    readonly url: string
  } | null
  /** How long to wait for a gateway's answer. */
  readonly timeoutMs: number
}

type Environment = Readonly<Record<string, string | undefined>>

const TIMEOUT_MS = 10_000

export function readGatewayConfig(environment: Environment): GatewayConfig {
  const text = (name: string): string | null => {
    const value = environment[name]?.trim() ?? ''
    return value === '' ? null : value
  }
  const url = (name: string, fallback: string): string => (text(name) ?? fallback).replace(/\/+$/, '')
  const [paystack, wave, stripe] = [text('PAYSTACK_SECRET_KEY'), text('WAVE_API_KEY'), text('STRIPE_SECRET_KEY')]
  return {
    paystack:
      paystack === null
        ? null
        : {
            secretKey: paystack,
            publicKey: text('PAYSTACK_PUBLIC_KEY'),
            url: url('PAYSTACK_URL', 'https://api.paystack.co'),
          },
    wave:
      wave === null
        ? null
        : {
            apiKey: wave,
            webhookSecret: text('WAVE_WEBHOOK_SECRET') ?? '',
            url: url('WAVE_URL', 'https://api.wave.com'),
          },
    stripe:
      stripe === null
        ? null
        : {
            secretKey: stripe,
            publicKey: text('STRIPE_PUBLISHABLE_KEY'),
            webhookSecret: text('STRIPE_WEBHOOK_SECRET') ?? '',
            url: url('STRIPE_URL', 'https://api.stripe.com'),
          },
    timeoutMs: TIMEOUT_MS,
  }
}
