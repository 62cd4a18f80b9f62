import type { GatewayName } from '../../src/contract/payments.ts'
import { CURRENCY_EXPONENT, type Currency } from '../../src/domain/money.ts'

type RealGateway = Exclude<GatewayName, 'sandbox'>

/**
 * Number of decimal digits in a gateway's integer amounts, per gateway and currency: wire amount = decimal amount ×
 * 10^digits. A gateway cannot charge a currency missing here. Stripe: XOF is zero-decimal
 * (https://docs.stripe.com/currencies#zero-decimal). Paystack: subunits of every currency, XOF included
 * (https://paystack.com/docs/api/#supported-currency). Wave: a string of whole francs (https://docs.wave.com/checkout).
 */
const WIRE_DIGITS: Readonly<Record<RealGateway, Readonly<Partial<Record<Currency, number>>>>> = {
  paystack: { NGN: 2, XOF: 2, USD: 2 },
  wave: { XOF: 0 },
  stripe: { NGN: 2, XOF: 0, USD: 2, CAD: 2 },
}

export const canCharge = (gateway: RealGateway, currency: Currency): boolean =>
  WIRE_DIGITS[gateway][currency] !== undefined

/** Converts our minor units to the gateway's integer. Throws for a currency the gateway cannot charge. */
export function toWireAmount(gateway: RealGateway, amountMinor: number, currency: Currency): number {
  const digits = WIRE_DIGITS[gateway][currency]
  if (digits === undefined) throw new Error(`${gateway} cannot charge ${currency}`)
  return amountMinor * 10 ** (digits - CURRENCY_EXPONENT[currency])
}

/** Converts the gateway's number to our minor units. Returns null when it is not a whole number of them. */
export function fromWireAmount(gateway: RealGateway, wireAmount: unknown, currency: Currency): number | null {
  const digits = WIRE_DIGITS[gateway][currency]
  const value = typeof wireAmount === 'string' && /^\d+(\.\d+)?$/.test(wireAmount) ? Number(wireAmount) : wireAmount
  if (digits === undefined || typeof value !== 'number') return null
  const amountMinor = value / 10 ** (digits - CURRENCY_EXPONENT[currency])
  return Number.isSafeInteger(amountMinor) && amountMinor >= 0 ? amountMinor : null
}
