import type { UserId } from '../../src/domain/ids.ts'
import type { CountryCode } from '../../src/domain/country.ts'
import { DAY_MS, type Instant } from '../../src/domain/instant.ts'
import type { Currency } from '../../src/domain/money.ts'
import { must } from '../../src/lib/assert.ts'
import type { Queryable } from '../db/database.ts'
import { type Delivery, SUBSCRIPTION_JSON } from './push-wallet-news.ts'

export type PlanNewsKind = 'plan_notice' | 'plan_grace' | 'plan_ended'

export interface NewPlanNews {
  readonly subscriptionId: string
  readonly kind: PlanNewsKind
  /** The last paid period: each kind of news is sent once per period. */
  readonly period: number
  readonly priceMinor: number
  readonly formerMinor: number
  readonly atMs: number
  readonly reason: 'unpaid' | 'withdrawn' | null
  readonly nowMs: number
}

export async function insertPlanNews(tx: Queryable, news: NewPlanNews): Promise<void> {
  await tx.query(
    `insert into plan_news (subscription_id, kind, period, price_minor, former_minor, at, reason, mail_at, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $8) on conflict do nothing`,
    [
      ...[news.subscriptionId, news.kind, news.period, news.priceMinor, news.formerMinor, new Date(news.atMs)],
      ...[news.reason, new Date(news.nowMs)],
    ],
  )
}

/** Data for the texts of an email or a notification. */
export interface PlanNewsRow {
  readonly news_id: number
  readonly kind: PlanNewsKind
  readonly names: Readonly<Record<'en' | 'fr', string>>
  readonly price_minor: number
  readonly former_minor: number
  readonly at: Instant
  readonly reason: 'unpaid' | 'withdrawn' | null
  readonly country_code: CountryCode
  readonly currency: Currency
  readonly user_id: UserId
}

const SELECT = `
  select n.news_id, n.kind, n.price_minor, n.former_minor, n.at, n.reason, s.country_code, s.user_id, p.currency, coalesce(s.next->'names', p.names) as names
    from plan_news n join subscriptions s using (subscription_id) join plans p using (plan_id)`

export async function mustPlanNews(db: Queryable, newsId: string): Promise<PlanNewsRow> {
  const [row] = await db.query<PlanNewsRow>(`${SELECT} where n.news_id = $1`, [newsId])
  return must(row, 'news of a plan')
}

/** A notification about a plan, for one device. */
export interface PlanDelivery extends Delivery, Omit<PlanNewsRow, 'kind' | 'user_id'> {
  readonly kind: 'plan'
  readonly news: PlanNewsKind
}

export async function queuePlanNews(db: Queryable, nowMs: number): Promise<void> {
  await db.query(
    `insert into push_deliveries (subscription_id, kind, event, next_at, expires_at, created_at)
     select d.subscription_id, 'plan', 'plan:' || n.news_id, $1, n.created_at + interval '1 day', $1
       from plan_news n join subscriptions s using (subscription_id) join push_subscriptions d on d.user_id = s.user_id
      where n.created_at > $2 and n.created_at >= d.created_at
     on conflict do nothing`,
    [new Date(nowMs), new Date(nowMs - DAY_MS)],
  )
}

export const readPlanDeliveries = (db: Queryable, ids: readonly number[]): Promise<readonly PlanDelivery[]> =>
  db.query<PlanDelivery>(
    `select d.delivery_id, 'plan' as kind, d.attempts, d.expires_at, x.kind as news, x.news_id, x.names, x.price_minor, x.former_minor, x.at,
            x.reason, x.country_code, x.currency, ${SUBSCRIPTION_JSON} as subscription
       from push_deliveries d join push_subscriptions s using (subscription_id) join (${SELECT}) as x on d.event = 'plan:' || x.news_id
      where d.delivery_id = any($1::bigint[]) and d.kind = 'plan' order by d.delivery_id`,
    [ids],
  )
