import { must } from '../../src/lib/assert.ts'
import type { Result } from '../../src/lib/result.ts'
import type { BookedRate } from '../../src/domain/cancellation.ts'
import { type Instant, toInstant } from '../../src/domain/instant.ts'
import { multiplyHalfUp, sumMinor } from '../../src/domain/money.ts'
import {
  type ExtensionPrice,
  extendedPrice,
  type PaidStay,
  priceStay as priceOpenStay,
  type StayError,
} from '../../src/domain/price-stay.ts'
import { beforeTax } from '../../src/domain/take-off.ts'
import type { PlanTerms, PreviousStay, Quote, Tariff, Tax, VehicleTypeId } from '../../src/domain/tariff.ts'

/** A tariff with its taxes, as a park has or had them. */
export interface RateVersion {
  readonly tariff: Tariff
  readonly taxes: readonly Tax[]
}

export interface StayToPrice {
  readonly rate: RateVersion
  readonly timezone: string
  readonly vehicleTypeId: VehicleTypeId
  readonly startMs: Instant
  readonly endMs: Instant
  readonly nowMs: number
  readonly previousStay?: PreviousStay | undefined
  readonly plan?: PlanTerms | undefined
}

export type { StayError }

export function priceStay(stay: StayToPrice): Result<Quote, StayError> {
  const times = { from: stay.startMs, to: stay.endMs, zone: stay.timezone }
  const { tariff, taxes } = stay.rate
  const { vehicleTypeId: vehicleType, previousStay, plan } = stay
  return priceOpenStay({ ...times, tariff, taxes, vehicleType, previousStay, plan, now: stay.nowMs as Instant })
}

/** How the money of a charge is divided, minor units; `totalMinor` minus both others is the park's share. */
export interface Shares {
  readonly totalMinor: number
  readonly feesMinor: number
  readonly taxMinor: number
}

/** Taxes count whether they were added to the posted price or are included in it. */
export function sharesOf(priced: Pick<Quote, 'lines' | 'totalMinor'>): Shares {
  const { lines, totalMinor } = priced
  const sumOf = (...kinds: readonly Quote['lines'][number]['kind'][]): number =>
    sumMinor(lines.map((line) => (kinds.includes(line.kind) ? line.amountMinor : 0)))
  const [taxMinor, offMinor] = [sumOf('tax'), -sumOf('plan', 'coupon')]
  const wholeMinor = beforeTax(priced) + offMinor
  // Taxes already apply to the reduced amount; fees bear their share of the discount. Neither rounding nor a tax
  // included in a fee takes from the park.
  const feesMinor = offMinor === 0 ? sumOf('fee') : multiplyHalfUp(sumOf('fee'), wholeMinor - offMinor, wholeMinor)
  return { totalMinor, feesMinor: Math.min(feesMinor, Math.max(0, totalMinor - taxMinor)), taxMinor }
}

/** Finds the price that the driver agreed to among the prices at each rate that still holds. */
export function findAgreedPrice<P extends Quote>(
  prices: readonly P[],
  agreed: { readonly totalMinor: number; readonly tariffVersion: string },
): P | undefined {
  return prices.find(
    (priced) => priced.tariffVersion === agreed.tariffVersion && priced.totalMinor === agreed.totalMinor,
  )
}

/** The rate that an agreed price was calculated with. */
export const agreedRate = (
  rates: readonly RateVersion[],
  { tariffVersion }: Pick<Quote, 'tariffVersion'>,
): RateVersion =>
  must(
    rates.find(({ tariff }) => tariff.version === tariffVersion),
    'the rate of an agreed price',
  )

export function priceExtension(
  rate: BookedRate,
  stay: {
    readonly startMs: Instant
    readonly endMs: Instant
    readonly newEndMs: Instant
    readonly paid: PaidStay | undefined
    readonly nowMs: number
  },
): Result<ExtensionPrice, StayError> {
  const { startMs: from, endMs: to, newEndMs: newEnd, paid } = stay
  return extendedPrice({ ...rate, from, to, newEnd, paid, now: toInstant(stay.nowMs) })
}
