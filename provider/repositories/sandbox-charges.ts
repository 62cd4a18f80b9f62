import type { PaymentKind } from '../../src/contract/payments.ts'
import type { Instant } from '../../src/domain/instant.ts'
import type { Queryable } from '../db/database.ts'

/** A row of the sandbox gateway's own books. */
export interface SandboxCharge {
  readonly reference: string
  readonly kind: PaymentKind
  readonly amount_minor: number
  readonly currency: string
  readonly return_url: string
  readonly status: 'open' | 'abandoned' | 'paid' | 'failed'
  readonly paid_at: Instant | null
  readonly refunded_minor: number
  /** Whether to save the card it is paid with. */
  readonly keeps: boolean
  /** Last digits of that card. */
  readonly card: string | null
  /** Refunds stay pending until their outcome is chosen. */
  readonly slow_refunds: boolean
}

/** Idempotent: starting a charge twice makes one. */
export async function insertCharge(
  db: Queryable,
  charge: {
    readonly reference: string
    readonly kind: PaymentKind
    readonly amountMinor: number
    readonly currency: string
    readonly returnUrl: string
    readonly nowMs: number
    readonly keeps?: boolean
    /** Settled immediately, without a page. */
    readonly settled?: 'paid' | 'failed'
  },
): Promise<void> {
  const { settled, keeps = false } = charge
  await db.query(
    `insert into sandbox_charges (reference, kind, amount_minor, currency, return_url, keeps, status, paid_at, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, case when $7 = 'paid' then $8::timestamptz end, $8) on conflict do nothing`,
    [
      ...[charge.reference, charge.kind, charge.amountMinor, charge.currency, charge.returnUrl],
      ...[keeps, settled ?? 'open', new Date(charge.nowMs)],
    ],
  )
}

export async function findCharge(db: Queryable, reference: string): Promise<SandboxCharge | undefined> {
  const [row] = await db.query<SandboxCharge>('select * from sandbox_charges where reference = $1', [reference])
  return row
}

/** A paid charge stays paid; any other may still be paid. */
export async function settleCharge(
  db: Queryable,
  reference: string,
  to: {
    readonly status: 'abandoned' | 'paid' | 'failed'
    readonly paidMs: number | null
    readonly card?: string | undefined
  },
): Promise<void> {
  await db.query(
    `update sandbox_charges set status = $2, paid_at = $3, card = $4 where reference = $1 and status <> 'paid'`,
    [reference, to.status, to.paidMs === null ? null : new Date(to.paidMs), to.card ?? null],
  )
}
