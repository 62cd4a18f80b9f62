import type { UserId } from '../../src/domain/ids.ts'
import type { Instant } from '../../src/domain/instant.ts'
import { must } from '../../src/lib/assert.ts'
import type { Queryable } from '../db/database.ts'
import type { Language } from '../messages/language.ts'

export interface PushSubscriptionRow {
  readonly subscription_id: string
  readonly user_id: UserId
  readonly endpoint: string
  readonly p256dh: string
  readonly auth: string
  readonly language: Language
  readonly timezone: string
  /** Minutes since local midnight; both or neither are set. */
  readonly quiet_from: number | null
  readonly quiet_to: number | null
  readonly created_at: Instant
  readonly last_sent_at: Instant | null
  readonly last_failed_at: Instant | null
}

export type NewSubscription = Omit<PushSubscriptionRow, 'created_at' | 'last_sent_at' | 'last_failed_at'> & {
  /** The session that subscribes the device; notifications end with it. */
  readonly family_id: string
  readonly nowMs: number
}

/** Maximum number of devices per user; a new one displaces the oldest. */
const DEVICES_MAXIMUM = 20

/** A known endpoint keeps its id, unless another user has signed in on the device. */
export async function putSubscription(tx: Queryable, wanted: NewSubscription): Promise<PushSubscriptionRow> {
  await tx.query('delete from push_subscriptions where endpoint = $1 and user_id <> $2', [
    wanted.endpoint,
    wanted.user_id,
  ])
  const [row] = await tx.query<PushSubscriptionRow>(
    `insert into push_subscriptions (subscription_id, user_id, endpoint, p256dh, auth, language, timezone, quiet_from, quiet_to, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
     on conflict (endpoint) do update set p256dh = excluded.p256dh, auth = excluded.auth, language = excluded.language,
       timezone = excluded.timezone, quiet_from = excluded.quiet_from, quiet_to = excluded.quiet_to
     returning *`,
    [
      ...[wanted.subscription_id, wanted.user_id, wanted.endpoint, wanted.p256dh, wanted.auth, wanted.language],
      ...[wanted.timezone, wanted.quiet_from, wanted.quiet_to, new Date(wanted.nowMs)],
    ],
  )
  const { subscription_id: id } = must(row, 'subscription')
  await tx.query(
    `insert into push_sessions (subscription_id, family_id) values ($1, $2)
     on conflict (subscription_id) do update set family_id = excluded.family_id`,
    [id, wanted.family_id],
  )
  await tx.query(
    `delete from push_subscriptions where subscription_id in (
       select subscription_id from push_subscriptions where user_id = $1 order by created_at desc, subscription_id offset $2)`,
    [wanted.user_id, DEVICES_MAXIMUM],
  )
  return must(row, 'subscription')
}

export const listSubscriptions = (db: Queryable, userId: UserId): Promise<readonly PushSubscriptionRow[]> =>
  db.query<PushSubscriptionRow>(
    'select * from push_subscriptions where user_id = $1 order by created_at, subscription_id',
    [userId],
  )

export async function findSubscription(
  db: Queryable,
  userId: UserId,
  subscriptionId: string,
): Promise<PushSubscriptionRow | undefined> {
  const [row] = await db.query<PushSubscriptionRow>(
    'select * from push_subscriptions where user_id = $1 and subscription_id::text = $2',
    [userId, subscriptionId],
  )
  return row
}

/** Returns false when the user has no such subscription. */
export async function deleteSubscription(db: Queryable, userId: UserId, subscriptionId: string): Promise<boolean> {
  const rows = await db.query(
    'delete from push_subscriptions where user_id = $1 and subscription_id::text = $2 returning subscription_id',
    [userId, subscriptionId],
  )
  return rows.length > 0
}

/**
 * Deletes the subscriptions of these deliveries whose session was ended, on the device or elsewhere. One from before
 * sessions were recorded ends with the last session of its user. A session that is only unused too long does not count:
 * reminders of documents are for drivers who rarely open the app.
 */
export async function forgetEnded(db: Queryable, deliveryIds: readonly number[]): Promise<void> {
  await db.query(
    `delete from push_subscriptions s
      where s.subscription_id in (select subscription_id from push_deliveries where delivery_id = any($1::bigint[]))
        and not exists (select from refresh_families f left join push_sessions p on p.subscription_id = s.subscription_id
                         where f.user_id = s.user_id and f.family_id = coalesce(p.family_id, f.family_id)
                           and f.revoked_at is null)`,
    [deliveryIds],
  )
}

/** Deletes a subscription that the push service reports as gone, and its pending deliveries. */
export async function forgetSubscription(db: Queryable, subscriptionId: string): Promise<void> {
  await db.query('delete from push_subscriptions where subscription_id = $1', [subscriptionId])
}
