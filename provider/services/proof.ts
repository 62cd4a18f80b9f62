import type { BookingProof } from '../../src/contract/proofs.ts'
import { contradictionsOf } from '../../src/domain/check-in.ts'
import { toInstant, toRfc3339 } from '../../src/domain/instant.ts'
import type { Queryable } from '../db/database.ts'
import type { BookingRow } from '../repositories/bookings.ts'
import { listProofCheckIns, listProofLedger, listProofPayments, type ProofCheckIn } from '../repositories/proofs.ts'
import { toBookingWire } from './booking-wire.ts'

type ProofData = BookingProof['data']

/** Events at another park are shown as they were flagged; they are not part of this park's log. */
function toCheckIns(rows: readonly ProofCheckIn[]): ProofData['check_ins'] {
  const here = rows.filter(({ flags }) => !flags.includes('wrong_park'))
  const contradictions = contradictionsOf(here)
  return rows.map((row) => {
    const found = contradictions[here.indexOf(row)] ?? null
    const others = row.flags.filter((flag) => flag !== 'already_inside' && flag !== 'not_inside')
    return {
      ...row,
      at: toRfc3339(row.at),
      received_at: toRfc3339(row.received_at),
      flags: found === null ? others : [found, ...others],
    }
  })
}

/**
 * Collects everything a driver may have to prove about a booking: the pass, the gate's records, payments and payment
 * attempts.
 */
export async function makeProof(db: Queryable, booking: BookingRow, nowMs: number): Promise<ProofData> {
  const { booking_id: bookingId } = booking
  const [checkIns, ledger, payments] = await Promise.all([
    listProofCheckIns(db, bookingId),
    listProofLedger(db, bookingId),
    listProofPayments(db, bookingId),
  ])
  return {
    issued_at: toRfc3339(toInstant(nowMs)),
    booking: toBookingWire(booking),
    check_ins: toCheckIns(checkIns),
    ledger: ledger.map((line) => ({ ...line, at: toRfc3339(line.at) })),
    payments: payments.map((payment) => ({
      ...payment,
      created_at: toRfc3339(payment.created_at),
      settled_at: payment.settled_at === null ? null : toRfc3339(payment.settled_at),
    })),
  }
}
