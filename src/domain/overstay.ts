/** What a car owes that stays beyond its end: one rule for the driver's pass and the attendant's verdict. */
import { MINUTE_MS, type Instant } from './instant.ts'
import { priceStay } from './price-stay.ts'
import type { Quote, Tariff, Tax, VehicleTypeId } from './tariff-types.ts'

export interface Overstay {
  readonly minutes: number
  /** From the end to now at the booking's tariff; null where no rate is known, or the park is closed by now. */
  readonly quote: Quote | null
}

export interface OverstayInput {
  readonly start: Instant
  readonly end: Instant
  readonly now: Instant
  /** IANA zone of the park. */
  readonly zone: string
  readonly vehicleType: VehicleTypeId
  /** Undefined where none is known. */
  readonly rate: { readonly tariff: Tariff; readonly taxes: readonly Tax[] } | undefined
}

export function findOverstay({ start, end, now, zone, vehicleType, rate }: OverstayInput): Overstay {
  const minutes = Math.max(0, Math.ceil((now - end) / MINUTE_MS))
  if (rate === undefined || minutes === 0) return { minutes, quote: null }
  // Who stays on has not begun a new visit.
  const previousStay = { stays: [{ from: start, to: end }], otherMinutes: 0 }
  const { tariff, taxes } = rate
  const priced = priceStay({ tariff, taxes, vehicleType, from: end, to: now, zone, now, previousStay })
  return { minutes, quote: priced.ok ? priced.value : null }
}
