import type { Gateway } from '../../../provider/gateways/gateway.ts'
import { createPaystack } from '../../../provider/gateways/paystack.ts'
import { createStripe } from '../../../provider/gateways/stripe.ts'
import { createWave } from '../../../provider/gateways/wave.ts'
import { must } from '../../../src/lib/assert.ts'
import type { Currency } from '../../../src/domain/money.ts'
import { startFakePaystack } from './fake-paystack.ts'
import { startFakeStripe } from './fake-stripe.ts'
import { startFakeWave } from './fake-wave.ts'
import type { FakeGateway } from './gateway-server.ts'

export interface GatewayCase {
  readonly name: 'paystack' | 'wave' | 'stripe'
  readonly currency: Currency
  readonly amountMinor: number
  /** `amountMinor` as the gateway writes it on the wire. */
  readonly wireAmount: number
  readonly start: () => Promise<FakeGateway>
  readonly adapt: (fake: FakeGateway, timeoutMs: number) => Gateway
}

const paystack = {
  name: 'paystack',
  start: startFakePaystack,
  adapt: ({ config }: FakeGateway, timeoutMs: number) =>
    createPaystack({ ...must(config.paystack, 'settings'), timeoutMs }),
} as const
const wave = {
  name: 'wave',
  start: startFakeWave,
  adapt: ({ config }: FakeGateway, timeoutMs: number) => createWave({ ...must(config.wave, 'settings'), timeoutMs }),
} as const
const stripe = {
  name: 'stripe',
  start: startFakeStripe,
  adapt: ({ config }: FakeGateway, timeoutMs: number) =>
    createStripe({ ...must(config.stripe, 'settings'), timeoutMs }),
} as const

/** Each real adapter, run against a small server that speaks its gateway's published wire format. */
export const GATEWAY_CASES: readonly GatewayCase[] = [
  { ...paystack, currency: 'NGN', amountMinor: 150_050, wireAmount: 150_050 },
  // Paystack counts XOF in subunits too; we count whole francs.
  { ...paystack, currency: 'XOF', amountMinor: 5_000, wireAmount: 500_000 },
  { ...wave, currency: 'XOF', amountMinor: 5_000, wireAmount: 5_000 },
  { ...stripe, currency: 'CAD', amountMinor: 1_400, wireAmount: 1_400 },
  { ...stripe, currency: 'USD', amountMinor: 999, wireAmount: 999 },
]

/** The fields that every charge carries besides its amount and reference. */
export const CHARGE = {
  email: 'awa@example.test',
  description: 'Baywise wallet top-up',
  returnUrl: 'https://baywise.test/wallet/callback?payment_reference=x',
  origin: 'https://baywise.test',
} as const
