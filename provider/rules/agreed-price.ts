import { previousStayToWire, quoteLinesToWire } from '../../src/contract/tariff-mapping.ts'
import type { PreviousStay, Quote, VehicleTypeId } from '../../src/domain/tariff.ts'
import { err, ok, type Result } from '../../src/lib/result.ts'
import { type Beside, continuedBy, pricedBeside, toldBeside } from './previous-stay.ts'
import { findAgreedPrice, priceStay, type RateVersion } from './price-stay.ts'
import type { Refusal } from './refusal.ts'
import type { Stay } from './stay.ts'

export const priceChanged = (price: Quote, told: PreviousStay): Refusal => ({
  code: 'price_changed',
  extra: {
    lines: quoteLinesToWire(price.lines),
    total: price.totalMinor,
    currency: price.currency,
    tariff_version: price.tariffVersion,
    previous_stay: previousStayToWire(told),
  },
  amounts: { total: price.totalMinor },
  currency: price.currency,
})

interface PricedPark {
  readonly capacity: number | null
  readonly timezone: string
  /** Rates that still hold, the one in force first. */
  readonly rates: readonly RateVersion[]
}

export interface AgreedStay extends Stay {
  readonly park: PricedPark
  readonly vehicleTypeId: VehicleTypeId
  readonly agreed: { readonly totalMinor: number; readonly tariffVersion: string }
  readonly nowMs: number
  /** What else the car or the driver has parked there. */
  readonly stays: readonly Beside[]
}

/** The price that the driver agreed to, when a rate that still holds gives exactly it; else the price of now is told. */
export function settlePrice(stay: AgreedStay): Result<Quote, Refusal> {
  const { park } = stay
  const current = park.rates[0]
  if (current === undefined || park.capacity === null) return err({ code: 'park_closed' })
  const continuedAt = ({ tariff }: RateVersion) => continuedBy(stay.stays, stay, tariff)
  const atRate = (rate: RateVersion) =>
    priceStay({ ...stay, rate, timezone: park.timezone, previousStay: pricedBeside(continuedAt(rate), rate.tariff) })
  const now = atRate(current)
  if (!now.ok) return err({ code: now.error })
  const prices = park.rates.map(atRate).flatMap((priced) => (priced.ok ? [priced.value] : []))
  const agreed = findAgreedPrice(prices, stay.agreed)
  return agreed === undefined
    ? err(priceChanged(now.value, toldBeside(continuedAt(current), current.tariff)))
    : ok(agreed)
}
