import { type Currency, parseMinor } from '../domain/money.ts'
import { PAYMENT_RANGE } from '../domain/payment.ts'
import { withoutInvisible } from '../lib/plain-text.ts'
import { err, ok, type Result } from '../lib/result.ts'

export type AmountProblem = 'not_a_number' | 'too_precise' | 'out_of_range'

/** "1,500", "1 500", "1,500.00", "1 500,00": groups of three digits distinguish thousands from decimals. */
const GROUPED = /^\d{1,3}(?:,\d{3})+(?:\.\d{1,2})?$|^\d{1,3}(?:\s\d{3})+(?:[.,]\d{1,2})?$/

const ungroup = (text: string): string => (GROUPED.test(text) ? text.replaceAll(/\s|,(?=\d{3})/g, '') : text)

/**
 * Returns the typed amount in minor units. A comma before three digits is never a decimal sign: 1,500 is not one and a
 * half.
 */
export function readMoney(typed: string, currency: Currency): Result<number, AmountProblem> {
  const text = ungroup(withoutInvisible(typed).trim())
  if (/[.,]\d{3,}$/.test(text)) return err('too_precise')
  const parsed = parseMinor(text, currency)
  return parsed.ok ? parsed : err(parsed.error === 'too_large' ? 'out_of_range' : parsed.error)
}

/** Like `readMoney`, limited to what one payment may be. */
export function readAmount(typed: string, currency: Currency): Result<number, AmountProblem> {
  const parsed = readMoney(typed, currency)
  if (!parsed.ok) return parsed
  const { minimumMinor, maximumMinor } = PAYMENT_RANGE[currency]
  return parsed.value < minimumMinor || parsed.value > maximumMinor ? err('out_of_range') : ok(parsed.value)
}

/** Returns an amount as a field's initial text: "1500", "14.50". */
export const toAmountText = (amountMinor: number, exponent: number): string => {
  const text = (amountMinor / 10 ** exponent).toFixed(exponent)
  return text.replace(/\.0+$/, '')
}
