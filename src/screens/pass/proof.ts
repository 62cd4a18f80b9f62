import type { BookingProof } from '../../contract/proofs.ts'
import type { Booking } from '../../contract/bookings.ts'
import type { Transaction } from '../../contract/wallet.ts'

/** A proof without what only the provider knows: null, where it was not asked. */
export interface Proof {
  readonly booking: Booking
  readonly ledger: BookingProof['data']['ledger']
  readonly check_ins: BookingProof['data']['check_ins'] | null
  readonly payments: BookingProof['data']['payments'] | null
}

/** The booking's own movements of money, oldest first. */
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
