import { DAY_MS, type Instant } from '../../src/domain/instant.ts'
import type { Currency } from '../../src/domain/money.ts'
import type { Queryable } from '../db/database.ts'
import type { PushSubscriptionRow } from './push-subscriptions.ts'

/** A declined card is still worth a notification the next morning. */
const NEWS_MS = DAY_MS

/** Fields common to all kinds of deliveries. */
export interface Delivery {
  readonly delivery_id: number
  readonly attempts: number
  readonly expires_at: Instant
  readonly subscription: Pick<
    PushSubscriptionRow,
    'subscription_id' | 'endpoint' | 'p256dh' | 'auth' | 'language' | 'timezone' | 'quiet_from' | 'quiet_to'
  >
}

/** A notification about a wallet. */
export interface WalletDelivery extends Delivery {
  readonly kind: 'auto_top_up_off'
  readonly currency: Currency
}

const EVENT = `'auto_top_up:' || a.currency || ':' || extract(epoch from a.updated_at)`

/** The `subscription` column of a delivery, from a row `s` of push_subscriptions. */
export const SUBSCRIPTION_JSON = `json_build_object('subscription_id', s.subscription_id, 'endpoint', s.endpoint,
  'p256dh', s.p256dh, 'auth', s.auth, 'language', s.language, 'timezone', s.timezone,
  'quiet_from', s.quiet_from, 'quiet_to', s.quiet_to)`

/** Queues news of automatic top-ups that declined charges have switched off. */
export async function queueAutoTopUpsOff(db: Queryable, nowMs: number): Promise<void> {
  await db.query(
    `insert into push_deliveries (subscription_id, kind, event, next_at, expires_at, created_at)
     select s.subscription_id, 'auto_top_up_off', ${EVENT}, $1, a.updated_at + $3::interval, $1
       from auto_top_ups a join push_subscriptions s using (user_id)
      where a.off_reason = 'declined' and a.updated_at > $2 and a.updated_at >= s.created_at
     on conflict do nothing`,
    [new Date(nowMs), new Date(nowMs - NEWS_MS), `${String(NEWS_MS)} milliseconds`],
  )
}

/** Reads the claimed deliveries that still apply: the driver has not changed the settings since. */
export const readWalletDeliveries = (db: Queryable, ids: readonly number[]): Promise<readonly WalletDelivery[]> =>
  db.query<WalletDelivery>(
    `select d.delivery_id, d.kind, d.attempts, d.expires_at, a.currency, ${SUBSCRIPTION_JSON} as subscription
       from push_deliveries d
       join push_subscriptions s using (subscription_id)
       join auto_top_ups a on a.user_id = s.user_id and a.off_reason = 'declined' and d.event = ${EVENT}
      where d.delivery_id = any($1::bigint[]) and d.kind = 'auto_top_up_off'
      order by d.delivery_id`,
    [ids],
  )
