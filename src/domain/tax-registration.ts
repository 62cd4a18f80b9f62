/**
 * What an operator may say of taxes. Rates are the law's, by place. But taxes on added value are charged by who is registered for them: a small
 * operator below the threshold must not charge them (Excise Tax Act (Canada) s. 148 and Québec's Act respecting the QST s. 294; Nigeria's VAT
 * Act s. 15; Senegal's global tax on small businesses), and who charges them prints a number on each receipt. Taxes on parking itself are due
 * from everybody.
 */
export const REGISTERED_TAXES = ['gst', 'hst', 'qst', 'vat', 'tva'] as const
export type RegisteredTax = (typeof REGISTERED_TAXES)[number]

export interface TaxRegistration {
  /** False: the taxes that take a registration are not charged. */
  readonly registered: boolean
  /** By tax, as receipts print them. */
  readonly numbers: Readonly<Partial<Record<RegisteredTax, string>>>
}

export const TAX_NUMBER_MAX = 40

/** Letters, digits and what stands between them, and at least one digit: "123456789 RT0001". */
export const isTaxNumber = (text: string): boolean =>
  text.length <= TAX_NUMBER_MAX && /^[A-Za-z0-9](?:[A-Za-z0-9 ./-]*[A-Za-z0-9])?$/.test(text) && /\d/.test(text)

export const isRegisteredTax = (code: string): code is RegisteredTax => REGISTERED_TAXES.some((one) => one === code)

interface Charged {
  readonly code: string
  readonly registration?: string
}

/** The taxes of a place as this operator charges them; null: nothing was said, so all of them, without a number. */
export function chargedTaxes<T extends Charged>(taxes: readonly T[], own: TaxRegistration | null): readonly T[] {
  if (own === null) return taxes
  return taxes.flatMap((tax) => {
    if (!isRegisteredTax(tax.code)) return [tax]
    if (!own.registered) return []
    const number = own.numbers[tax.code]
    return [number === undefined ? tax : { ...tax, registration: number }]
  })
}
