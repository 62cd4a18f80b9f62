/**
 * Operators' statements about taxes. Rates are set by law, by place. But only registered businesses charge value-added
 * taxes: a small operator below the threshold must not charge them (Excise Tax Act (Canada) s. 148 and Québec's Act
 * respecting the QST s. 294; Nigeria's VAT Act s. 15; Senegal's global tax on small businesses), and a registered
 * operator prints its number on each receipt. Parking taxes are due from everyone.
 */
export const REGISTERED_TAXES = ['gst', 'hst', 'qst', 'vat', 'tva'] as const
export type RegisteredTax = (typeof REGISTERED_TAXES)[number]

export interface TaxRegistration {
  /** False: taxes that need a registration are not charged. */
  readonly registered: boolean
  /** Registration numbers by tax, as printed on receipts. */
  readonly numbers: Readonly<Partial<Record<RegisteredTax, string>>>
}

export const TAX_NUMBER_MAX = 40

/** Letters, digits and separators, with at least one digit: "123456789 RT0001". */
export const isTaxNumber = (text: string): boolean =>
  text.length <= TAX_NUMBER_MAX && /^[A-Za-z0-9](?:[A-Za-z0-9 ./-]*[A-Za-z0-9])?$/.test(text) && /\d/.test(text)

export const isRegisteredTax = (code: string): code is RegisteredTax => REGISTERED_TAXES.some((one) => one === code)

interface Charged {
  readonly code: string
  readonly registration?: string
}

/**
 * Returns a place's taxes as this operator charges them. `own` is null when not stated: then all taxes apply, without a
 * number.
 */
export function chargedTaxes<T extends Charged>(taxes: readonly T[], own: TaxRegistration | null): readonly T[] {
  if (own === null) return taxes
  return taxes.flatMap((tax) => {
    if (!isRegisteredTax(tax.code)) return [tax]
    if (!own.registered) return []
    const number = own.numbers[tax.code]
    return [number === undefined ? tax : { ...tax, registration: number }]
  })
}
