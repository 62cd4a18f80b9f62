import { splitMinor } from './cart-total.ts'
import { type Currency, toDecimal } from './money.ts'
import { taxName } from './tax-name.ts'

/** One tax's share of a money movement. `registration`: the operator's number at the time of booking, if any. */
export interface TaxShare {
  readonly code: string
  readonly name: string
  readonly registration: string | null
  /** Minor units, with the movement's sign. */
  readonly amount: number
}

interface TaxedLine {
  readonly kind: string
  readonly code?: string
  readonly name?: string
  readonly amount: number
}

interface Booked {
  readonly lines: readonly TaxedLine[]
  /** Taxes of the booked tariff. */
  readonly taxes: ReadonlyArray<{ readonly code: string; readonly registration?: string }>
}

/**
 * Splits `taxMinor`, a single sum in the ledger, over the booking's taxes, exactly to the minor unit. If the booking
 * has no taxes left, because it was shortened to nothing, one unnamed share is returned.
 */
export function taxShares(taxMinor: number, { lines, taxes }: Booked): readonly TaxShare[] {
  if (taxMinor === 0) return []
  const taxed = lines.filter(({ kind, amount }) => kind === 'tax' && amount > 0)
  if (taxed.length === 0) return [{ code: 'tax', name: '', registration: null, amount: taxMinor }]
  const sign = Math.sign(taxMinor)
  const shares = splitMinor(
    Math.abs(taxMinor),
    taxed.map(({ amount }) => amount),
  )
  return taxed.flatMap(({ code = 'tax', name = '' }, index) => {
    const amount = sign * (shares[index] ?? 0)
    const registration = taxes.find((tax) => tax.code === code)?.registration ?? null
    return amount === 0 ? [] : [{ code, name, registration, amount }]
  })
}

/** `HST 1.30 (123456789 RT0001)`, for a cell of a CSV file. */
export const taxesText = (
  shares: readonly TaxShare[],
  { currency, language }: { readonly currency: Currency; readonly language: string },
): string =>
  shares
    .map(({ amount, registration, ...tax }) => {
      const text = `${taxName(tax, language)} ${toDecimal({ amountMinor: amount, currency })}`.trim()
      return registration === null ? text : `${text} (${registration})`
    })
    .join(' + ')
