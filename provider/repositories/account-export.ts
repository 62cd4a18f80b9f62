import type { AccountExport } from '../../src/contract/account.ts'
import type { UserId } from '../../src/domain/ids.ts'
import type { Queryable } from '../db/database.ts'

/** Document pictures are encrypted; a service decrypts them separately. */
type Section = Exclude<keyof AccountExport, 'exported_at' | 'document_scans'>

/** What each section selects for user `$1`: all their data, except credentials (hashes, tokens, keys). */
const SECTIONS: Readonly<Record<Section, string>> = {
  profile: `select user_id, email, first_name, last_name, phone, country_code, language, mail_off, email_verified_at, created_at, updated_at
    from users where user_id = $1`,
  vehicles: `select plate, country_code, region, vehicle_type_id, label, colour, make, model, is_default, created_at, updated_at
    from vehicles where user_id = $1 order by created_at`,
  favourites: `select k.code as park_code, k.name as park, f.is_favourite, f.updated_at
    from favourites f join parks k on k.id = f.park_id where f.user_id = $1 order by f.updated_at`,
  bookings: `select b.booking_code, k.name as park, k.address, b.vehicle_type_id, b.plate, b.former_plates, b.start_time, b.end_time, b.status, b.currency,
    b.total_minor, b.lines, b.cancelled_at, b.cancel_reason, b.refund_minor, (select c.name from companies c where c.company_id = b.payer_id) as paid_by, b.moved_from, b.monthly, b.checked_in_at, b.checked_out_at, b.created_at, b.updated_at
    from bookings b join parks k on k.id = b.park_id where b.user_id = $1 order by b.created_at`,
  check_ins: `select b.booking_code, c.direction, c.believed_at as at, c.received_at, c.verdict, c.method, c.flags
    from check_ins c join bookings b using (booking_id) where b.user_id = $1 order by c.believed_at`,
  orders: `select o.order_code, o.stage, o.currency, o.total_minor, o.refunded_minor, o.coupon_code, o.cancel_reason, o.created_at,
    (select json_agg(json_build_object('names', l.names, 'quantity', l.quantity, 'total_minor', l.total_minor, 'returned', l.returned)
            order by l.position) from order_lines l where l.order_id = o.order_id) as lines
    from orders o where o.user_id = $1 order by o.created_at`,
  gifts: `select case when buyer_id = $1 then 'given' else 'received' end as direction, amount_minor, currency, state,
    case when buyer_id = $1 then email end as email, created_at, settled_at
    from gifts where buyer_id = $1 or redeemed_by = $1 order by created_at`,
  vehicle_documents: `select v.plate, d.kind, to_char(d.expires_on, 'YYYY-MM-DD') as expires_on, w.commercial
    from document_dates d join document_vehicles w using (user_id, vehicle_id) join vehicles v using (user_id, vehicle_id)
    where d.user_id = $1 order by v.plate, d.kind`,
  document_renewals: `select code, plate, lines, currency, service_minor, vat_minor, total_minor, refunded_minor, stage, reason, history, created_at
    from document_renewals where user_id = $1 order by created_at`,
  plans: `select d.names, s.country_code, d.price_minor, d.percent, d.starts_at, d.ends_at, d.paid_at, s.state, s.cancelled_at, s.end_reason
    from subscriptions s join subscription_periods d using (subscription_id) where s.user_id = $1 order by d.paid_at`,
  referrals: `select case when r.user_id = $1 then 'brought by' else 'brought' end as direction, r.state, r.currency, r.entered_at, r.credited_at,
    case when r.user_id = $1 then r.referred_minor else r.referrer_minor end as amount_minor
    from referrals r where $1 in (r.user_id, r.referrer_id) order by r.entered_at`,
  referral_code: 'select code, created_at from referral_codes where user_id = $1',
  wallets: 'select currency, balance_minor, created_at from wallets where user_id = $1 order by currency',
  transactions: `select p.kind, p.currency, e.amount_minor, e.balance_after, p.description, b.booking_code, p.created_at
    from wallets w join entries e using (wallet_id) join postings p using (posting_id) left join bookings b on b.booking_id = p.booking_id
    where w.user_id in (select user_id from users where $1 in (user_id, moved_to)) order by e.entry_id`,
  payments: `select reference, purpose, gateway, kind, amount_minor, currency, state, refunded_minor, created_at, settled_at
    from payments where user_id = $1 order by created_at`,
  withdrawals: `select currency, amount_minor, paid_minor, state, note, created_at, settled_at
    from withdrawals where user_id = $1 order by created_at`,
  payment_methods: `select currency, gateway, kind, brand, last4, created_at, removed_at from payment_methods where user_id = $1 order by created_at`,
  automatic_top_ups: `select currency, enabled, threshold_minor, amount_minor, monthly_cap_minor, updated_at from auto_top_ups where user_id = $1`,
  sessions: `select browser, system, created_at, last_seen_at, revoked_at from refresh_families where user_id = $1 order by created_at`,
  passkeys: 'select name, created_at, last_used_at from passkeys where user_id = $1 order by created_at',
  social_identities: 'select provider, created_at from social_identities where user_id = $1 order by created_at',
  problem_reports: `select k.code as park_code, k.name as park, p.kind, p.text, b.booking_code, encode(f.jpeg, 'base64') as photo, p.created_at
    from park_problems p join parks k on k.id = p.park_id left join bookings b using (booking_id)
    left join problem_photos f using (problem_id) where p.user_id = $1 order by p.created_at`,
  reviews: `select b.booking_code, k.code as park_code, k.name as park, r.stars, r.text, r.answer, r.hidden_reason, r.created_at, r.updated_at,
    r.deleted_at, (select encode(f.webp, 'base64') from review_photo_files f where f.review_id = r.review_id order by f.width desc limit 1) as photo
    from reviews r join bookings b using (booking_id) join parks k on k.id = r.park_id where r.user_id = $1 order by r.created_at`,
  review_reports: 'select review_id, kind, created_at from review_reports where user_id = $1 order by created_at',
  messages:
    'select topic, name, email, company, text, created_at from contact_messages where user_id = $1 order by created_at',
  organisations: `select o.name, m.role, k.created_at, m.removed_at, k.last_used_at
    from operator_members m join operator_keys k using (key_id) join operator_organisations o on o.organisation_id = m.organisation_id
    where m.user_id = $1 order by k.created_at`,
  companies: `select c.name, c.status, m.role, m.booking_limit_minor, m.month_limit_minor, m.created_at, m.removed_at
    from companies c left join company_members m on m.company_id = c.company_id and m.user_id = $1
    where m.user_id = $1 or c.user_id = $1 order by c.created_at`,
  space_requests: `select r.topic, r.status, r.name, r.email, r.text, r.offer, r.reason, p.code as park_code, r.created_at, r.decided_at
    from space_requests r left join parks p on p.id = r.park_id where r.user_id = $1 order by r.created_at`,
  notifications: `select language, timezone, quiet_from, quiet_to, created_at, last_sent_at from push_subscriptions where user_id = $1 order by created_at`,
}

type Rows = readonly Readonly<Record<string, unknown>>[]

/** Times in RFC 3339, amounts in minor units. The sections are consistent if `tx` is a snapshot. */
export async function readAccount(tx: Queryable, userId: UserId): Promise<Readonly<Record<Section, Rows>>> {
  const sections: [string, Rows][] = []
  for (const [name, sql] of Object.entries(SECTIONS)) {
    const rows = await tx.query<{ row: Rows[number] }>(`select to_jsonb(x) as row from (${sql}) as x`, [userId])
    sections.push([name, rows.map(({ row }) => row)])
  }
  return Object.fromEntries(sections) as Record<Section, Rows>
}
