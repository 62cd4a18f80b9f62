import type { InferOutput } from 'valibot'
import type { createBookingBody } from '../../src/contract/bookings.ts'
import type { BookedPass } from '../../src/contract/monthly.ts'
import { getCountry } from '../../src/domain/country.ts'
import { couponFromWire } from '../../src/contract/marketplace-mapping.ts'
import { parseCouponCode } from '../../src/domain/coupon.ts'
import { toParkId, type UserId } from '../../src/domain/ids.ts'
import type { Opening } from '../../src/domain/monthly-pass.ts'
import type { VehicleTypeId } from '../../src/domain/tariff.ts'
import { err, ok, type Result } from '../../src/lib/result.ts'
import type { BookablePark } from '../repositories/bookable-parks.ts'
import type { EventRow } from '../repositories/events.ts'
import type { StayBeside } from '../repositories/previous-stays.ts'
import { type AgreedPrice, type AgreedStay, settlePrice } from '../rules/agreed-price.ts'
import { isOpenedBy } from '../rules/event-grant.ts'
import { planChoices } from './plan-choices.ts'
import { couponRefusal, type Refusal } from '../rules/refusal.ts'
import { parsePlate, parseStay, type Stay } from '../rules/stay.ts'
import type { ProviderDeps } from './deps.ts'
import { toCouponWire } from './marketplace-wire.ts'

/** The company that pays for a booking. */
export interface Payer {
  readonly companyId: UserId
  readonly name: string
}

/** Everything decided before asking the database for space and money. */
export interface BookingDraft {
  readonly userId: UserId
  /** Null when the driver pays. */
  readonly payer: Payer | null
  readonly park: BookablePark
  readonly stay: Stay
  readonly plate: string
  readonly vehicleTypeId: VehicleTypeId
  readonly price: AgreedPrice
  /** The event that the booking is for; null for ordinary parking. */
  readonly event: EventRow | null
  /** A monthly pass; null for everything else. */
  readonly monthly: MonthlyDraft | null
  /** The coupon used in the price; null for none. */
  readonly coupon: AgreedStay['coupon']
  readonly plans: AgreedStay['plans']
  /** The other stays taken into account in the price. */
  readonly stays: readonly StayBeside[]
}

/** The part of a booking specific to a monthly pass. */
export interface MonthlyDraft {
  readonly productId: number
  readonly booked: Omit<BookedPass, 'product_id'>
  readonly openings: readonly Opening[]
}

export interface BookRequest {
  readonly userId: UserId
  readonly body: InferOutput<typeof createBookingBody>
  readonly nowMs: number
}

type Deps = Pick<ProviderDeps, 'store'>

export async function findVehicle(
  deps: Deps,
  { userId, body }: BookRequest,
): Promise<Result<{ readonly plate: string; readonly vehicle_type_id: VehicleTypeId }, Refusal>> {
  if (body.vehicle_id === undefined) {
    const plate = parsePlate(body.plate ?? '')
    return plate.ok ? ok({ plate: plate.value, vehicle_type_id: body.vehicle_type_id }) : plate
  }
  const vehicle = await deps.store.findOwnVehicle(userId, body.vehicle_id)
  return vehicle === undefined ? err({ code: 'vehicle_not_found' }) : ok(vehicle)
}

/**
 * Finds the company asked to pay: the driver must be a member, and its currency must be the car park's. Null when none
 * is asked.
 */
export async function findPayer(
  { store }: Deps,
  { userId, body }: BookRequest,
  { currency }: Pick<BookablePark, 'currency'>,
): Promise<Result<Payer | null, Refusal>> {
  const { company_id: companyId, payment_method: method } = body
  if (companyId === undefined) return ok(null)
  // A gateway charges the person at the payment page, so a company can only pay by wallet.
  if (method !== 'wallet') return err({ code: 'validation_failed', fields: [{ field: 'company_id', code: 'invalid' }] })
  const company = await store.findPayingCompany(userId, companyId)
  if (company === undefined) return err({ code: 'company_not_found' })
  return getCountry(company.country_code).currency === currency
    ? ok({ companyId: company.company_id, name: company.name })
    : err({ code: 'currency_mismatch' })
}

/**
 * Finds the requested event and accepts only its own times: spaces reserved for an event are not sold as ordinary
 * parking.
 */
async function findWantedEvent(
  { findEvent }: Pick<ProviderDeps['store'], 'findEvent'>,
  { event_code: code, event_grant: grant }: BookRequest['body'],
  { startMs, endMs }: Stay,
): Promise<Result<EventRow | null, Refusal>> {
  if (code === undefined) return ok(null)
  const event = await findEvent(code)
  if (event === undefined || !isOpenedBy(event, grant)) return err({ code: 'event_not_found' })
  if (event.status === 'cancelled') return err({ code: 'event_cancelled' })
  const isItsTime = startMs >= event.parking_from && startMs < event.parking_until && endMs === event.parking_until
  return isItsTime ? ok(event) : err({ code: 'times_invalid' })
}

/**
 * Finds the requested coupon. It is used up in the transaction that pays, so it requires the wallet; and it is limited
 * per driver, so it requires an account.
 */
async function findWantedCoupon(
  rows: Pick<ProviderDeps['store'], 'findCoupon' | 'findUser'>,
  { body, userId }: BookRequest,
  park: BookablePark,
): Promise<Result<BookingDraft['coupon'], Refusal>> {
  const { promo_code: text = '' } = body
  if (text.trim() === '') return ok(null)
  const code = parseCouponCode(text)
  if (!code.ok) return err(couponRefusal(code.error))
  if (body.payment_method !== 'wallet') return err(couponRefusal('coupon_wallet_only'))
  const [row, user] = await Promise.all([
    rows.findCoupon({ country: park.country_code, code: code.value }),
    rows.findUser(userId),
  ])
  if (user?.guest !== null) return err(couponRefusal('coupon_account_only'))
  if (row === undefined) return err(couponRefusal('coupon_not_found'))
  return ok({ code: row.code, coupon: couponFromWire(toCouponWire(row)), parkId: park.id })
}

/** Checks a request against the rules: times, vehicle, park, price. Changes nothing. */
export async function draftBooking(deps: Deps, request: BookRequest): Promise<Result<BookingDraft, Refusal>> {
  const { body, nowMs, userId } = request
  const stay = parseStay(body.start_time, body.end_time, nowMs)
  if (!stay.ok) return stay
  const parkId = toParkId(body.park_id)
  const [vehicle, park, periods, event] = await Promise.all([
    findVehicle(deps, request),
    deps.store.findBookablePark(parkId, nowMs),
    deps.store.listPlanPeriods({ userId, parkId, nowMs }),
    findWantedEvent(deps.store, body, stay.value),
  ])
  if (park === undefined) return err({ code: 'park_not_found' })
  if (!event.ok) return event
  if (!vehicle.ok) return vehicle
  const payer = await findPayer(deps, request, park)
  if (!payer.ok) return payer
  const coupon = await findWantedCoupon(deps.store, request, park)
  if (!coupon.ok) return coupon
  const { plate, vehicle_type_id: vehicleTypeId } = vehicle.value
  const agreed = { totalMinor: body.quoted_total, tariffVersion: body.tariff_version }
  const stays = await deps.store.listStaysBeside({ ...stay.value, parkId: park.id, userId, plate })
  const plans = planChoices(periods, { parkId, nowMs })
  const terms = { ...stay.value, stays, park, vehicleTypeId, agreed, plans, coupon: coupon.value, nowMs }
  const price = settlePrice(terms)
  const chosen = { userId, payer: payer.value, park, stay: stay.value, plate, vehicleTypeId, stays, plans }
  return price.ok
    ? ok({ ...chosen, price: price.value, event: event.value, monthly: null, coupon: coupon.value })
    : price
}

/**
 * Prices the draft again beside the current stays; refused when the price differs. A monthly pass does not depend on
 * other stays.
 */
export async function redraftBooking(
  rows: Pick<ProviderDeps['store'], 'listStaysBeside'>,
  draft: BookingDraft,
  nowMs: number,
): Promise<Result<BookingDraft, Refusal>> {
  if (draft.monthly !== null) return ok(draft)
  const { userId, park, stay, plate, vehicleTypeId, price, plans, coupon } = draft
  const stays = await rows.listStaysBeside({ ...stay, parkId: park.id, userId, plate })
  const agreed = { totalMinor: price.totalMinor, tariffVersion: price.tariffVersion }
  const settled = settlePrice({ ...stay, stays, park, vehicleTypeId, agreed, plans, coupon, nowMs })
  return settled.ok ? ok({ ...draft, stays, price: settled.value }) : settled
}
