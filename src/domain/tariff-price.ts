import { MINUTE_MS, toInstant, type Instant } from './instant.ts'
import { multiplyHalfUp, sumMinor } from './money.ts'
import type { StaySpan } from './previous-stay.ts'
import { meterStay } from './tariff-meter.ts'
import { findPackage } from './tariff-packages.ts'
import type { Fee, QuoteLine, Tariff, Tax, VehicleTypeId } from './tariff-types.ts'
import { taxLines } from './tax.ts'

/** Everything except the times that a price depends on. */
export interface Rate {
  readonly tariff: Tariff
  readonly taxes: readonly Tax[]
  readonly vehicleType: VehicleTypeId
  /** IANA zone of the park. */
  readonly zone: string
  /** Start, which decides the taxes in force. */
  readonly from: Instant
}

type FeeLine = Extract<QuoteLine, { kind: 'fee' }>
type TaxLine = Extract<QuoteLine, { kind: 'tax' }>

export interface Priced {
  /** Lines before fees and taxes. */
  readonly parking: readonly QuoteLine[]
  /** One per fee of the tariff, even if zero. */
  readonly fees: readonly FeeLine[]
  /** Taxes in force; none on a zero price. */
  readonly taxes: readonly TaxLine[]
}

const BASIS_POINTS = 10_000

/** Prices the spans of one visit as if they were one stay. `freeMinutes` are removed from the beginning. */
export function priceSpans(rate: Rate, spans: readonly StaySpan[], freeMinutes: number): Priced {
  const parking = parkingLines(rate, spans, freeMinutes)
  const parkingMinor = sumOf(parking)
  const fees = rate.tariff.fees.map((fee) => feeLine(fee, parkingMinor))
  const taxedMinor = sumMinor(rate.tariff.fees.map((fee, index) => (fee.taxed ? (fees[index]?.amountMinor ?? 0) : 0)))
  return { parking, fees, taxes: taxLines(rate.taxes, parkingMinor + taxedMinor, rate.from) }
}

export const sumOf = (lines: readonly QuoteLine[]): number => sumMinor(lines.map((line) => line.amountMinor))

/**
 * Minor units: parking, then each fee, then each tax. Amounts of the same rate are compared and subtracted by position.
 */
export type Amounts = readonly number[]

export const amountsOf = ({ parking, fees, taxes }: Priced): Amounts => [
  sumOf(parking),
  ...[...fees, ...taxes].map((line) => line.amountMinor),
]

function combine(a: Amounts, b: Amounts, how: (a: number, b: number) => number): Amounts {
  return Array.from({ length: Math.max(a.length, b.length) }, (_, index) => how(a[index] ?? 0, b[index] ?? 0))
}
export const addAmounts = (a: Amounts, b: Amounts): Amounts => combine(a, b, (one, other) => one + other)
export const subtractAmounts = (a: Amounts, b: Amounts): Amounts => combine(a, b, (one, other) => one - other)
export const largestAmounts = (a: Amounts, b: Amounts): Amounts => combine(a, b, Math.max)

/** Units are counted from the entry, so the free minutes are removed before metering. */
function cutFree(spans: readonly StaySpan[], freeMinutes: number): { spans: StaySpan[]; cutMs: number } {
  let leftMs = freeMinutes * MINUTE_MS
  let cutMs = 0
  const rest = spans.map(({ from, to }) => {
    const cut = Math.min(to - from, leftMs)
    leftMs -= cut
    cutMs += cut
    return { from: toInstant(from + cut), to }
  })
  return { spans: rest.filter(({ from, to }) => from < to), cutMs }
}

function parkingLines(rate: Rate, spans: readonly StaySpan[], freeMinutes: number): QuoteLine[] {
  const { tariff, zone } = rate
  const from = spans[0]?.from ?? rate.from
  const to = spans.at(-1)?.to ?? from
  const { spans: metered, cutMs } = cutFree(spans, freeMinutes)
  const free: QuoteLine[] = cutMs > 0 ? [{ kind: 'free', minutes: Math.ceil(cutMs / MINUTE_MS), amountMinor: 0 }] : []
  const { lines: meterLines, meteredMinor, eventMinor } = meterStay({ tariff, zone, entryMs: from, spans: metered })
  const lines = [...free, ...meterLines]
  const best = findPackage(tariff.packages, { from, to, zone })
  let sumOfParking = meteredMinor + eventMinor
  if (best !== undefined && best.amountMinor < meteredMinor) {
    lines.push({ kind: 'package', package: best.kind, amountMinor: best.amountMinor - meteredMinor })
    sumOfParking = best.amountMinor + eventMinor
  }
  const percent = tariff.vehiclePercent[rate.vehicleType] ?? 100
  const amountMinor = multiplyHalfUp(sumOfParking, percent, 100) - sumOfParking
  if (amountMinor !== 0) lines.push({ kind: 'vehicle', percent, amountMinor })
  return lines
}

const feeLine = (fee: Fee, parkingMinor: number): FeeLine => ({
  kind: 'fee',
  code: fee.code,
  amountMinor: fee.kind === 'flat' ? fee.value : multiplyHalfUp(parkingMinor, fee.value, BASIS_POINTS),
})
