import type { BookingCheckout } from '../../src/contract/payments.ts'
import { toInstant } from '../../src/domain/instant.ts'
import { HOLD_MS } from '../../src/domain/payment.ts'
import type { Queryable } from '../db/database.ts'
import type { ProviderDeps } from './deps.ts'
import type { Refusal } from '../rules/refusal.ts'
import { toRecord } from '../repositories/booking-writes.ts'
import { mustBooking } from '../repositories/bookings.ts'
import type { Ended, IdempotentCall } from '../repositories/idempotency.ts'
import { type HoldRefusal, holdParking, replaceHolds } from '../repositories/payment-money.ts'
import type { PaymentRow } from '../repositories/payments.ts'
import { rowsOf } from '../repositories/store.ts'
import { must } from '../../src/lib/assert.ts'
import { MAXIMUM_CODES, toRow } from './book.ts'
import { type BookingDraft, redraftBooking } from './draft-booking.ts'
import { toBookingWire } from './booking-wire.ts'
import { type CheckoutDeps, startCheckout } from './checkout.ts'
import type { SignPass } from './pass-signer.ts'
import { type PaidFor, type PaymentDeps, StartRefused } from './payments-start.ts'
import { toBookingRefusal } from './refusals.ts'

/** Rolls back the transaction that would have recorded the payment: there is no space to pay for. */
class SpaceRefused extends Error {
  readonly refused: HoldRefusal
  constructor(refused: HoldRefusal) {
    super(refused)
    this.refused = refused
  }
}

type HoldDeps = CheckoutDeps & Pick<ProviderDeps, 'signer'>

/** Holds the space for 15 minutes, without a pass and unlisted; throws `SpaceRefused` when there is none. */
async function holdSpace(
  deps: PaymentDeps & { readonly sign: SignPass },
  tx: Queryable,
  draft: BookingDraft,
): Promise<PaidFor> {
  const nowMs = deps.clock.now()
  for (let tried = 0; tried < MAXIMUM_CODES; tried += 1) {
    const {
      park: _park,
      event: _event,
      receipt_number: _number,
      payer_name: _payer,
      own_overstay_minor: _own,
      ...drafted
    } = await toRow(deps, draft, nowMs)
    const row = { ...drafted, hold_until: toInstant(nowMs + HOLD_MS) }
    await replaceHolds(tx, { ...row, nowMs })
    const refused = await holdParking(tx, toRecord(row), nowMs)
    if (refused === null) {
      // Runs under the park's lock, which the hold has taken.
      const again = await redraftBooking(rowsOf(tx), draft, nowMs)
      if (!again.ok) throw new StartRefused(again.error)
      return { bookingId: row.booking_id }
    }
    if (refused !== 'code_taken') throw new SpaceRefused(refused)
  }
  throw new Error(`No free booking code in ${String(MAXIMUM_CODES)} tries`)
}

export interface CheckoutRequest {
  readonly call: IdempotentCall
  readonly draft: BookingDraft
  /** Origin under which the driver currently reaches us. */
  readonly origin: string
}

async function toBookingCheckout(tx: Queryable, payment: PaymentRow): Promise<Pick<BookingCheckout, 'booking'>> {
  const booking = await mustBooking(tx, payment.user_id, must(payment.booking_id, 'booking of the payment'))
  return { booking: toBookingWire(booking) }
}

async function toHoldRefusal(
  { store, clock }: HoldDeps,
  { park, stay, userId, price }: BookingDraft,
  refused: HoldRefusal,
): Promise<Refusal> {
  if (refused === 'too_many_holds') return { code: refused }
  return toBookingRefusal(store, refused, { park, stay, nowMs: clock.now(), userId, ...price })
}

/** Holds the space of a draft and starts its payment; the answer contains both. */
export async function checkoutBooking(
  deps: HoldDeps,
  { call, draft, origin }: CheckoutRequest,
): Promise<Ended<Refusal>> {
  const { currency, totalMinor } = draft.price
  const sign = await deps.signer.passSigning()
  const checkout = { call, origin, purpose: 'booking', userId: draft.userId, currency, totalMinor } as const
  const prepare = (tx: Queryable) => holdSpace({ ...deps, sign }, tx, draft)
  try {
    return await startCheckout(deps, { ...checkout, prepare }, toBookingCheckout)
  } catch (error) {
    if (!(error instanceof SpaceRefused)) throw error
    return { kind: 'refused', refusal: await toHoldRefusal(deps, draft, error.refused) }
  }
}
