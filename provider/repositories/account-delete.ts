import type { UserId } from '../../src/domain/ids.ts'
import type { Currency } from '../../src/domain/money.ts'
import { must } from '../../src/lib/assert.ts'
import type { Queryable } from '../db/database.ts'

export interface OwnedWallet {
  readonly wallet_id: string
  readonly currency: Currency
  readonly balance_minor: number
}

/** Locks the wallets until the transaction ends, so nothing is booked or paid out meanwhile. */
export const lockWallets = (tx: Queryable, userId: UserId): Promise<readonly OwnedWallet[]> =>
  tx.query<OwnedWallet>(
    'select wallet_id, currency, balance_minor from wallets where user_id = $1 order by wallet_id for update',
    [userId],
  )

export interface Unfinished {
  /** Current and future bookings, including held spaces. */
  readonly bookings: number
  /** Payments that may still arrive, and withdrawals not yet paid out. */
  readonly movements: number
  /** Orders and document renewals that may still be refunded. */
  readonly orders: number
}

export async function countUnfinished(tx: Queryable, userId: UserId, nowMs: number): Promise<Unfinished> {
  const [row] = await tx.query<Unfinished>(
    `select (select count(*) from bookings where user_id = $1 and status = 'active' and end_time > $2) as bookings,
            (select count(*) from payments where user_id = $1 and state in ('created', 'sent', 'pending') and expires_at > $2)
          + (select count(*) from withdrawals where user_id = $1 and state in ('requested', 'paying')) as movements,
            (select count(*) from orders where user_id = $1 and stage in ('pending', 'accepted', 'processing'))
          + (select count(*) from document_renewals where user_id = $1 and stage in ('received', 'checked', 'at_office')) as orders`,
    [userId, new Date(nowMs)],
  )
  return must(row, 'counts')
}

/**
 * Posts the remaining balance: promotional credit back to 'promo', the driver's own money, which they gave up, to
 * 'fees'.
 */
export async function closeWallet(
  tx: Queryable,
  { wallet_id: walletId, balance_minor: balanceMinor }: OwnedWallet,
  closing: { readonly ownMinor: number; readonly nowMs: number },
): Promise<void> {
  if (balanceMinor === 0) return
  const parts = [
    { account: 'promo', amount: balanceMinor - closing.ownMinor },
    { account: 'fees', amount: closing.ownMinor },
  ].filter(({ amount }) => amount > 0)
  await tx.query(`select post_to_wallet($1, -$2::bigint, $3, $4::bigint[], $5, 'adjustment', null, null, $6)`, [
    ...[walletId, balanceMinor, parts.map(({ account }) => account), parts.map(({ amount }) => amount)],
    ...[`closing:${walletId}`, new Date(closing.nowMs)],
  ])
}

/** Rows that concern only the driver. Stored idempotent answers contain plates and names. */
const DELETED = [
  'delete from document_notices where user_id = $1',
  'delete from document_scans where user_id = $1',
  'delete from documents_under_way where user_id = $1',
  'delete from vehicles where user_id = $1',
  'delete from favourites where user_id = $1',
  'delete from refresh_families where user_id = $1',
  'delete from passkeys where user_id = $1',
  'delete from passkey_challenges where user_id = $1',
  'delete from social_identities where user_id = $1',
  'delete from registrations r using users u where u.user_id = $1 and r.email = u.email',
  'delete from email_changes where user_id = $1',
  'delete from password_resets where user_id = $1',
  'delete from push_subscriptions where user_id = $1',
  'delete from auto_top_ups where user_id = $1',
  'delete from free_cancellations where user_id = $1',
  'delete from booking_mails m using bookings b where b.user_id = $1 and m.booking_id = b.booking_id',
  'delete from plan_news n using subscriptions s where s.user_id = $1 and n.subscription_id = s.subscription_id',
  'delete from referral_mails where to_user_id = $1',
  'delete from referral_devices where user_id = $1',
  'delete from referral_codes where user_id = $1',
  'delete from no_space_refunds where user_id = $1',
  'delete from park_problems where user_id = $1',
  'delete from review_reports where user_id = $1',
  'delete from reviews where user_id = $1',
  'delete from contact_messages where user_id = $1',
  'delete from operator_invitations i using users u where u.user_id = $1 and i.email = u.email',
  'delete from space_requests where user_id = $1',
  `delete from companies where user_id = $1 and status <> 'approved'`,
  'delete from sandbox_mails m using users u where u.user_id = $1 and lower(m.recipient) = u.email',
  `delete from idempotency_keys where scope = 'user:' || $1::uuid::text`,
]

/** Rows that the books need, stripped of personal data. */
const BLANKED = [
  `update bookings set plate = '', former_plates = '{}', pass_text = null where user_id = $1`,
  'update payments set start = null where user_id = $1',
  'update withdrawals set note = null where user_id = $1',
  `update document_renewals set plate = '' where user_id = $1`,
  // The paid rest of a plan is forfeited.
  `update subscriptions set state = 'ended', end_reason = 'cancelled', due_at = null, version = version + 1 where user_id = $1 and state <> 'ended'`,
  // Changes made for an organisation stay on record, without the name.
  `update operator_keys k set name = '' from operator_members m where m.user_id = $1 and m.key_id = k.key_id`,
  // An approved company stays for its other members, without the address of who asked for it.
  `update users k set contact_email = null from companies c, users u
    where u.user_id = $1 and k.user_id = c.company_id and (c.user_id = u.user_id or c.email = u.email)`,
  `update companies c set email = '', contact_name = '', text = '', mail_at = null from users u
    where u.user_id = $1 and c.status = 'approved' and (c.user_id = u.user_id or c.email = u.email)`,
  'update companies set user_id = null where user_id = $1',
  // Gifts already given remain valid.
  'update gifts set email = null, mail_at = null where buyer_id = $1',
]

/** Ends pending referrals by or of the driver; credited ones stay credited. */
const END_REFERRALS = `update referrals set state = 'refused', reason = 'gone', settled_at = $2, check_at = null
  where $1 in (user_id, referrer_id) and state = 'waiting'`

/** Leaves operator organisations. */
const LEAVE_ORGANISATIONS = `update operator_members set user_id = null, removed_at = coalesce(removed_at, $2) where user_id = $1`

/** What companies have paid for stays on record, without the address. */
const LEAVE_COMPANIES = `update company_members m set email = '', mail_at = null, removed_at = coalesce(removed_at, $2) from users u
  where u.user_id = $1 and (m.user_id = $1 or (m.user_id is null and m.email = u.email))`

/** A job removes saved payment methods at the gateway; until then only the token is kept. */
const FORGET_METHODS = `update payment_methods set brand = null, last4 = null, removed_at = coalesce(removed_at, $2),
  forget_at = case when token = '' then null else coalesce(forget_at, $2) end where user_id = $1`

/** Makes the account unusable: no sign-in address, no password, no name. */
const CLOSED = `update users set email = 'deleted:' || user_id, password_hash = null, first_name = '', last_name = '', phone = null, mail_off = '{}',
  email_verified_at = null, disabled_at = $2, deleted_at = $2, updated_at = $2 where user_id = $1`

export async function eraseUser(tx: Queryable, userId: UserId, nowMs: number): Promise<void> {
  for (const sql of [...DELETED, ...BLANKED]) await tx.query(sql, [userId])
  for (const sql of [END_REFERRALS, LEAVE_ORGANISATIONS, LEAVE_COMPANIES, FORGET_METHODS, CLOSED])
    await tx.query(sql, [userId, new Date(nowMs)])
}
