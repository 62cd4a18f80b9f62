import type { GatewayName, PaymentKind, PaymentReason } from '../../src/contract/payments.ts'
import type { BookingId, UserId } from '../../src/domain/ids.ts'
import { DAY_MS, type Instant } from '../../src/domain/instant.ts'
import type { Currency } from '../../src/domain/money.ts'
import type { PaymentState } from '../../src/domain/payment.ts'
import { must } from '../../src/lib/assert.ts'
import type { Queryable } from '../db/database.ts'
import type { StartedCharge } from '../rules/charge.ts'

/** A row of `payments`, with the code of its booking or order. Times are epoch milliseconds. */
export interface PaymentRow {
  readonly reference: string
  readonly user_id: UserId
  readonly purpose: 'top_up' | 'booking' | 'order'
  readonly booking_id: BookingId | null
  readonly booking_code: string | null
  readonly order_id: string | null
  readonly order_code: string | null
  readonly gateway: GatewayName | null
  readonly kind: PaymentKind | null
  readonly gateway_reference: string | null
  readonly amount_minor: number
  readonly currency: Currency
  readonly state: PaymentState
  readonly reason: PaymentReason | null
  readonly outcome: 'credited' | 'booked' | null
  readonly start: StartedCharge | null
  /** Paid back by withdrawals. */
  readonly refunded_minor: number
  /** Paid back by the gateway: refunds made there, reversals, disputes. */
  readonly clawed_minor: number
  /** When to query the gateway for money paid back. */
  readonly back_check_at: Instant | null
  readonly idempotency_key: string
  readonly fingerprint: string
  readonly lease_until: Instant | null
  readonly next_check_at: Instant | null
  readonly checks: number
  readonly created_at: Instant
  readonly expires_at: Instant
  readonly settled_at: Instant | null
  /** The saved method that was charged without the driver. */
  readonly method_id: string | null
  /** Whether to save the payment method, and the result. */
  readonly keep: 'wanted' | 'kept' | 'none' | null
}

const SELECT = `select p.*, b.booking_code, o.order_code
  from payments p left join bookings b using (booking_id) left join orders o using (order_id)`

export type NewPayment = Pick<
  PaymentRow,
  'reference' | 'user_id' | 'purpose' | 'amount_minor' | 'currency' | 'idempotency_key' | 'fingerprint'
> & {
  /** What is being paid for; neither is set for a top-up. */
  readonly bookingId?: BookingId
  readonly orderId?: string
  readonly nowMs: number
  readonly expiresMs: number
  readonly leaseMs: number
  readonly keep?: boolean
  /** For a charge without the driver: the saved method. It is checked again when the lease ends. */
  readonly saved?: { readonly method_id: string; readonly gateway: GatewayName; readonly kind: PaymentKind }
}

/** Inserts a payment not yet sent to any gateway, leased to the caller. */
export async function insertPayment(tx: Queryable, payment: NewPayment): Promise<PaymentRow> {
  const { saved } = payment
  const [leaseUntil, expires] = [new Date(payment.nowMs + payment.leaseMs), new Date(payment.expiresMs)]
  await tx.query(
    `insert into payments (reference, user_id, purpose, booking_id, amount_minor, currency, state, idempotency_key,
       fingerprint, lease_until, created_at, expires_at, updated_at, next_check_at, keep, method_id, gateway, kind, order_id)
     values ($1, $2, $3, $4, $5, $6, 'created', $7, $8, $9, $10, $11, $10, $12, $13, $14, $15, $16, $17)`,
    [
      ...[payment.reference, payment.user_id, payment.purpose, payment.bookingId ?? null],
      ...[payment.amount_minor, payment.currency, payment.idempotency_key, payment.fingerprint],
      ...[leaseUntil, new Date(payment.nowMs), expires, saved === undefined ? expires : leaseUntil],
      ...[
        payment.keep === true ? 'wanted' : null,
        saved?.method_id ?? null,
        saved?.gateway ?? null,
        saved?.kind ?? null,
        payment.orderId ?? null,
      ],
    ],
  )
  return must(await findPayment(tx, payment.reference), 'inserted payment')
}

export async function findPayment(db: Queryable, reference: string): Promise<PaymentRow | undefined> {
  const [row] = await db.query<PaymentRow>(`${SELECT} where p.reference = $1`, [reference])
  return row
}

/** Returns undefined unless the user owns the payment or is an administrator of the company that does. */
export async function findOwnPayment(
  db: Queryable,
  userId: UserId,
  reference: string,
): Promise<PaymentRow | undefined> {
  const [row] = await db.query<PaymentRow>(
    `${SELECT} where p.reference = $1 and (p.user_id = $2 or exists (
       select 1 from company_members m
        where m.company_id = p.user_id and m.user_id = $2 and m.role = 'admin' and m.removed_at is null))`,
    [reference, userId],
  )
  return row
}

/** Finds the payment begun by a request with this key, unless it failed, or expired before the driver could pay. */
export async function findPaymentByKey(tx: Queryable, userId: UserId, key: string): Promise<PaymentRow | undefined> {
  const [row] = await tx.query<PaymentRow>(
    `${SELECT} where p.user_id = $1 and p.idempotency_key = $2 and p.state <> 'failed'
       and (p.state <> 'expired' or p.start is not null)`,
    [userId, key],
  )
  return row
}

export async function lockPayment(tx: Queryable, reference: string): Promise<PaymentRow> {
  // `no key`, so that a concurrent withdrawal, which holds the wallet and references this row, does not wait.
  await tx.query('select 1 from payments where reference = $1 for no key update', [reference])
  // Read after locking: the row may have changed during the wait.
  return must(await findPayment(tx, reference), `payment ${reference}`)
}

/** Returns false while another caller starts or verifies the same payment. */
export async function leasePayment(
  db: Queryable,
  reference: string,
  lease: { readonly nowMs: number; readonly untilMs: number },
): Promise<boolean> {
  const rows = await db.query(
    `update payments set lease_until = $3 where reference = $1 and (lease_until is null or lease_until <= $2) returning 1 as taken`,
    [reference, new Date(lease.nowMs), new Date(lease.untilMs)],
  )
  return rows.length === 1
}

export type PaymentChange = Partial<
  Pick<
    PaymentRow,
    | 'state'
    | 'reason'
    | 'outcome'
    | 'gateway'
    | 'kind'
    | 'gateway_reference'
    | 'start'
    | 'refunded_minor'
    | 'checks'
    | 'keep'
  >
> & {
  readonly lease_until?: number | null
  readonly next_check_at?: number | null
  readonly back_check_at?: number | null
  readonly settled_at?: number
}

const TIMES = new Set(['lease_until', 'next_check_at', 'back_check_at', 'settled_at'])

const toSql = (name: string, value: string | number | object | null) => {
  if (value === null) return null
  if (TIMES.has(name)) return new Date(value as number)
  return typeof value === 'object' ? JSON.stringify(value) : value
}

/** Writes the given columns. Their names come from `PaymentChange`, never from a request. */
export async function changePayment(
  db: Queryable,
  reference: string,
  { nowMs, ...change }: PaymentChange & { readonly nowMs: number },
): Promise<void> {
  const entries = Object.entries(change)
  const sets = entries.map(([name], index) => `${name} = $${String(index + 3)}`)
  await db.query(`update payments set ${[...sets, 'updated_at = $2'].join(', ')} where reference = $1`, [
    reference,
    new Date(nowMs),
    ...entries.map(([name, value]) => toSql(name, value)),
  ])
}

/** Lists references of payments due for a check, longest due first. */
export async function listDuePayments(db: Queryable, nowMs: number, limit: number): Promise<readonly string[]> {
  const rows = await db.query<{ reference: string }>(
    'select reference from payments where next_check_at <= $1 order by next_check_at limit $2',
    [new Date(nowMs), limit],
  )
  return rows.map(({ reference }) => reference)
}

export interface PaymentPage {
  readonly userId: UserId
  readonly currency: Currency | undefined
  readonly page: number
  readonly size: number
}

/** Lists payments, newest first. */
export async function listPayments(
  db: Queryable,
  { userId, currency, page, size }: PaymentPage,
): Promise<{ readonly rows: readonly PaymentRow[]; readonly total: number }> {
  const where = `p.user_id = $1 and ($2::text is null or p.currency = $2)`
  const [rows, [count]] = await Promise.all([
    db.query<PaymentRow>(`${SELECT} where ${where} order by p.created_at desc, p.reference limit $3 offset $4`, [
      userId,
      currency ?? null,
      size,
      (page - 1) * size,
    ]),
    db.query<{ total: number }>(`select count(*) as total from payments p where ${where}`, [userId, currency ?? null]),
  ])
  return { rows, total: must(count, 'count').total }
}

/**
 * Stores an event and makes the check of its payment due immediately. Returns false, without any effect, when the event
 * is known.
 */
export async function keepWebhook(
  tx: Queryable,
  event: {
    readonly gateway: string
    readonly eventId: string
    readonly type: string
    readonly reference: string | null
    readonly nowMs: number
  },
): Promise<boolean> {
  const now = new Date(event.nowMs)
  const rows = await tx.query(
    `insert into webhook_events (gateway, event_id, type, reference, received_at) values ($1, $2, $3, $4, $5)
     on conflict do nothing returning 1 as kept`,
    [event.gateway, event.eventId, event.type, event.reference, now],
  )
  if (rows.length === 0) return false
  if (event.reference !== null)
    await tx.query(
      `update payments set next_check_at = $3 where reference = $1 and gateway = $2
          and state in ('sent', 'pending', 'failed', 'expired')`,
      [event.reference, event.gateway, now],
    )
  return true
}

const KEEP_WEBHOOKS_MS = 90 * DAY_MS

/** Deletes events older than 90 days: a repeated one would only cause one more query to the gateway. */
export async function forgetOldWebhooks(db: Queryable, nowMs: number): Promise<void> {
  await db.query('delete from webhook_events where received_at < $1', [new Date(nowMs - KEEP_WEBHOOKS_MS)])
}
