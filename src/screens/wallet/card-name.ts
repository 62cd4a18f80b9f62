import type { AutoTopUp } from '../../contract/payments.ts'

/** Returns "Visa ·· 4242"; for a method without a number, the gateway's name for it. */
export function cardName({ brand, last4 }: NonNullable<AutoTopUp['method']>): string {
  const name = brand === null ? '' : brand.charAt(0).toUpperCase() + brand.slice(1)
  return [name, last4 === null ? '' : `··\u00A0${last4}`].filter((part) => part !== '').join('\u00A0') || '··'
}
