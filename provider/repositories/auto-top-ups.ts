import type { UserId } from '../../src/domain/ids.ts'
import type { AutoTopUpRule } from '../../src/domain/auto-top-up.ts'
import type { Currency } from '../../src/domain/money.ts'
import { must } from '../../src/lib/assert.ts'
import type { Queryable } from '../db/database.ts'

export interface AutoTopUpRow {
  readonly user_id: UserId
  readonly currency: Currency
  readonly enabled: boolean
  readonly threshold_minor: number
  readonly amount_minor: number
  readonly monthly_cap_minor: number
  /** Consecutive declines. */
  readonly declines: number
  readonly off_reason: 'declined' | null
  readonly seen_entry: number
}

export interface AutoTopUpKey {
  readonly userId: UserId
  readonly currency: Currency
}

export async function findAutoTopUp(db: Queryable, { userId, currency }: AutoTopUpKey) {
  const [row] = await db.query<AutoTopUpRow>('select * from auto_top_ups where user_id = $1 and currency = $2', [
    userId,
    currency,
  ])
  return row
}

/**
 * A wallet's latest spending entry. It is marked as seen when settings are stored, so earlier spending never triggers a
 * charge.
 */
const LAST_SPEND = `select max(e.entry_id) from entries e join postings p using (posting_id)
  where e.wallet_id = w.wallet_id and p.kind in ('booking', 'extension', 'order')`

export async function storeAutoTopUp(
  tx: Queryable,
  { userId, currency }: AutoTopUpKey,
  setting: AutoTopUpRule & { readonly enabled: boolean; readonly nowMs: number },
): Promise<void> {
  await tx.query(
    `insert into auto_top_ups (user_id, currency, enabled, threshold_minor, amount_minor, monthly_cap_minor, seen_entry, updated_at)
     values ($1, $2, $3, $4, $5, $6,
       coalesce((select (${LAST_SPEND}) from wallets w where w.user_id = $1 and w.currency = $2), 0), $7)
     on conflict (user_id, currency) do update set enabled = excluded.enabled, threshold_minor = excluded.threshold_minor,
       amount_minor = excluded.amount_minor, monthly_cap_minor = excluded.monthly_cap_minor, declines = 0, off_reason = null,
       seen_entry = excluded.seen_entry, updated_at = excluded.updated_at`,
    [
      ...[userId, currency, setting.enabled, setting.thresholdMinor],
      ...[setting.amountMinor, setting.monthlyCapMinor, new Date(setting.nowMs)],
    ],
  )
}

/** Switches off because the payment method is gone; the amounts are kept for the next method. */
export async function switchOff(tx: Queryable, { userId, currency }: AutoTopUpKey, nowMs: number): Promise<void> {
  await tx.query(
    'update auto_top_ups set enabled = false, off_reason = null, updated_at = $3 where user_id = $1 and currency = $2',
    [userId, currency, new Date(nowMs)],
  )
}

/** Sums automatic charges since the start of the month in that time zone, except failed and expired ones. */
export async function sumChargedThisMonth(
  db: Queryable,
  { userId, currency }: AutoTopUpKey,
  at: { readonly timezone: string; readonly nowMs: number },
): Promise<number> {
  const [row] = await db.query<{ charged: number }>(
    `select coalesce(sum(amount_minor), 0)::bigint as charged from payments
      where user_id = $1 and currency = $2 and method_id is not null and state not in ('failed', 'expired')
        and created_at >= date_trunc('month', $4::timestamptz at time zone $3) at time zone $3`,
    [userId, currency, at.timezone, new Date(at.nowMs)],
  )
  return must(row, 'sum of automatic charges').charged
}

export interface DueAutoTopUp {
  readonly user_id: UserId
  readonly currency: Currency
  /** The spending entry that may trigger a charge. */
  readonly entry_id: number
}

/** Lists wallets with unseen spending and a balance below their threshold, unless a charge is under way. */
export const listDueAutoTopUps = (db: Queryable): Promise<readonly DueAutoTopUp[]> =>
  db.query<DueAutoTopUp>(
    `select a.user_id, a.currency, x.entry_id
       from auto_top_ups a
       join users u on u.user_id = a.user_id and u.disabled_at is null
       join wallets w on w.user_id = a.user_id and w.currency = a.currency and w.balance_minor < a.threshold_minor
       cross join lateral (select (${LAST_SPEND} and e.entry_id > a.seen_entry) as entry_id) as x
      where a.enabled and x.entry_id is not null
        and not exists (select 1 from payments p
                         where p.user_id = a.user_id and p.currency = a.currency and p.method_id is not null
                           and p.state in ('created', 'sent', 'pending'))
      limit 20`,
  )

/**
 * Locks the settings until the transaction ends. Returns undefined when another process has handled the entry
 * meanwhile.
 */
export async function lockUnseen(
  tx: Queryable,
  due: DueAutoTopUp,
): Promise<(AutoTopUpRow & { readonly balance_minor: number }) | undefined> {
  const [row] = await tx.query<AutoTopUpRow & { balance_minor: number }>(
    `select a.*, w.balance_minor from auto_top_ups a join wallets w using (user_id, currency)
      where a.user_id = $1 and a.currency = $2 and a.enabled and a.seen_entry < $3 for update of a`,
    [due.user_id, due.currency, due.entry_id],
  )
  return row
}

export async function markSeen(tx: Queryable, due: DueAutoTopUp): Promise<void> {
  await tx.query('update auto_top_ups set seen_entry = $3 where user_id = $1 and currency = $2', [
    due.user_id,
    due.currency,
    due.entry_id,
  ])
}

/** Records a paid or declined charge. Returns true when declined charges have switched automatic top-ups off. */
export async function noteAutoCharge(
  tx: Queryable,
  { userId, currency }: AutoTopUpKey,
  outcome: { readonly isPaid: boolean; readonly untilOff: number; readonly nowMs: number },
): Promise<boolean> {
  const [row] = await tx.query<{ off: boolean }>(
    `update auto_top_ups set declines = case when $3 then 0 else declines + 1 end,
            enabled = enabled and ($3 or declines + 1 < $4),
            off_reason = case when not $3 and enabled and declines + 1 >= $4 then 'declined' else off_reason end, updated_at = $5
      where user_id = $1 and currency = $2
      returning off_reason = 'declined' as off`,
    [userId, currency, outcome.isPaid, outcome.untilOff, new Date(outcome.nowMs)],
  )
  return row?.off === true
}
