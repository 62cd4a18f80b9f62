import { planToWire, quoteLinesToWire, tariffToWire, taxToWire } from '../../src/contract/tariff-mapping.ts'
import { MONTHLY_REFUND_POLICY, policyOf } from '../../src/domain/cancellation.ts'
import { makeBookingCode } from '../../src/domain/code.ts'
import { toBookingId } from '../../src/domain/ids.ts'
import { toInstant, toRfc3339 } from '../../src/domain/instant.ts'
import type { Opening } from '../../src/domain/monthly-pass.ts'
import { unreachable } from '../../src/lib/assert.ts'
import { uuid7 } from '../../src/lib/uuid7.ts'
import { retryConflicts } from '../db/transaction.ts'
import type { ProviderDeps } from './deps.ts'
import type { Refusal } from '../rules/refusal.ts'
import type { BookOutcome, BookRefused, NewBooking } from '../repositories/booking-writes.ts'
import type { BookingRow } from '../repositories/bookings.ts'
import type { Ended, IdempotentCall } from '../repositories/idempotency.ts'
import { toBookingWire } from './booking-wire.ts'
import { toBookedEvent } from './event-wire.ts'
import { type BookingDraft, redraftBooking } from './draft-booking.ts'
import { isLimited, type SignPass } from './pass-signer.ts'
import { keptStays } from './previous-stay.ts'
import { toBookingRefusal } from './refusals.ts'
import { agreedRate, sharesOf } from '../rules/price-stay.ts'

/** Formats openings as a PostgreSQL multirange. */
const toMultirange = (openings: readonly Opening[]): string =>
  `{${openings.map(({ start, end }) => `[${toRfc3339(start)},${toRfc3339(end)})`).join(',')}}`

type Deps = Pick<ProviderDeps, 'store' | 'signer' | 'config' | 'random'>
type DraftDeps = Pick<ProviderDeps, 'random'> & { readonly sign: SignPass }

export const MAXIMUM_CODES = 5

/** The rate used later for extending, leaving early and leaving late. */
function bookedRate({ park: { rates }, price }: BookingDraft): BookingRow['booked_rate'] {
  const rate = agreedRate(rates, price)
  // Closures are left out: they are checked under the park's lock.
  const { closures: _closures, ...tariff } = rate.tariff
  const wire = { tariff: tariffToWire(tariff), taxes: rate.taxes.map(taxToWire) }
  return price.plan === null ? wire : { ...wire, plan: planToWire(price.plan) }
}

const payerColumns = ({ payer }: BookingDraft): Pick<BookingRow, 'payer_id' | 'payer_name'> => ({
  payer_id: payer?.companyId ?? null,
  payer_name: payer?.name ?? null,
})

const monthlyColumns = (monthly: BookingDraft['monthly']): Pick<BookingRow, 'product_id' | 'monthly' | 'openings'> =>
  monthly === null
    ? { product_id: null, monthly: null, openings: null }
    : { product_id: monthly.productId, monthly: monthly.booked, openings: toMultirange(monthly.openings) }

/** Turns a draft into a booking with its own id, code and signed pass. */
export async function toRow(deps: DraftDeps, draft: BookingDraft, nowMs: number): Promise<BookingRow> {
  const { park, stay, price, event, monthly } = draft
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
  const pass = await deps.sign({ ...facts, ...stay, isLimited: isLimited(monthly?.booked ?? null) })
  const now = toInstant(nowMs)
  const { id: _id, capacity: _capacity, currency: _currency, country_code: _country, rates: _rates, ...brief } = park
  return {
    booking_id: bookingId,
    booking_code: bookingCode,
    user_id: draft.userId,
    ...payerColumns(draft),
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
    booked_rate: bookedRate(draft),
    plan: price.plan === null ? null : planToWire(price.plan),
    refund_rules: monthly === null ? policyOf(agreedRate(park.rates, price).tariff) : MONTHLY_REFUND_POLICY,
    cancelled_at: null,
    cancel_reason: null,
    refund_minor: null,
    retained_minor: 0,
    hold_until: null,
    moved_from: null,
    ...{ overstay_minor: 0, overstay_until: null, overstay_lines: null, own_overstay_minor: 0 },
    ...{ event_id: event?.event_id ?? null, event_choice: null },
    ...monthlyColumns(monthly),
    pass_text: pass.text,
    pass_sequence: pass.sequence,
    pass_kid: pass.kid,
    checked_in_at: null,
    checked_out_at: null,
    previous_stay:
      monthly === null ? keptStays(draft.stays, stay, { rates: park.rates, version: price.tariffVersion }) : null,
    earlier_periods: [],
    former_plates: [],
    version: 1,
    created_at: now,
    updated_at: now,
    receipt_number: null,
    review: null,
    park: brief,
    event: event === null ? null : toBookedEvent(event),
  }
}

const refused = (refusal: Refusal): Ended<Refusal> => ({ kind: 'refused', refusal })

const SETTLED_HERE: ReadonlySet<BookOutcome['outcome']> = new Set([
  ...(['booked', 'replay', 'reused', 'in_progress', 'withdrawn'] as const),
  ...(['code_taken', 'stays_changed', 'wallet_missing'] as const),
])
const isRefused = (done: BookOutcome): done is BookRefused => !SETTLED_HERE.has(done.outcome)

type TimedCall = IdempotentCall & { readonly nowMs: number }

async function toNewBooking(deps: DraftDeps, draft: BookingDraft, call: TimedCall): Promise<NewBooking> {
  const made = await toRow(deps, draft, call.nowMs)
  const {
    park: _park,
    event: _event,
    review: _review,
    receipt_number: _receipt,
    booked_rate: _rate,
    payer_name: _payer,
    own_overstay_minor: _own,
    ...row
  } = made
  const answer = JSON.stringify({ data: toBookingWire(made) })
  const { price, stays, coupon } = draft
  const key = coupon === null ? null : { country: draft.park.country_code, code: coupon.code }
  return { call, answer, row, shares: sharesOf(price), stays, coupon: key }
}

/** Books a draft under the request's key: space, money, booking and stored answer, all or nothing, exactly once. */
export async function bookDraft(deps: Deps, drafted: BookingDraft, call: TimedCall): Promise<Ended<Refusal>> {
  const { nowMs } = call
  const { random, signer } = deps
  const sign = await signer.passSigning()
  let draft = drafted
  // Only taken codes count as tries: `stays_changed` means that another request has booked, so at least one of them
  // always makes progress.
  for (let takenCodes = 0; takenCodes < MAXIMUM_CODES;) {
    const booking = await toNewBooking({ random, sign }, draft, call)
    const done = await retryConflicts(() => deps.store.bookParking(booking))
    if (isRefused(done)) {
      const { park, stay, userId, price } = draft
      return refused(await toBookingRefusal(deps.store, done.outcome, { park, stay, nowMs, userId, ...price }))
    }
    switch (done.outcome) {
      case 'booked':
        return { kind: 'done', answer: { status: 201, body: booking.answer } }
      case 'replay':
        return { kind: 'replay', answer: done }
      case 'reused':
      case 'in_progress':
      case 'withdrawn':
        return { kind: done.outcome }
      case 'code_taken':
        takenCodes += 1
        break
      case 'stays_changed': {
        const again = await redraftBooking(deps.store, draft, nowMs)
        if (!again.ok) return refused(again.error)
        draft = again.value
        break
      }
      case 'wallet_missing':
        await deps.store.openWallet({
          userId: draft.userId,
          currency: draft.price.currency,
          sandbox: deps.config.welcomeCredit,
          nowMs,
        })
        break
      default:
        return unreachable(done)
    }
  }
  throw new Error(`No free booking code in ${String(MAXIMUM_CODES)} tries`)
}
