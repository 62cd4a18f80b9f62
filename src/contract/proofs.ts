import * as v from 'valibot'
import { CHECK_IN_FLAGS, VERDICT_KINDS } from '../domain/check-in.ts'
import { bookingSchema } from './bookings.ts'
import { amount, currency, instantText } from './common.ts'

/** What was recorded at the gate. `at` is the attendant's phone's time, `received_at` the provider's. */
const proofCheckIn = v.object({
  direction: v.picklist(['in', 'out']),
  at: instantText,
  received_at: instantText,
  sequence: v.nullable(v.number()),
  verdict: v.nullable(v.picklist(VERDICT_KINDS)),
  override_reason: v.nullable(v.string()),
  flags: v.array(v.picklist(CHECK_IN_FLAGS)),
})

/** One movement of money for the booking; `amount` as the driver's wallet felt it, negative is paid. */
const proofLedgerLine = v.object({
  /** As in the wallet's transactions: `booking`, `extension`, `refund`. */
  kind: v.string(),
  at: instantText,
  amount,
  currency,
  receipt_number: v.nullable(v.string()),
})

/** A payment at a gateway for this booking, whatever became of it: proof of the attempt. */
const proofPayment = v.object({
  reference: v.string(),
  state: v.string(),
  amount,
  currency,
  created_at: instantText,
  settled_at: v.nullable(instantText),
})

/** Signed as a day list is: over the bytes of `data` as sent. */
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
