import type { InferOutput } from 'valibot'
import type { createBookingBody } from '../../src/contract/bookings.ts'
import { quoteLinesToWire, tariffToWire, taxToWire } from '../../src/contract/tariff-case.ts'
import { DEFAULT_REFUND_POLICY } from '../../src/domain/cancellation.ts'
import { makeBookingCode } from '../../src/domain/code.ts'
import { toBookingId, toParkId, type UserId } from '../../src/domain/ids.ts'
import { toInstant } from '../../src/domain/instant.ts'
import type { Quote, VehicleTypeId } from '../../src/domain/tariff.ts'
import { unreachable } from '../../src/lib/assert.ts'
import { err, ok, type Result } from '../../src/lib/result.ts'
import { uuid7 } from '../../src/lib/uuid7.ts'
import { retryConflicts } from '../db/transaction.ts'
import type { ProviderDeps } from '../deps.ts'
import type { Refusal } from '../http/refusal.ts'
import type { BookablePark } from '../repositories/bookable-parks.ts'
import type { BookingRow } from '../repositories/bookings.ts'
import type { IdempotentCall, StoredAnswer } from '../repositories/idempotency.ts'
import { toBookingWire } from './booking-wire.ts'
import { findBodyRefusal, parsePlate, parseStay, settlePrice, type Stay } from './draft-booking.ts'
import { parkFull, walletTooLow } from './refusals.ts'
import { sharesOf } from './price-stay.ts'

/** Everything that is decided before the database is asked for space and money. */
export interface BookingDraft {
  readonly userId: UserId
  readonly park: BookablePark
  readonly stay: Stay
  readonly plate: string
  readonly vehicleTypeId: VehicleTypeId
  readonly price: Quote
}

export interface BookRequest {
  readonly userId: UserId
  readonly body: InferOutput<typeof createBookingBody>
  readonly nowMs: number
}

type Deps = Pick<ProviderDeps, 'store' | 'signer' | 'config' | 'random'>

async function findVehicle(
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

/** Checks a request against the rules: times, vehicle, park, price. Changes nothing. */
export async function draftBooking(deps: Deps, request: BookRequest): Promise<Result<BookingDraft, Refusal>> {
  const { body, nowMs, userId } = request
  const refusal = findBodyRefusal(body)
  if (refusal !== undefined) return err(refusal)
  const stay = parseStay(body.start_time, body.end_time, nowMs)
  if (!stay.ok) return stay
  const [vehicle, park] = await Promise.all([
    findVehicle(deps, request),
    deps.store.findBookablePark(toParkId(body.park_id), nowMs),
  ])
  if (park === undefined) return err({ code: 'park_not_found' })
  if (!vehicle.ok) return vehicle
  const { plate, vehicle_type_id: vehicleTypeId } = vehicle.value
  const agreed = { totalMinor: body.quoted_total, tariffVersion: body.tariff_version }
  const price = settlePrice({ ...stay.value, park, vehicleTypeId, agreed, nowMs })
  return price.ok ? ok({ userId, park, stay: stay.value, plate, vehicleTypeId, price: price.value }) : price
}

export const MAXIMUM_CODES = 5

/** What a price was made of that still holds although the park has another by now. */
function supersededRate({ rates }: BookablePark, version: string): BookingRow['booked_rate'] {
  const [, ...earlier] = rates
  const rate = earlier.find(({ tariff }) => tariff.version === version)
  return rate === undefined ? null : { tariff: tariffToWire(rate.tariff), taxes: rate.taxes.map(taxToWire) }
}

/** The booking that a draft becomes, with an id and a code of its own and its pass signed. */
export async function toRow(deps: Deps, draft: BookingDraft, nowMs: number): Promise<BookingRow> {
  const { park, stay, price } = draft
  const bookingId = toBookingId(uuid7(nowMs, deps.random))
  const bookingCode = makeBookingCode(Uint8Array.from({ length: 7 }, () => Math.floor(deps.random() * 256)))
  const facts = {
    parkId: park.id,
    bookingId,
    bookingCode,
    sequence: 1,
    plate: draft.plate,
    vehicleTypeId: draft.vehicleTypeId,
  }
  const pass = await deps.signer.sign({ ...facts, ...stay })
  const now = toInstant(nowMs)
  const { id: _id, capacity: _capacity, currency: _currency, country_code: _country, rates: _rates, ...brief } = park
  return {
    booking_id: bookingId,
    booking_code: bookingCode,
    user_id: draft.userId,
    park_id: park.id,
    vehicle_type_id: draft.vehicleTypeId,
    plate: draft.plate,
    start_time: stay.startMs,
    end_time: stay.endMs,
    status: 'active',
    currency: price.currency,
    total_minor: price.totalMinor,
    lines: quoteLinesToWire(price.lines),
    tariff_version: price.tariffVersion,
    booked_rate: supersededRate(park, price.tariffVersion),
    refund_rules: DEFAULT_REFUND_POLICY,
    cancelled_at: null,
    cancel_reason: null,
    refund_minor: null,
    retained_minor: 0,
    hold_until: null,
    pass_text: pass.text,
    pass_sequence: pass.sequence,
    pass_kid: pass.kid,
    checked_in_at: null,
    checked_out_at: null,
    version: 1,
    created_at: now,
    updated_at: now,
    receipt_number: null,
    park: brief,
  }
}

export type Booked =
  | { readonly kind: 'booked'; readonly answer: StoredAnswer }
  | { readonly kind: 'replay'; readonly answer: StoredAnswer }
  | { readonly kind: 'refused'; readonly refusal: Refusal }

const refused = (refusal: Refusal): Booked => ({ kind: 'refused', refusal })

/** Books a draft under the request's key: space, money, booking and stored answer, all or nothing, once. */
export async function bookDraft(
  deps: Deps,
  draft: BookingDraft,
  call: IdempotentCall & { readonly nowMs: number },
): Promise<Booked> {
  const { nowMs } = call
  for (let tried = 0; tried < MAXIMUM_CODES; tried += 1) {
    const { park, receipt_number, booked_rate, ...row } = await toRow(deps, draft, nowMs)
    const body = JSON.stringify({ data: toBookingWire({ ...row, park, receipt_number, booked_rate }) })
    const done = await retryConflicts(() =>
      deps.store.bookParking({ call, answer: body, row, shares: sharesOf(draft.price) }),
    )
    switch (done.outcome) {
      case 'booked':
        return { kind: 'booked', answer: { status: 201, body } }
      case 'replay':
        return { kind: 'replay', answer: done }
      case 'reused':
        return refused({ code: 'idempotency_key_reused' })
      case 'in_progress':
        return refused({ code: 'idempotency_in_progress' })
      case 'code_taken':
        break
      case 'wallet_missing':
        await deps.store.openWallet({
          userId: draft.userId,
          currency: draft.price.currency,
          sandbox: deps.config.sandbox,
          nowMs,
        })
        break
      case 'wallet_too_low':
        return refused(
          await walletTooLow(deps.store, {
            userId: draft.userId,
            currency: draft.price.currency,
            totalMinor: draft.price.totalMinor,
          }),
        )
      case 'park_full':
        return refused(await parkFull(deps.store, { park: draft.park, stay: draft.stay, nowMs }))
      case 'park_closed':
      case 'park_not_found':
        return refused({ code: done.outcome })
      default:
        return unreachable(done)
    }
  }
  throw new Error(`No free booking code in ${String(MAXIMUM_CODES)} tries`)
}
