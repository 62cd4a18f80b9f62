import { KEEP_DAYS } from '../../../provider/repositories/idempotency.ts'
import { type FavouriteRow, toFavouriteWire } from '../../../provider/repositories/favourites.ts'
import type { ProviderDeps } from '../../../provider/services/deps.ts'
import type { ParkId, UserId } from '../../../src/domain/ids.ts'
import type { CheckInFacts, OwnedFavourite, PaymentFacts, WithdrawalFacts } from '../target.ts'

type Db = ProviderDeps['db']

export const paymentsOf = (db: Db, ids: readonly UserId[]): Promise<readonly PaymentFacts[]> =>
  db.query<PaymentFacts>(
    `select p.user_id as "userId", p.reference, p.currency, p.purpose, p.state, p.outcome, p.booking_id as "bookingId",
            p.amount_minor as "amountMinor", p.refunded_minor as "refundedMinor",
            coalesce((select sum(e.amount_minor) from postings t join entries e using (posting_id)
                       where t.key = 'top_up:' || p.reference and e.account = 'wallet'), 0)::bigint as "creditedMinor",
            (select jsonb_build_object('status', c.status, 'amountMinor', c.amount_minor, 'refundedMinor', c.refunded_minor)
               from sandbox_charges c where c.reference = p.reference) as charge
       from payments p where p.user_id = any($1) order by p.created_at, p.reference`,
    [ids],
  )

export const withdrawalsOf = (db: Db, ids: readonly UserId[]): Promise<readonly WithdrawalFacts[]> =>
  db.query<WithdrawalFacts>(
    `select user_id as "userId", withdrawal_id as id, state, amount_minor as "amountMinor", paid_minor as "paidMinor"
       from withdrawals where user_id = any($1) order by created_at, withdrawal_id`,
    [ids],
  )

export const checkInsOf = (db: Db, parkIds: readonly ParkId[]): Promise<readonly CheckInFacts[]> =>
  db.query<CheckInFacts>(
    `select device_id as "deviceId", nonce, booking_id as "bookingId", direction, at, believed_at as "believedAt", flags
       from check_ins where park_id = any($1) order by check_in_id`,
    [parkIds],
  )

export async function favouritesOf(db: Db, ids: readonly UserId[]): Promise<readonly OwnedFavourite[]> {
  const rows = await db.query<FavouriteRow & { readonly user_id: UserId }>(
    `select f.user_id, f.park_id, f.is_favourite, k.name, k.slug, k.address, f.version, f.updated_at
       from favourites f join parks k on k.id = f.park_id where f.user_id = any($1) order by f.user_id, f.park_id`,
    [ids],
  )
  return rows.map(({ user_id: userId, ...row }) => ({ userId, favourite: toFavouriteWire(row) }))
}

/** When the next job for these drivers is due. */
export async function nextSqlJobMs(db: Db, ids: readonly UserId[]): Promise<number | undefined> {
  const [row] = await db.query<{ at: number | null }>(
    `select least(
       (select min(next_check_at) from payments where user_id = any($1)),
       (select min(hold_until) from bookings where user_id = any($1) and status = 'active'),
       (select min(created_at) + interval '10 minutes' from withdrawals where user_id = any($1) and state = 'requested'),
       (select min(created_at) + make_interval(days => $3) + interval '1 millisecond' from idempotency_keys
         where scope = any($2))) as at`,
    [ids, ids.map((id) => `user:${id}`), KEEP_DAYS],
  )
  return row?.at ?? undefined
}
