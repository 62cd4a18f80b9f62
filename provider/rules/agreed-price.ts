import { previousStayToWire, quoteLinesToWire } from '../../src/contract/tariff-mapping.ts'
import { discountStay, type StayCoupon } from '../../src/domain/stay-coupon.ts'
import type { PlanTerms, PreviousStay, Quote, VehicleTypeId } from '../../src/domain/tariff.ts'
import { err, ok, type Result } from '../../src/lib/result.ts'
import type { CouponProblem } from '../../src/domain/coupon.ts'
import type { Currency } from '../../src/domain/money.ts'
import { type Beside, continuedBy, pricedBeside, toldBeside } from './previous-stay.ts'
import { findAgreedPrice, priceStay, type RateVersion } from './price-stay.ts'
import { couponRefusal, type Refusal } from './refusal.ts'
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

/** A price together with the plan it was calculated with; the booking stores both. */
export type AgreedPrice = Quote & { readonly plan: PlanTerms | null }

interface PricedPark {
  readonly capacity: number | null
  readonly timezone: string
  /** Rates that still hold; the current one comes first. */
  readonly rates: readonly RateVersion[]
}

export interface AgreedStay extends Stay {
  readonly park: PricedPark
  /**
   * The plan's terms: those in force first (undefined: no discount), then those the driver may have been shown earlier.
   */
  readonly plans: readonly (PlanTerms | undefined)[]
  readonly coupon: (StayCoupon & { readonly parkId: number }) | null
  readonly vehicleTypeId: VehicleTypeId
  readonly agreed: { readonly totalMinor: number; readonly tariffVersion: string }
  readonly nowMs: number
  /** Other stays of this car or this driver at the car park. */
  readonly stays: readonly Beside[]
}

type Coupon = NonNullable<AgreedStay['coupon']>

/** Applies the coupon, if there is one. */
function lessCoupon(price: Quote, { coupon, nowMs }: Pick<AgreedStay, 'coupon' | 'nowMs'>): Result<Quote, Refusal> {
  if (coupon === null) return ok(price)
  const discounted = discountStay(price, coupon, { parkId: coupon.parkId, nowMs })
  return discounted.ok ? discounted : err(toRefusal(discounted.error, coupon, price.currency))
}

const toRefusal = (problem: CouponProblem, { coupon }: Coupon, currency: Currency): Refusal =>
  couponRefusal(problem, { currency, amounts: { minimum: coupon.minimumMinor } })

/**
 * Returns the price that the driver agreed to if a rate that still holds yields exactly that price; otherwise refuses
 * and states the current price.
 */
export function settlePrice(stay: AgreedStay): Result<AgreedPrice, Refusal> {
  const { park } = stay
  const current = park.rates[0]
  if (current === undefined || park.capacity === null) return err({ code: 'park_closed' })
  const continuedAt = ({ tariff }: RateVersion) => continuedBy(stay.stays, stay, tariff)
  const atRate = (rate: RateVersion, plan: PlanTerms | undefined): Result<AgreedPrice, Refusal> => {
    const previousStay = pricedBeside(continuedAt(rate), rate.tariff)
    const priced = priceStay({ ...stay, rate, timezone: park.timezone, previousStay, plan })
    if (!priced.ok) return err({ code: priced.error })
    const less = lessCoupon(priced.value, stay)
    // Recorded even if it took nothing off, as within free minutes: an extension may cost something.
    const isPlanned = plan !== undefined && stay.startMs < plan.validUntilMs
    return less.ok ? ok({ ...less.value, plan: isPlanned ? plan : null }) : less
  }
  const now = atRate(current, stay.plans[0])
  if (!now.ok) return now
  const prices = stay.plans
    .flatMap((plan) => park.rates.map((rate) => atRate(rate, plan)))
    .flatMap((priced) => (priced.ok ? [priced.value] : []))
  const agreed = findAgreedPrice(prices, stay.agreed)
  return agreed === undefined
    ? err(priceChanged(now.value, toldBeside(continuedAt(current), current.tariff)))
    : ok(agreed)
}
