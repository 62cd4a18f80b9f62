/** A reduction of a stay's price, as a line before the taxes, which are on what remains. */
import { multiplyHalfUp, sumMinor } from './money.ts'
import type { Quote, QuoteLine } from './tariff-types.ts'

export type Priced = Pick<Quote, 'lines' | 'totalMinor'>

const isTax = (line: QuoteLine): line is Extract<QuoteLine, { kind: 'tax' }> => line.kind === 'tax'

/** Parking and fees, less what was taken off before. */
export const beforeTax = ({ lines }: Pick<Quote, 'lines'>): number =>
  sumMinor(lines.filter((line) => !isTax(line)).map(({ amountMinor }) => amountMinor))

/** The price with a line that is `wantedMinor` less, never below nothing. `toLine` has its amount, which is negative. */
export function takeOffMinor<P extends Priced>(
  priced: P,
  wantedMinor: number,
  toLine: (amountMinor: number) => QuoteLine,
): P {
  const wholeMinor = beforeTax(priced)
  const offMinor = Math.max(0, Math.min(wantedMinor, wholeMinor))
  if (offMinor === 0) return priced
  const leftMinor = wholeMinor - offMinor
  let insideMinor = leftMinor
  const taxes = priced.lines
    .filter(isTax)
    .map((line) => {
      const amountMinor = multiplyHalfUp(line.amountMinor, leftMinor, wholeMinor)
      if (!line.included) return { ...line, amountMinor }
      // Several that are rounded up may come to more than the price that they are inside of: the last ones take what there is.
      const shareMinor = Math.min(amountMinor, insideMinor)
      insideMinor -= shareMinor
      return { ...line, amountMinor: shareMinor }
    })
    .filter(({ amountMinor }) => amountMinor !== 0)
  return {
    ...priced,
    lines: [...priced.lines.filter((line) => !isTax(line)), toLine(-offMinor), ...taxes],
    totalMinor: leftMinor + sumMinor(taxes.map(({ included, amountMinor }) => (included ? 0 : amountMinor))),
  }
}
