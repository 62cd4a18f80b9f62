/** Reductions of a stay's price: a line before the taxes, which apply to the remainder. */
import { multiplyHalfUp, sumMinor } from './money.ts'
import type { Quote, QuoteLine } from './tariff-types.ts'

export type Priced = Pick<Quote, 'lines' | 'totalMinor'>

const isTax = (line: QuoteLine): line is Extract<QuoteLine, { kind: 'tax' }> => line.kind === 'tax'

/** Returns parking and fees less earlier reductions. */
export const beforeTax = ({ lines }: Pick<Quote, 'lines'>): number =>
  sumMinor(lines.filter((line) => !isTax(line)).map(({ amountMinor }) => amountMinor))

/** Reduces the price by `wantedMinor`, never below zero. `toLine` builds the line from its negative amount. */
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
      // Included taxes that are each rounded up may exceed the price; the last ones take what is left.
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
