/**
 * Drafts a monthly pass before asking the database for space and money: the same draft as for any booking, at the price
 * of its product.
 */
import { goodsOf } from '../../src/contract/marketplace-mapping.ts'
import { hoursFromWire } from '../../src/contract/tariff-mapping.ts'
import { toParkId, type UserId } from '../../src/domain/ids.ts'
import { parseInstant, toInstant } from '../../src/domain/instant.ts'
import { priceMonthlyPass } from '../../src/domain/monthly-price.ts'
import { isPassKind, lastDayOf, openingsOf, passSpan, toLocalDay } from '../../src/domain/monthly-pass.ts'
import { NO_PREVIOUS_STAY } from '../../src/domain/previous-stay.ts'
import { localDayNumber } from '../../src/domain/zone.ts'
import { err, ok, type Result } from '../../src/lib/result.ts'
import type { BookablePark } from '../repositories/bookable-parks.ts'
import type { ProductRow } from '../repositories/products.ts'
import { priceChanged } from '../rules/agreed-price.ts'
import { couponRefusal, type Refusal } from '../rules/refusal.ts'
import { type BookingDraft, type BookRequest, findPayer, findVehicle, type MonthlyDraft } from './draft-booking.ts'
import type { ProviderDeps } from './deps.ts'
import { toProductWire } from './marketplace-wire.ts'

/** The furthest ahead that a first day can be. */
const FURTHEST_DAYS = 366

const invalidDay: Refusal = { code: 'times_invalid', fields: [{ field: 'start_time', code: 'invalid' }] }

interface Sold {
  readonly product: ProductRow
  readonly park: BookablePark
}

type Deps = Pick<ProviderDeps, 'store'>

async function findSold({ store }: Deps, { body, nowMs }: BookRequest): Promise<Result<Sold, Refusal>> {
  const [product, park] = await Promise.all([
    store.findProduct(body.product_id ?? 0),
    store.findBookablePark(toParkId(body.park_id), nowMs),
  ])
  if (park === undefined) return err({ code: 'park_not_found' })
  if (product === undefined || product.pass === null || product.park_id !== park.id)
    return err({ code: 'product_not_found' })
  return park.rates.length === 0 || park.capacity === null ? err({ code: 'park_closed' }) : ok({ product, park })
}

/**
 * Returns the month that starts on the first day; refused when the start is not the start of that day's pass hours, or
 * the end differs.
 */
function parseMonth(
  { product, park }: Sold,
  { body, nowMs }: BookRequest,
): Result<{ readonly stay: BookingDraft['stay']; readonly monthly: MonthlyDraft }, Refusal> {
  const asked = parseInstant(body.start_time)
  const { pass, kind, names, product_id: productId } = product
  if (!asked.ok || pass === null || !isPassKind(kind)) return err(invalidDay)
  const firstDay = localDayNumber(asked.value, park.timezone)
  const ahead = firstDay - localDayNumber(toInstant(nowMs), park.timezone)
  if (ahead < 0) return err({ code: 'start_in_past' })
  if (ahead > FURTHEST_DAYS) return err(invalidDay)
  const hours = hoursFromWire(pass.hours)
  const { start: startMs, end: endMs } = passSpan(hours, firstDay, park.timezone)
  if (asked.value !== startMs || Date.parse(body.end_time) !== endMs) return err(invalidDay)
  const days = { first_day: toLocalDay(firstDay), last_day: toLocalDay(lastDayOf(firstDay)) }
  const booked = { kind, names, hours: pass.hours, ...days }
  return ok({
    stay: { startMs, endMs },
    monthly: { productId, booked, openings: openingsOf(hours, firstDay, park.timezone) },
  })
}

/** A full account is required: a guest ends with its stay. */
const hasAccount = async ({ store }: Deps, userId: UserId): Promise<boolean> =>
  (await store.findUser(userId))?.guest === null

export async function draftMonthly(deps: Deps, request: BookRequest): Promise<Result<BookingDraft, Refusal>> {
  const { body, nowMs, userId } = request
  const sold = await findSold(deps, request)
  if (!sold.ok) return sold
  if (!(await hasAccount(deps, userId))) return err({ code: 'guest_not_allowed' })
  // The pass price is already reduced: docs/decisions/2026-11-25-no-coupons-on-monthly-passes.md.
  if (body.promo_code !== undefined) return err(couponRefusal('coupon_not_applicable'))
  const { product, park } = sold.value
  const month = parseMonth(sold.value, request)
  if (!month.ok) return month
  const payer = await findPayer(deps, request, park)
  if (!payer.ok) return payer
  const vehicle = await findVehicle(deps, request)
  if (!vehicle.ok) return vehicle
  const { plate, vehicle_type_id: vehicleTypeId } = vehicle.value
  if (product.pass?.vehicle_types?.includes(vehicleTypeId) === false) {
    return err({ code: 'validation_failed', fields: [{ field: 'vehicle_type_id', code: 'invalid' }] })
  }
  const goods = goodsOf(toProductWire(product), 1)
  const [current] = park.rates
  const price = {
    ...priceMonthlyPass(goods, { nowMs, currency: product.currency }),
    tariffVersion: current?.tariff.version ?? '',
    plan: null,
  }
  if (price.totalMinor !== body.quoted_total) return err(priceChanged(price, NO_PREVIOUS_STAY))
  const chosen = { userId, payer: payer.value, park, plate, vehicleTypeId, price }
  return ok({ ...chosen, ...month.value, event: null, coupon: null, plans: [undefined], stays: [] })
}
