import * as v from 'valibot'
import { CHECK_IN_FLAGS, VERDICT_KINDS } from '../domain/check-in.ts'
import { bookingSchema } from './bookings.ts'
import { amount, currency, instantText } from './common.ts'

/** A record from the gate. `at` is the attendant's phone's clock, `received_at` the provider's. */
const proofCheckIn = v.object({
  direction: v.picklist(['in', 'out']),
  at: instantText,
  received_at: instantText,
  sequence: v.nullable(v.number()),
  verdict: v.nullable(v.picklist(VERDICT_KINDS)),
  override_reason: v.nullable(v.string()),
  flags: v.array(v.picklist(CHECK_IN_FLAGS)),
})

/** One money movement of the booking; `amount` is signed from the wallet's view, negative for a payment. */
const proofLedgerLine = v.object({
  /** As in the wallet's transactions: `booking`, `extension`, `refund`. */
  kind: v.string(),
  at: instantText,
  amount,
  currency,
  receipt_number: v.nullable(v.string()),
})

/** A gateway payment for this booking in any state, as proof of the attempt. */
const proofPayment = v.object({
  reference: v.string(),
  state: v.string(),
  amount,
  currency,
  created_at: instantText,
  settled_at: v.nullable(instantText),
})

/** Signed like a day list: over the bytes of `data` as sent. */
export const bookingProofSchema = v.object({
  data: v.object({
    issued_at: instantText,
    booking: bookingSchema,
    check_ins: v.array(proofCheckIn),
    ledger: v.array(proofLedgerLine),
    payments: v.array(proofPayment),
  }),
  kid: v.number(),
  signature: v.string(),
})
export type BookingProof = v.InferOutput<typeof bookingProofSchema>
