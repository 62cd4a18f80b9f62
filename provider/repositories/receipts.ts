import type { BookedPass } from '../../src/contract/monthly.ts'
import type { QuoteLineWire, TaxWire } from '../../src/contract/tariff.ts'
import type { CountryCode } from '../../src/domain/country.ts'
import type { BookingCode, BookingId, UserId } from '../../src/domain/ids.ts'
import type { Instant } from '../../src/domain/instant.ts'
import type { Currency } from '../../src/domain/money.ts'
import type { Queryable } from '../db/database.ts'
import { RECEIPT_SQL } from './bookings.ts'
import { mustRenewal, type RenewalRow } from './document-renewals.ts'
import { mustOrder, type OrderRow } from './orders.ts'
import type { PeriodTerms } from './subscriptions.ts'

/**
 * A charge with its receipt. `before` and `after` are the booking's price lines around it. Times are epoch
 * milliseconds.
 */
export interface ReceiptRow {
  readonly number: string
  readonly kind: 'booking' | 'extension'
  readonly issued_at: Instant
  readonly booking_id: BookingId
  readonly booking_code: BookingCode
  readonly plate: string
  /** For a monthly pass. */
  readonly monthly: Pick<BookedPass, 'first_day' | 'last_day'> | null
  readonly currency: Currency
  readonly start_time: Instant
  readonly end_time: Instant
  readonly first_name: string
  readonly last_name: string
  readonly email: string
  readonly park: {
    readonly name: string
    readonly code: string
    readonly address: string | null
    readonly city: string | null
    readonly country_code: CountryCode
    readonly timezone: string
  }
  readonly parking_minor: number
  readonly fees_minor: number
  readonly tax_minor: number
  readonly before: readonly QuoteLineWire[] | null
  readonly after: readonly QuoteLineWire[]
  /** Taxes of the tariff the stay was booked at. */
  readonly booked_taxes: readonly Pick<TaxWire, 'code' | 'registration'>[] | null
  readonly refunds: ReadonlyArray<{ readonly amount: number; readonly at: string }>
  readonly by_gateway: boolean
  /** The company that paid. */
  readonly company: string | null
}

/**
 * A charge's key ends with the booking's version before it (`extension:<id>:<version>`), except for the first charge,
 * of version 1. The lines after the charge are those stored under the first later version, or the booking's current
 * ones.
 */
const SELECT = `
  with charge as (
    select p.*, ${RECEIPT_SQL} as number, r.created_at as issued_at,
           case when p.key = 'booking:' || p.booking_id then 0 else split_part(p.key, ':', 3)::integer end as version_before
      from receipts r join postings p using (posting_id)
     where r.country_code = $2 and r.number = $3
  )
  select c.number, c.kind, c.created_at as issued_at, b.booking_id, b.booking_code, b.plate, b.monthly, c.currency,
         coalesce(kept.start_time, b.start_time) as start_time, coalesce(kept.end_time, b.end_time) as end_time,
         u.first_name, u.last_name, case when u.guest is null then u.email else coalesce(u.contact_email, '') end as email,
         json_build_object('name', k.name, 'code', k.code, 'address', k.address, 'city', k.city, 'country_code', k.country_code, 'timezone', k.timezone) as park,
         coalesce(sum(e.amount_minor) filter (where e.account = 'park:' || b.park_id), 0)::bigint as parking_minor,
         coalesce(sum(e.amount_minor) filter (where e.account = 'fees'), 0)::bigint as fees_minor,
         coalesce(sum(e.amount_minor) filter (where e.account = 'tax'), 0)::bigint as tax_minor,
         (select lines from booking_prices where booking_id = b.booking_id and version = c.version_before) as before,
         coalesce(kept.lines, b.lines) as after,
         (select t.taxes from park_tariffs t where t.park_id = b.park_id and t.version = b.tariff_version) as booked_taxes,
         (select coalesce(json_agg(json_build_object('amount', re.amount_minor, 'at', rp.created_at) order by rp.posting_id), '[]')
            from postings rp join entries re using (posting_id)
           where rp.booking_id = b.booking_id and rp.kind = 'refund' and re.account = 'wallet' and rp.posting_id > c.posting_id
             and not exists (select 1 from postings later where later.booking_id = b.booking_id and later.kind = 'booking'
                              and later.posting_id > c.posting_id and later.posting_id < rp.posting_id)) as refunds,
         exists (select 1 from payments y where y.booking_id = b.booking_id and y.outcome = 'booked') and c.version_before = 0 as by_gateway,
         (select co.name from companies co join wallets w on w.user_id = co.company_id
           where co.company_id = b.payer_id and w.wallet_id = any (array_agg(e.wallet_id))) as company
    from charge c join bookings b using (booking_id) join parks k on k.id = b.park_id join users u on u.user_id = b.user_id
    join entries e using (posting_id)
    left join lateral (
      select lines, start_time, end_time from booking_prices
       where booking_id = b.booking_id and version > c.version_before order by version limit 1) as kept on true
   where b.user_id = $1
   group by c.number, c.kind, c.created_at, c.currency, c.posting_id, c.version_before, b.booking_id, k.id, u.user_id,
            kept.lines, kept.start_time, kept.end_time`

/** Returns undefined unless the booking is this driver's. */
export async function findReceipt(
  db: Queryable,
  userId: UserId,
  receipt: { readonly country: string; readonly number: number },
): Promise<ReceiptRow | undefined> {
  const [row] = await db.query<ReceiptRow>(SELECT, [userId, receipt.country, receipt.number])
  return row
}

export interface OrderReceiptRow {
  readonly number: string
  readonly issued_at: Instant
  readonly first_name: string
  readonly last_name: string
  readonly email: string
  readonly order: OrderRow
  readonly by_gateway: boolean
}

/** Returns undefined unless this driver paid. */
export async function findOrderReceipt(
  db: Queryable,
  userId: UserId,
  receipt: { readonly country: string; readonly number: number },
): Promise<OrderReceiptRow | undefined> {
  const [row] = await db.query<Omit<OrderReceiptRow, 'order'> & { readonly order_id: string }>(
    `select ${RECEIPT_SQL} as number, p.created_at as issued_at, o.order_id, u.first_name, u.last_name, u.email,
            exists (select 1 from payments y where y.order_id = o.order_id and y.outcome = 'booked') as by_gateway
       from receipts r join postings p using (posting_id) join orders o on o.order_code = p.description join users u using (user_id)
      where p.kind = 'order' and o.user_id = $1 and r.country_code = $2 and r.number = $3`,
    [userId, receipt.country, receipt.number],
  )
  if (row === undefined) return undefined
  const { order_id: orderId, ...facts } = row
  return { ...facts, order: await mustOrder(db, orderId) }
}

export interface RenewalReceiptRow extends Omit<OrderReceiptRow, 'order' | 'by_gateway'> {
  readonly renewal: RenewalRow
}

/** Returns undefined unless this driver paid. */
export async function findRenewalReceipt(
  db: Queryable,
  userId: UserId,
  receipt: { readonly country: string; readonly number: number },
): Promise<RenewalReceiptRow | undefined> {
  const [row] = await db.query<Omit<RenewalReceiptRow, 'renewal'> & { readonly renewal_id: string }>(
    `select ${RECEIPT_SQL} as number, p.created_at as issued_at, d.renewal_id, u.first_name, u.last_name, u.email
       from receipts r join postings p using (posting_id) join document_renewals d on d.code = p.description join users u using (user_id)
      where p.kind = 'document' and d.user_id = $1 and r.country_code = $2 and r.number = $3`,
    [userId, receipt.country, receipt.number],
  )
  if (row === undefined) return undefined
  const { renewal_id: renewalId, ...facts } = row
  return { ...facts, renewal: await mustRenewal(db, renewalId) }
}

export interface PlanReceiptRow extends Pick<PeriodTerms, 'names' | 'price_minor' | 'taxes'> {
  readonly number: string
  readonly issued_at: Instant
  readonly starts_at: Instant
  readonly ends_at: Instant
  readonly country_code: CountryCode
  readonly first_name: string
  readonly last_name: string
  readonly email: string
}

/** Finds the receipt of a plan period. Returns undefined unless this driver paid. */
export async function findPlanReceipt(
  db: Queryable,
  userId: UserId,
  receipt: { readonly country: string; readonly number: number },
): Promise<PlanReceiptRow | undefined> {
  const [row] = await db.query<PlanReceiptRow>(
    `select ${RECEIPT_SQL} as number, t.created_at as issued_at, d.names, d.price_minor, d.taxes, d.starts_at, d.ends_at, s.country_code,
            u.first_name, u.last_name, u.email
       from receipts r join postings t using (posting_id) join subscriptions s on s.subscription_id::text = t.description
       join subscription_periods d on d.subscription_id = s.subscription_id and t.key = 'plan:' || d.subscription_id || ':' || d.period
       join users u using (user_id)
      where t.kind = 'plan' and s.user_id = $1 and r.country_code = $2 and r.number = $3`,
    [userId, receipt.country, receipt.number],
  )
  return row
}
