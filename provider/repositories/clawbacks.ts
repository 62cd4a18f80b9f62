import type { GatewayName } from '../../src/contract/payments.ts'
import type { Currency } from '../../src/domain/money.ts'
import { invariant } from '../../src/lib/assert.ts'
import type { Queryable } from '../db/database.ts'
import type { BackFacts, BackStep, Clawback, OwnRefund } from '../rules/money-back.ts'
import { noteBack } from './withdrawals.ts'
import type { PaymentRow } from './payments.ts'

/** Reads the refunds we ordered for a payment, and the clawbacks already booked. */
export async function readBackFacts(db: Queryable, reference: string): Promise<BackFacts> {
  const refunds = await db.query<OwnRefund>(
    'select withdrawal_id, reference, amount_minor, state from payment_refunds where reference = $1 order by withdrawal_id',
    [reference],
  )
  const clawbacks = await db.query<Clawback>(
    'select back_id, kind, state, booked_minor, postings from clawbacks where reference = $1 order by back_id',
    [reference],
  )
  return { refunds, clawbacks }
}

/**
 * Debits the wallet, or credits it again. Only this can make a wallet negative. The caller holds the payment's lock.
 */
export async function bookClawback(
  tx: Queryable,
  payment: PaymentRow,
  { step, nowMs }: { readonly step: Extract<BackStep, { kind: 'clawback' }>; readonly nowMs: number },
): Promise<void> {
  const { item, known, byMinor } = step
  const { reference } = payment
  const postings = (known?.postings ?? 0) + (byMinor === 0 ? 0 : 1)
  const now = new Date(nowMs)
  if (byMinor !== 0) {
    const posted = await tx.query(
      `select post_to_wallet(w.wallet_id, -$3::bigint, array[$4::text], array[$3::bigint], $5, $6, null, $7, $8) as balance
         from wallets w where w.user_id = $1 and w.currency = $2`,
      [
        ...[payment.user_id, payment.currency, byMinor, `gateway:${payment.gateway ?? ''}`],
        ...[`clawback:${reference}:${item.id}:${String(postings)}`, item.kind === 'dispute' ? 'dispute' : 'reversal'],
        ...[reference, now],
      ],
    )
    invariant(posted.length === 1, 'a paid payment has a wallet')
    await noteBack(tx, { reference, refundedMinor: 0, clawedMinor: byMinor, nowMs })
  }
  await tx.query(
    `insert into clawbacks (reference, back_id, kind, state, amount_minor, booked_minor, postings, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $8)
     on conflict (reference, back_id) do update set state = excluded.state, amount_minor = excluded.amount_minor,
       booked_minor = excluded.booked_minor, postings = excluded.postings, updated_at = excluded.updated_at`,
    [
      ...[reference, item.id, item.kind, item.state, item.amountMinor],
      ...[(known?.booked_minor ?? 0) + byMinor, postings, now],
    ],
  )
}

/** Lists paid payments whose gateway is due to be queried for money paid back, longest due first. */
export async function listDueBacks(db: Queryable, nowMs: number, limit: number): Promise<readonly string[]> {
  const rows = await db.query<{ reference: string }>(
    `select reference from payments
      where back_check_at <= $1 and state in ('succeeded', 'succeeded_late', 'refunded') order by back_check_at limit $2`,
    [new Date(nowMs), limit],
  )
  return rows.map(({ reference }) => reference)
}

/**
 * After a gateway's notice of money going back, makes the query due at once, or as soon as the payment itself is
 * settled.
 */
export async function wakeBack(
  db: Queryable,
  { gateway, reference, nowMs }: { readonly gateway: GatewayName; readonly reference: string; readonly nowMs: number },
): Promise<void> {
  await db.query('update payments set back_check_at = $3 where reference = $1 and gateway = $2', [
    reference,
    gateway,
    new Date(nowMs),
  ])
}

/** Returns our reference of a payment identified by the gateway's reference. */
export async function findReference(
  db: Queryable,
  gateway: GatewayName,
  gatewayReference: string,
): Promise<string | null> {
  const [row] = await db.query<{ reference: string }>(
    'select reference from payments where gateway_reference = $1 and gateway = $2',
    [gatewayReference, gateway],
  )
  return row?.reference ?? null
}

export interface Debt {
  readonly currency: Currency
  readonly wallets: number
  readonly owed_minor: number
}

/** Wallets below zero because money was clawed back, by currency. */
export const listDebts = (db: Queryable): Promise<readonly Debt[]> =>
  db.query<Debt>(
    `select currency, count(*) as wallets, -sum(balance_minor)::bigint as owed_minor
       from wallets where balance_minor < 0 group by currency order by currency`,
  )
