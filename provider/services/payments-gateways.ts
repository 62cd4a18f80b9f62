import type { GatewayConfig, GatewayName, PaymentKind } from '../../src/contract/payments.ts'
import type { Country } from '../../src/domain/country.ts'
import { PAYMENT_RANGE } from '../../src/domain/payment.ts'
import type { ProviderDeps } from './deps.ts'
import { getGateways } from '../gateways/gateways.ts'

const NAMES: Readonly<Record<GatewayName, string>> = {
  paystack: 'Paystack',
  wave: 'Wave',
  stripe: 'Stripe',
  sandbox: 'Demo',
}
/** From the specification's table. */
const SYMBOLS = { NGN: '₦', XOF: 'CFA', USD: '$', CAD: 'C$' } as const

/** How a country's wallet can be topped up; `available` is false when no gateway can charge its currency. */
export function toGatewayConfig(deps: Pick<ProviderDeps, 'db' | 'clock' | 'config'>, country: Country): GatewayConfig {
  const { code, currency } = country
  const { minimumMinor: minimum, maximumMinor: maximum } = PAYMENT_RANGE[currency]
  const gateways = getGateways(deps)
    .listFor(currency)
    .map(({ name, kind, sandbox, publicKey, scriptUrl, saved }) => ({
      provider: name,
      name: NAMES[name],
      kind: kind satisfies PaymentKind,
      sandbox,
      currency,
      symbol: SYMBOLS[currency],
      public_key: publicKey,
      script_url: scriptUrl,
      keeps_methods: saved !== undefined,
    }))
  return { country_code: code, currency, minimum, maximum, available: gateways.length > 0, gateways }
}
