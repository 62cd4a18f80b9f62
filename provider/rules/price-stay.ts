import { ok, type Result } from '../../src/lib/result.ts'
import type { Instant } from '../../src/domain/instant.ts'
import { sumMinor } from '../../src/domain/money.ts'
import { priceStay as priceOpenStay, type StayError } from '../../src/domain/price-stay.ts'
import { type Quote, type Tariff, type Tax, type VehicleTypeId } from '../../src/domain/tariff.ts'

/** A tariff with its taxes, as a park has or had it. */
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
}

export type { StayError }

export function priceStay(stay: StayToPrice): Result<Quote, StayError> {
  const times = { from: stay.startMs, to: stay.endMs, zone: stay.timezone }
  const { tariff, taxes } = stay.rate
  return priceOpenStay({ ...times, tariff, taxes, vehicleType: stay.vehicleTypeId, now: stay.nowMs as Instant })
}

/** Where the money of a charge goes, minor units; `totalMinor` minus both is the park's. */
export interface Shares {
  readonly totalMinor: number
  readonly feesMinor: number
  readonly taxMinor: number
}

/** Taxes count whether they were added or are inside the posted price. */
export function sharesOf(priced: Pick<Quote, 'lines' | 'totalMinor'>): Shares {
  const sumOf = (kind: 'fee' | 'tax'): number =>
    sumMinor(priced.lines.map((line) => (line.kind === kind ? line.amountMinor : 0)))
  return { totalMinor: priced.totalMinor, feesMinor: sumOf('fee'), taxMinor: sumOf('tax') }
}

/** The price of a stay beside what the driver agreed to, at each rate that still holds. */
export function findAgreedPrice(
  prices: readonly Quote[],
  agreed: { readonly totalMinor: number; readonly tariffVersion: string },
): Quote | undefined {
  return prices.find(
    (priced) => priced.tariffVersion === agreed.tariffVersion && priced.totalMinor === agreed.totalMinor,
  )
}

/** An extension as the difference of two quotes at the rate of now, so that the part already paid is never repriced. */
export interface ExtensionPrice {
  readonly extra: Shares
  readonly whole: Quote
  readonly before: Quote
}

export function priceExtension(stay: StayToPrice & { readonly newEndMs: Instant }): Result<ExtensionPrice, StayError> {
  const whole = priceStay({ ...stay, endMs: stay.newEndMs })
  if (!whole.ok) return whole
  const before = priceStay(stay)
  if (!before.ok) return before
  const [from, to] = [sharesOf(before.value), sharesOf(whole.value)]
  const totalMinor = to.totalMinor - from.totalMinor
  // A longer stay may qualify for a cheaper package: then the added time is free, and nothing is paid back.
  const extra =
    totalMinor <= 0
      ? { totalMinor: 0, feesMinor: 0, taxMinor: 0 }
      : { totalMinor, feesMinor: to.feesMinor - from.feesMinor, taxMinor: to.taxMinor - from.taxMinor }
  return ok({ extra, whole: whole.value, before: before.value })
}
