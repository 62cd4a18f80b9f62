import { multiplyHalfUp } from './money.ts'
import type { QuoteLine, Tax } from './tariff-types.ts'

type TaxLine = Extract<QuoteLine, { kind: 'tax' }>

/** 100 % in thousandths of a percent; 7.5 % is 7500. */
const WHOLE = 100_000

const isInForce = (tax: Tax, atMs: number): boolean =>
  (tax.fromMs === null || tax.fromMs <= atMs) && (tax.toMs === null || atMs < tax.toMs)

/**
 * Returns tax lines on `baseMinor`, each rounded half up, in the order given. Included taxes are extracted from the
 * base: 13 % of a posted 14.00 is 14.00 x 13/113 = 1.61. Other taxes are added to the base less its included taxes and,
 * if `compound`, to the preceding taxes as well. `atMs`, the start of the stay, decides which taxes are in force. A
 * zero price is not taxed.
 */
export function taxLines(taxes: readonly Tax[], baseMinor: number, atMs: number): TaxLine[] {
  const current = baseMinor > 0 ? taxes.filter((tax) => isInForce(tax, atMs)) : []
  const included = extractIncluded(
    current.filter((tax) => tax.included),
    baseMinor,
  )
  const netMinor = [...included.values()].reduce((rest, amountMinor) => rest - amountMinor, baseMinor)
  let beforeMinor = 0
  return current.map((tax) => {
    const amountMinor = included.get(tax) ?? addedAmount(tax, tax.compound ? netMinor + beforeMinor : netMinor)
    beforeMinor += amountMinor
    return { kind: 'tax', code: tax.code, name: tax.name, included: tax.included, amountMinor }
  })
}

const addedAmount = (tax: Tax, onMinor: number): number =>
  tax.kind === 'flat' ? tax.value : multiplyHalfUp(onMinor, tax.value, WHOLE)

/** A tax as a linear function of the unknown net price: (slope x net + constant) / denominator. */
interface Share {
  readonly tax: Tax
  readonly slope: bigint
  readonly constant: bigint
  readonly denominator: bigint
}

/**
 * The posted price is net + all included taxes, and each tax is linear in the net, so the net can be solved exactly.
 * Fractions are kept exact (BigInt) until each line is rounded once.
 */
function extractIncluded(taxes: readonly Tax[], priceMinor: number): ReadonlyMap<Tax, number> {
  const whole = BigInt(WHOLE)
  let slope = 1n
  let constant = 0n
  let denominator = 1n
  const shares: Share[] = taxes.map((tax) => {
    const value = BigInt(tax.value)
    const flat = tax.kind === 'flat'
    const share = flat
      ? { tax, slope: 0n, constant: value * denominator, denominator }
      : {
          tax,
          slope: value * (tax.compound ? slope : denominator),
          constant: tax.compound ? value * constant : 0n,
          denominator: denominator * whole,
        }
    const scale = flat ? 1n : whole
    slope = slope * scale + share.slope
    constant = constant * scale + share.constant
    denominator = share.denominator
    return share
  })
  const netNumerator = BigInt(priceMinor) * denominator - constant
  let leftMinor = priceMinor
  return new Map(
    shares.map((share) => {
      const numerator = share.slope * (netNumerator > 0n ? netNumerator : 0n) + share.constant * slope
      // An included flat tax larger than the price is limited to the price.
      const amountMinor = Math.min(leftMinor, divideHalfUp(numerator, share.denominator * slope))
      leftMinor -= amountMinor
      return [share.tax, amountMinor] as const
    }),
  )
}

const divideHalfUp = (numerator: bigint, denominator: bigint): number =>
  Number((2n * numerator + denominator) / (2n * denominator))
