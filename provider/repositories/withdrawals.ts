import type { UserId } from '../../src/domain/ids.ts'
import type { Instant } from '../../src/domain/instant.ts'
import type { Currency } from '../../src/domain/money.ts'
import { must } from '../../src/lib/assert.ts'
import type { Queryable } from '../db/database.ts'
import type { OwnRefund } from '../rules/money-back.ts'
import type { PlannedRefund, Refundable, WalletFacts } from '../rules/refunds-plan.ts'

export interface WithdrawalRow {
  readonly withdrawal_id: string
  readonly user_id: UserId
  readonly wallet_id: string
  readonly currency: Currency
  readonly amount_minor: number
  readonly paid_minor: number
  readonly state: 'requested' | 'paying' | 'paid' | 'refused' | 'cancelled'
  readonly created_at: Instant
  readonly settled_at: Instant | null
}

export type RefundRow = Omit<OwnRefund, 'withdrawal_id'>

/** Locks the wallet, so that the withdrawable amount stays valid until the transaction ends. */
export async function lockWalletFacts(tx: Queryable, walletId: string): Promise<WalletFacts> {
  await tx.query('select 1 from wallets where wallet_id = $1 for update', [walletId])
  return readWalletFacts(tx, walletId)
}

export async function readWalletFacts(db: Queryable, walletId: string): Promise<WalletFacts> {
  const [row] = await db.query<WalletFacts>(
    `select w.balance_minor as "balanceMinor",
            coalesce(sum(e.amount_minor) filter (where p.kind in ('welcome_credit', 'promo', 'gift_redeemed', 'referral')), 0)::bigint as "giftMinor",
            greatest(0, -coalesce(sum(e.amount_minor) filter (where p.kind in ('booking', 'extension', 'refund', 'order', 'order_refund', 'gift', 'gift_refund', 'document', 'document_refund', 'plan')), 0))::bigint
              as "spentMinor"
       from wallets w left join entries e using (wallet_id) left join postings p using (posting_id)
      where w.wallet_id = $1 group by w.wallet_id`,
    [walletId],
  )
  return must(row, 'wallet')
}

/** Lists a user's payments that a gateway can still refund, newest first. */
export const listRefundable = (db: Queryable, userId: UserId, currency: Currency): Promise<readonly Refundable[]> =>
  db.query<Refundable>(
    `select p.reference, p.gateway <> 'wave' as "inParts",
            (p.amount_minor - p.clawed_minor
              - coalesce(sum(r.amount_minor) filter (where r.state <> 'failed'), 0))::bigint as "leftMinor"
       from payments p left join payment_refunds r using (reference)
      where p.user_id = $1 and p.currency = $2 and p.state in ('succeeded', 'succeeded_late')
      group by p.reference
     having p.amount_minor > p.clawed_minor + coalesce(sum(r.amount_minor) filter (where r.state <> 'failed'), 0)
      order by p.created_at desc, p.reference`,
    [userId, currency],
  )

export interface NewWithdrawal {
  readonly withdrawalId: string
  readonly userId: UserId
  readonly walletId: string
  readonly currency: Currency
  readonly amountMinor: number
  readonly note: string | null
  readonly plan: readonly PlannedRefund[]
  readonly nowMs: number
}

/** Moves the money to 'held' and records which payments will be refunded. */
export async function insertWithdrawal(tx: Queryable, withdrawal: NewWithdrawal): Promise<WithdrawalRow> {
  const { withdrawalId, walletId, amountMinor, nowMs, plan } = withdrawal
  await tx.query(
    `insert into withdrawals (withdrawal_id, user_id, wallet_id, currency, amount_minor, state, note, created_at)
     values ($1, $2, $3, $4, $5, 'requested', $6, $7)`,
    [withdrawalId, withdrawal.userId, walletId, withdrawal.currency, amountMinor, withdrawal.note, new Date(nowMs)],
  )
  for (const { reference, amountMinor: partMinor } of plan)
    await tx.query(
      `insert into payment_refunds (withdrawal_id, reference, amount_minor, state) values ($1, $2, $3, 'planned')`,
      [withdrawalId, reference, partMinor],
    )
  await tx.query(
    `select post_to_wallet($1, -$2::bigint, array['held'], array[$2::bigint], $3, 'withdrawal', null, $4, $5)`,
    [walletId, amountMinor, `withdrawal:${withdrawalId}`, withdrawalId, new Date(nowMs)],
  )
  return must(await findWithdrawal(tx, withdrawalId), 'inserted withdrawal')
}

export async function findWithdrawal(db: Queryable, withdrawalId: string): Promise<WithdrawalRow | undefined> {
  const [row] = await db.query<WithdrawalRow>('select * from withdrawals where withdrawal_id = $1', [withdrawalId])
  return row
}

/** Locks the withdrawal until the transaction ends. Returns undefined unless it is this user's. */
export async function lockOwnWithdrawal(
  tx: Queryable,
  userId: UserId,
  withdrawalId: string,
): Promise<WithdrawalRow | undefined> {
  const [row] = await tx.query<WithdrawalRow>(
    'select * from withdrawals where withdrawal_id = $1 and user_id = $2 for update',
    [withdrawalId, userId],
  )
  return row
}

export async function listWithdrawals(
  db: Queryable,
  page: { readonly userId: UserId; readonly page: number; readonly size: number },
): Promise<{ readonly rows: readonly WithdrawalRow[]; readonly total: number }> {
  const [rows, [count]] = await Promise.all([
    db.query<WithdrawalRow>(
      'select * from withdrawals where user_id = $1 order by created_at desc, withdrawal_id limit $2 offset $3',
      [page.userId, page.size, (page.page - 1) * page.size],
    ),
    db.query<{ total: number }>('select count(*) as total from withdrawals where user_id = $1', [page.userId]),
  ])
  return { rows, total: must(count, 'count').total }
}

/**
 * Lists withdrawals requested before `beforeMs` that have a refund not yet sent to a gateway, in id order (ids grow with
 * time), after id `after`. Refunds under way do not hold up others.
 */
export const listOpenWithdrawals = (
  db: Queryable,
  asked: { readonly after: string | null; readonly limit: number; readonly beforeMs: number },
): Promise<readonly WithdrawalRow[]> =>
  db.query<WithdrawalRow>(
    `select * from withdrawals w where state in ('requested', 'paying') and created_at <= $1
        and ($2::uuid is null or withdrawal_id > $2)
        and exists (select 1 from payment_refunds r where r.withdrawal_id = w.withdrawal_id and r.state = 'planned')
      order by withdrawal_id limit $3`,
    [new Date(asked.beforeMs), asked.after, asked.limit],
  )

export const listRefunds = (db: Queryable, withdrawalId: string): Promise<readonly RefundRow[]> =>
  db.query<RefundRow>(
    'select reference, amount_minor, state from payment_refunds where withdrawal_id = $1 order by reference',
    [withdrawalId],
  )

/** Returns false when the refund has left the expected state because another process moved it. */
export async function moveRefund(
  db: Queryable,
  refund: {
    readonly withdrawalId: string
    readonly reference: string
    readonly from: RefundRow['state']
    readonly to: RefundRow['state']
  },
): Promise<boolean> {
  const rows = await db.query(
    `update payment_refunds set state = $4 where withdrawal_id = $1 and reference = $2 and state = $3 returning 1 as moved`,
    [refund.withdrawalId, refund.reference, refund.from, refund.to],
  )
  return rows.length === 1
}

export async function setWithdrawalState(
  db: Queryable,
  withdrawal: {
    readonly withdrawalId: string
    readonly state: WithdrawalRow['state']
    readonly paidMinor?: number
    readonly settledMs?: number
  },
): Promise<void> {
  await db.query(
    `update withdrawals set state = $2, paid_minor = coalesce($3, paid_minor), settled_at = $4 where withdrawal_id = $1`,
    [
      withdrawal.withdrawalId,
      withdrawal.state,
      withdrawal.paidMinor ?? null,
      withdrawal.settledMs === undefined ? null : new Date(withdrawal.settledMs),
    ],
  )
}

/**
 * Moves money from 'held' back to the wallet: cancelled by the driver, or refused by the gateway. `key` makes the
 * posting unique.
 */
export async function releaseHeld(
  tx: Queryable,
  release: { readonly row: WithdrawalRow; readonly amountMinor: number; readonly key: string; readonly nowMs: number },
): Promise<void> {
  const { row, amountMinor, key, nowMs } = release
  await tx.query(`select post_to_wallet($1, $2, array['held'], array[-$2::bigint], $3, 'withdrawal', null, $4, $5)`, [
    row.wallet_id,
    amountMinor,
    key,
    row.withdrawal_id,
    new Date(nowMs),
  ])
}

/** Moves money from 'held' to the gateway that has paid it back, and deducts it from the payment. */
export async function payHeld(
  tx: Queryable,
  payout: {
    readonly row: WithdrawalRow
    readonly refund: RefundRow
    readonly gateway: string
    readonly nowMs: number
  },
): Promise<void> {
  const { row, refund, gateway, nowMs } = payout
  await tx.query(
    `select post_between(array['held', $1], array[-$2::bigint, $2::bigint], $3, $4, 'withdrawal', $5, $6)`,
    [
      `gateway:${gateway}`,
      refund.amount_minor,
      row.currency,
      `refund_payment:${row.withdrawal_id}:${refund.reference}`,
      refund.reference,
      new Date(nowMs),
    ],
  )
  await noteBack(tx, { reference: refund.reference, refundedMinor: refund.amount_minor, clawedMinor: 0, nowMs })
}

/** Moves money from the gateway back to the wallet after the gateway reported a refund as paid and then as failed. */
export async function returnPaid(
  tx: Queryable,
  failed: {
    readonly row: WithdrawalRow
    readonly refund: RefundRow
    readonly gateway: string
    readonly key: string
    readonly nowMs: number
  },
): Promise<void> {
  const { row, refund, gateway, key, nowMs } = failed
  await tx.query(`select post_to_wallet($1, $2, array[$6::text], array[-$2::bigint], $3, 'withdrawal', null, $4, $5)`, [
    row.wallet_id,
    refund.amount_minor,
    key,
    row.withdrawal_id,
    new Date(nowMs),
    `gateway:${gateway}`,
  ])
  await noteBack(tx, { reference: refund.reference, refundedMinor: -refund.amount_minor, clawedMinor: 0, nowMs })
}

/** Records what was paid back of a payment and whether that is all of it. Money that returns makes it paid again. */
export async function noteBack(
  tx: Queryable,
  back: {
    readonly reference: string
    readonly refundedMinor: number
    readonly clawedMinor: number
    readonly nowMs: number
  },
): Promise<void> {
  await tx.query(
    `update payments set refunded_minor = refunded_minor + $2, clawed_minor = clawed_minor + $4,
            state = case when refunded_minor + $2 + clawed_minor + $4 >= amount_minor then 'refunded'
                         when state <> 'refunded' then state
                         when settled_at >= expires_at then 'succeeded_late' else 'succeeded' end, updated_at = $3
      where reference = $1`,
    [back.reference, back.refundedMinor, new Date(back.nowMs), back.clawedMinor],
  )
}

/** The amount a wallet's withdrawals hold until they are paid or cancelled. */
export const HELD_SQL = `(select coalesce(sum(r.amount_minor), 0)::bigint from withdrawals h join payment_refunds r using (withdrawal_id)
  where h.wallet_id = w.wallet_id and h.state in ('requested', 'paying') and r.state in ('planned', 'sent', 'pending'))`
