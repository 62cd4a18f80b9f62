import type { CheckInFlag, Direction, VerdictKind } from '../../src/domain/check-in.ts'
import type { BookingId } from '../../src/domain/ids.ts'
import type { Instant } from '../../src/domain/instant.ts'
import type { Currency } from '../../src/domain/money.ts'
import type { Queryable } from '../db/database.ts'
import { RECEIPT_SQL } from './bookings.ts'

export interface ProofCheckIn {
  readonly direction: Direction
  readonly at: Instant
  readonly received_at: Instant
  readonly sequence: number | null
  readonly verdict: VerdictKind | null
  readonly override_reason: string | null
  readonly flags: readonly CheckInFlag[]
}

/** Lists check-ins in chronological order. */
export const listProofCheckIns = (db: Queryable, bookingId: BookingId): Promise<readonly ProofCheckIn[]> =>
  db.query<ProofCheckIn>(
    `select direction, at, received_at, sequence, verdict, override_reason, flags from check_ins
      where booking_id = $1 order by believed_at, check_in_id`,
    [bookingId],
  )

export interface ProofLedgerLine {
  readonly kind: string
  readonly at: Instant
  readonly amount: number
  readonly currency: Currency
  readonly receipt_number: string | null
}

/** Lists what the booking charged to and refunded into a wallet. */
export const listProofLedger = (db: Queryable, bookingId: BookingId): Promise<readonly ProofLedgerLine[]> =>
  db.query<ProofLedgerLine>(
    `select p.kind, p.created_at as at, e.amount_minor as amount, p.currency,
            (select ${RECEIPT_SQL} from receipts r where r.posting_id = p.posting_id) as receipt_number
       from postings p join entries e using (posting_id)
      where p.booking_id = $1 and e.account = 'wallet' order by p.posting_id`,
    [bookingId],
  )

export interface ProofPayment {
  readonly reference: string
  readonly state: string
  readonly amount: number
  readonly currency: Currency
  readonly created_at: Instant
  readonly settled_at: Instant | null
}

export const listProofPayments = (db: Queryable, bookingId: BookingId): Promise<readonly ProofPayment[]> =>
  db.query<ProofPayment>(
    `select reference, state, amount_minor as amount, currency, created_at, settled_at from payments
      where booking_id = $1 order by created_at, reference`,
    [bookingId],
  )
