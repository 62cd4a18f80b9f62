import { listRenewals } from '../../../provider/repositories/document-renewals.ts'
import { listWaitingScans } from '../../../provider/repositories/document-scans.ts'
import { listGifts } from '../../../provider/repositories/gifts.ts'
import type { OrderRow } from '../../../provider/repositories/orders.ts'
import { mustOrder } from '../../../provider/repositories/orders.ts'
import { listSubscriptions } from '../../../provider/repositories/subscriptions.ts'
import type { ProviderDeps } from '../../../provider/services/deps.ts'
import { toRenewalWire, toScanWire } from '../../../provider/services/documents.ts'
import { toGiftWires } from '../../../provider/services/gifts.ts'
import { toOrderWire } from '../../../provider/services/marketplace-wire.ts'
import { toSubscriptionWire } from '../../../provider/services/plan-wire.ts'
import type { UserId } from '../../../src/domain/ids.ts'
import type { ShopThing } from '../shop-thing.ts'

type Db = ProviderDeps['db']
type Bare = Extract<ShopThing, { readonly kind: 'redemption' | 'referral' | 'brought' | 'dates' }>

function toOrder(row: OrderRow): ShopThing {
  const { order_id: id, user_id: userId, version, cart_id: wish } = row
  const costMinor = row.paid_at === null ? 0 : row.total_minor - row.refunded_minor
  return { kind: 'order', id, userId, version, costMinor, wish, wire: toOrderWire(row) }
}

/** Includes orders that wait for a payment, which no list shows. */
async function ordersOf(db: Db, userId: UserId): Promise<readonly ShopThing[]> {
  const ids = await db.query<{ order_id: string }>(
    'select order_id from orders where user_id = $1 order by created_at, order_id',
    [userId],
  )
  const rows = await Promise.all(ids.map(({ order_id: id }) => mustOrder(db, id)))
  return rows.map(toOrder)
}

async function giftsOf(db: Db, buyerId: UserId): Promise<readonly ShopThing[]> {
  const { rows } = await listGifts(db, { buyerId, page: 1, size: 100 })
  const wires = await toGiftWires(db, rows)
  return wires.map((wire) => ({
    ...{ kind: 'gift', id: wire.gift_id, userId: buyerId, version: wire.version, wire },
    ...{ costMinor: wire.state === 'cancelled' ? 0 : wire.amount, wish: String(wire.amount) },
  }))
}

async function plansOf(db: Db, userId: UserId): Promise<readonly ShopThing[]> {
  const paid = await db.query<{ id: string; paid: number }>(
    `select subscription_id as id, sum(price_minor)::bigint as paid
       from subscription_periods join subscriptions using (subscription_id) where user_id = $1 group by 1`,
    [userId],
  )
  const costs = new Map(paid.map((row) => [row.id, row.paid]))
  return (await listSubscriptions(db, userId)).map((row) => ({
    ...{ kind: 'plan', id: row.subscription_id, userId, version: row.version, wire: toSubscriptionWire(row) },
    ...{ costMinor: costs.get(row.subscription_id) ?? 0, wish: row.state === 'ended' ? null : row.country_code },
  }))
}

async function documentsOf(db: Db, userId: UserId): Promise<readonly ShopThing[]> {
  const renewals = (await listRenewals(db, userId)).map(toRenewalWire)
  const waiting = new Map((await listWaitingScans(db, userId)).map((row) => [row.scan_id, toScanWire(row)]))
  const scans = await db.query<{ id: string; version: number }>(
    `select scan_id as id, case when renewal_id is null then 1 else 2 end as version
       from document_scans where user_id = $1 order by scan_id`,
    [userId],
  )
  return [
    ...renewals.map((wire): ShopThing => ({
      ...{ kind: 'renewal', id: wire.renewal_id, userId, version: wire.version, wire },
      ...{ costMinor: wire.total - wire.refunded, wish: wire.draft_id },
    })),
    ...scans.map(({ id, version }): ShopThing => ({
      ...{ kind: 'scan', id, userId, version, costMinor: 0, wish: id, wire: waiting.get(id) ?? null },
    })),
  ]
}

/** No world takes back the credit of a referral. */
const BARE = `
  select 'redemption' as kind, gift_id::text as id, redeemed_by as "userId", version, -amount_minor as "costMinor", gift_id::text as wish
    from gifts where redeemed_by = $1
  union all
  select 'referral', user_id::text, user_id, case state when 'waiting' then 1 else 2 end,
         case state when 'credited' then -referred_minor else 0 end, 'entered'
    from referrals where user_id = $1
  union all
  select 'brought', user_id::text, referrer_id, case state when 'waiting' then 1 else 2 end,
         case state when 'credited' then -referrer_minor else 0 end, user_id::text
    from referrals where referrer_id = $1
  union all
  select 'dates', vehicle_id::text, user_id, version, 0, vehicle_id::text from document_vehicles where user_id = $1
   order by kind, id`

/** Everything a driver has in the shop. */
export async function shopOf(db: Db, userId: UserId): Promise<readonly ShopThing[]> {
  const bare = await db.query<Omit<Bare, 'wire'>>(BARE, [userId])
  return [
    ...(await ordersOf(db, userId)),
    ...(await giftsOf(db, userId)),
    ...(await plansOf(db, userId)),
    ...(await documentsOf(db, userId)),
    ...bare.map((row): Bare => ({ ...row, wire: null })),
  ]
}

/** When the next job for these drivers' things of the shop is due. */
export async function nextShopJobMs(db: Db, ids: readonly UserId[]): Promise<number | undefined> {
  const [row] = await db.query<{ at: number | null }>(
    `select least((select min(due_at) from subscriptions where user_id = any($1)),
                  (select min(check_at) from referrals where user_id = any($1)),
                  (select min(case e.status when 'cancelled' then e.updated_at else e.choose_by end)
                     from bookings b join events e using (event_id)
                    where b.user_id = any($1) and b.status = 'active'
                      and (e.status = 'cancelled' or b.event_choice = 'open'))) as at`,
    [ids],
  )
  return row?.at ?? undefined
}
