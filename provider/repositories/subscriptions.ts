import type { SubscriptionEnd } from '../../src/contract/plans.ts'
import type { QuoteLineWire } from '../../src/contract/tariff.ts'
import type { CountryCode } from '../../src/domain/country.ts'
import type { ParkId, UserId } from '../../src/domain/ids.ts'
import type { Instant } from '../../src/domain/instant.ts'
import type { Currency } from '../../src/domain/money.ts'
import type { SubscriptionState } from '../../src/domain/plan.ts'
import { must } from '../../src/lib/assert.ts'
import type { Queryable, SqlValue } from '../db/database.ts'
import { RECEIPT_SQL } from './bookings.ts'

type Names = Readonly<Record<'en' | 'fr', string>>

/** Price and discount of a period. */
export interface PeriodTerms {
  readonly names: Names
  readonly price_minor: number
  readonly tax_minor: number
  readonly taxes: readonly Extract<QuoteLineWire, { kind: 'tax' }>[]
  readonly percent: number
  readonly maximum_minor: number | null
  readonly parks: readonly number[] | null
}

/** A row of `subscriptions` with its last paid period. */
export interface SubscriptionRow extends PeriodTerms {
  readonly subscription_id: string
  readonly user_id: UserId
  readonly plan_id: number
  readonly country_code: CountryCode
  readonly currency: Currency
  readonly state: SubscriptionState
  readonly pay_by: 'wallet' | 'card'
  readonly period: number
  readonly starts_at: Instant
  readonly period_end: Instant
  readonly next: PeriodTerms | null
  readonly cancelled_at: Instant | null
  readonly end_reason: SubscriptionEnd | null
  readonly due_at: Instant | null
  readonly started_at: Instant
  readonly receipt_number: string | null
  readonly demo: boolean
  readonly version: number
  readonly updated_at: Instant
}

const SELECT = `
  select s.*, d.names, d.price_minor, d.tax_minor, d.taxes, d.percent, d.maximum_minor, d.parks, d.starts_at, p.currency, p.demo,
         (select ${RECEIPT_SQL} from postings t join receipts r using (posting_id)
           where t.key = 'plan:' || s.subscription_id || ':' || s.period) as receipt_number
    from subscriptions s join plans p using (plan_id)
    join subscription_periods d on d.subscription_id = s.subscription_id and d.period = s.period`

/** Lists the user's subscriptions, newest first, at most 20. */
export const listSubscriptions = (db: Queryable, userId: UserId): Promise<readonly SubscriptionRow[]> =>
  db.query<SubscriptionRow>(`${SELECT} where s.user_id = $1 order by s.started_at desc, s.subscription_id limit 20`, [
    userId,
  ])

export async function mustSubscription(db: Queryable, subscriptionId: string): Promise<SubscriptionRow> {
  const [row] = await db.query<SubscriptionRow>(`${SELECT} where s.subscription_id = $1`, [subscriptionId])
  return must(row, 'subscription')
}

/** Locks a subscription until the transaction ends. `userId` null: for the job. */
export async function lockSubscription(
  tx: Queryable,
  { subscriptionId, userId }: { readonly subscriptionId: string; readonly userId: UserId | null },
): Promise<SubscriptionRow | undefined> {
  const found = await tx.query(
    'select 1 from subscriptions where subscription_id = $1 and ($2::uuid is null or user_id = $2) for update',
    [subscriptionId, userId],
  )
  return found.length === 0 ? undefined : mustSubscription(tx, subscriptionId)
}

/**
 * Excludes those of disabled accounts: such a plan rests, nothing is charged for it, and it ends unpaid if the account
 * is enabled again after the grace period.
 */
export const listDueSubscriptions = async (db: Queryable, nowMs: number): Promise<readonly string[]> =>
  (
    await db.query<{ subscription_id: string }>(
      `select s.subscription_id from subscriptions s join users u using (user_id)
        where s.due_at <= $1 and u.disabled_at is null order by s.due_at limit 200`,
      [new Date(nowMs)],
    )
  ).map((row) => row.subscription_id)

export interface NewSubscription extends Pick<
  SubscriptionRow,
  'subscription_id' | 'user_id' | 'plan_id' | 'country_code' | 'pay_by'
> {
  readonly endMs: number
  readonly dueMs: number
  readonly nowMs: number
}

/** Returns false when a subscription is already running there, perhaps from a transaction that has just ended. */
export async function insertSubscription(tx: Queryable, row: NewSubscription): Promise<boolean> {
  const rows = await tx.query(
    `insert into subscriptions (subscription_id, user_id, plan_id, country_code, state, pay_by, period, period_end, due_at, started_at, updated_at)
     values ($1, $2, $3, $4, 'running', $5, 1, $6, $7, $8, $8) on conflict do nothing returning 1`,
    [
      ...[row.subscription_id, row.user_id, row.plan_id, row.country_code, row.pay_by],
      ...[new Date(row.endMs), new Date(row.dueMs), new Date(row.nowMs)],
    ],
  )
  return rows.length > 0
}

export interface NewPeriod {
  readonly subscriptionId: string
  readonly period: number
  readonly terms: PeriodTerms
  readonly startMs: number
  readonly endMs: number
  readonly nowMs: number
}

export async function insertPeriod(tx: Queryable, row: NewPeriod): Promise<void> {
  const { terms } = row
  await tx.query(
    `insert into subscription_periods (subscription_id, period, names, price_minor, tax_minor, taxes, percent, maximum_minor, parks, starts_at,
                                       ends_at, paid_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
    [
      ...[row.subscriptionId, row.period, JSON.stringify(terms.names), terms.price_minor, terms.tax_minor],
      ...[JSON.stringify(terms.taxes), terms.percent, terms.maximum_minor, terms.parks],
      ...[new Date(row.startMs), new Date(row.endMs), new Date(row.nowMs)],
    ],
  )
}

/**
 * Charges a period: from the wallet to the plans and tax accounts. The posting's description is the subscription's id.
 */
export const postPeriod = async (
  tx: Queryable,
  { walletId, ...row }: Omit<NewPeriod, 'startMs' | 'endMs'> & { readonly walletId: string },
): Promise<unknown> =>
  tx.query(
    `select post_to_wallet($1, -$2::bigint, array['plans', 'tax'], array[$2::bigint - $3, $3], $4, 'plan', null, $5, $6)`,
    [
      ...[walletId, row.terms.price_minor, row.terms.tax_minor],
      ...[`plan:${row.subscriptionId}:${String(row.period)}`, row.subscriptionId, new Date(row.nowMs)],
    ],
  )

/** Changes to a subscription; undefined leaves a field unchanged. */
export interface SubscriptionChange {
  readonly state?: SubscriptionState
  readonly payBy?: 'wallet' | 'card'
  readonly period?: number
  readonly periodEndMs?: number
  readonly next?: PeriodTerms | null
  readonly cancelledMs?: number | null
  readonly endReason?: SubscriptionEnd
  readonly dueMs?: number | null
}

const timeOf = (ms: number | null): Date | null => (ms === null ? null : new Date(ms))

/** Every change, including a cancellation or a request for one, increments the version, so that phones fetch it. */
export async function changeSubscription(
  tx: Queryable,
  subscriptionId: string,
  { nowMs, ...change }: SubscriptionChange & { readonly nowMs: number },
): Promise<SubscriptionRow> {
  const { periodEndMs, cancelledMs, dueMs, next } = change
  const columns: Readonly<Record<string, SqlValue | undefined>> = {
    state: change.state,
    pay_by: change.payBy,
    period: change.period,
    period_end: periodEndMs === undefined ? undefined : new Date(periodEndMs),
    next: next === undefined ? undefined : next === null ? null : JSON.stringify(next),
    cancelled_at: cancelledMs === undefined ? undefined : timeOf(cancelledMs),
    end_reason: change.endReason,
    due_at: dueMs === undefined ? undefined : timeOf(dueMs),
  }
  const changed = Object.entries(columns).flatMap(([column, value]) =>
    value === undefined ? [] : [[column, value] as const],
  )
  const sets = changed.map(([column], index) => `${column} = $${String(index + 3)}, `).join('')
  await tx.query(`update subscriptions set ${sets}version = version + 1, updated_at = $2 where subscription_id = $1`, [
    ...[subscriptionId, new Date(nowMs)],
    ...changed.map(([, value]) => value),
  ])
  return mustSubscription(tx, subscriptionId)
}

/** A paid period of the driver's plan in a car park's country, with its subscription's cancellation. */
export interface PlanPeriodRow extends Pick<PeriodTerms, 'names' | 'percent' | 'maximum_minor' | 'parks'> {
  readonly ends_at: Instant
  readonly paid_at: Instant
  readonly cancelled_at: Instant | null
}

/** Lists the two newest periods: the current one, and the one in force when a price was shown a day ago. */
export const listPlanPeriods = (
  db: Queryable,
  { userId, parkId, nowMs }: { readonly userId: UserId; readonly parkId: ParkId; readonly nowMs: number },
): Promise<readonly PlanPeriodRow[]> =>
  db.query<PlanPeriodRow>(
    `select d.names, d.percent, d.maximum_minor, d.parks, d.ends_at, d.paid_at, s.cancelled_at
       from subscriptions s join subscription_periods d using (subscription_id) join parks k on k.country_code = s.country_code
      where s.user_id = $1 and k.id = $2::bigint and d.ends_at > $3
      order by d.paid_at desc limit 2`,
    [userId, parkId, new Date(nowMs - 5 * 86_400_000)],
  )
