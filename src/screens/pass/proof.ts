import type { BookingProof } from '../../contract/proofs.ts'
import type { Booking } from '../../contract/bookings.ts'
import type { Transaction } from '../../contract/wallet.ts'

/** Proof of a booking; fields known only to the provider are null until it has answered. */
export interface Proof {
  readonly booking: Booking
  readonly ledger: BookingProof['data']['ledger']
  readonly check_ins: BookingProof['data']['check_ins'] | null
  readonly payments: BookingProof['data']['payments'] | null
}

/** Returns a proof with the booking's own transactions, oldest first. */
export const proofOfMirror = (booking: Booking, transactions: readonly Transaction[]): Proof => ({
  booking,
  ledger: transactions
    .filter(({ booking_code: code }) => code === booking.booking_code)
    .map(({ kind, created_at: at, amount, currency, receipt_number }) => ({
      kind,
      at,
      amount,
      currency,
      receipt_number,
    }))
    .toReversed(),
  check_ins: null,
  payments: null,
})
