import type { Renewal } from '../../src/contract/vehicle-documents.ts'
import type { UserId } from '../../src/domain/ids.ts'
import type { Instant } from '../../src/domain/instant.ts'
import type { DocumentKind, RenewalStage } from '../../src/domain/document-kinds.ts'
import { must } from '../../src/lib/assert.ts'
import type { Queryable } from '../db/database.ts'
import { RECEIPT_SQL } from './bookings.ts'
import type { VehicleRow } from './vehicles.ts'

type Kept =
  | 'renewal_id'
  | 'code'
  | 'draft_id'
  | 'vehicle_id'
  | 'plate'
  | 'country_code'
  | 'currency'
  | 'lines'
  | 'days'
  | 'demo'

export interface RenewalRow extends Pick<
  Renewal,
  Kept | 'stage' | 'reason' | 'history' | 'receipt_number' | 'version'
> {
  readonly user_id: UserId
  readonly service_minor: number
  readonly vat_minor: number
  readonly total_minor: number
  readonly refunded_minor: number
  readonly created_at: Instant
}

const SELECT = `
  select d.*, (select ${RECEIPT_SQL} from postings t join receipts r using (posting_id) where t.key = 'document:' || d.renewal_id) as receipt_number
    from document_renewals d`

const LIMIT = 50

/** Lists renewals, newest first. */
export const listRenewals = (db: Queryable, userId: UserId): Promise<readonly RenewalRow[]> =>
  db.query<RenewalRow>(
    `${SELECT} where d.user_id = $1 order by d.created_at desc, d.renewal_id limit ${String(LIMIT)}`,
    [userId],
  )

const OPEN = `d.stage in ('received', 'checked', 'at_office')`

/** Lists all drivers' renewals under way, oldest first. */
export const listOpenRenewals = (
  db: Queryable,
  { limit, offset }: { readonly limit: number | null; readonly offset: number },
): Promise<readonly RenewalRow[]> =>
  db.query<RenewalRow>(`${SELECT} where ${OPEN} order by d.created_at, d.renewal_id limit $1 offset $2`, [
    limit,
    offset,
  ])

export async function countOpenRenewals(db: Queryable): Promise<number> {
  const [row] = await db.query<{ count: number }>(`select count(*) as count from document_renewals d where ${OPEN}`)
  return must(row, 'count').count
}

export async function mustRenewal(tx: Queryable, renewalId: string): Promise<RenewalRow> {
  const [row] = await tx.query<RenewalRow>(`${SELECT} where d.renewal_id = $1`, [renewalId])
  return must(row, 'renewal')
}

export async function findRenewalOfDraft(
  tx: Queryable,
  userId: UserId,
  draftId: string,
): Promise<RenewalRow | undefined> {
  const [row] = await tx.query<RenewalRow>(`${SELECT} where d.user_id = $1 and d.draft_id = $2`, [userId, draftId])
  return row
}

/** Locks a renewal for an operator until the transaction ends. */
export async function lockRenewal(tx: Queryable, code: string): Promise<RenewalRow | undefined> {
  const [found] = await tx.query<{ renewal_id: string }>(
    'select renewal_id from document_renewals where code = $1 for update',
    [code],
  )
  return found === undefined ? undefined : mustRenewal(tx, found.renewal_id)
}

export interface NewRenewal extends Pick<RenewalRow, Kept | 'user_id' | 'service_minor' | 'vat_minor' | 'total_minor'> {
  readonly nowMs: number
}

/** Returns false when this draft has been paid for meanwhile. */
export async function insertRenewal(tx: Queryable, renewal: NewRenewal): Promise<boolean> {
  const now = new Date(renewal.nowMs)
  const rows = await tx.query(
    `insert into document_renewals (renewal_id, code, user_id, draft_id, vehicle_id, plate, country_code, currency, lines, service_minor,
                                    vat_minor, total_minor, stage, history, days, demo, created_at, updated_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, 'received', $13, $14, $15, $16, $16)
     on conflict (user_id, draft_id) do nothing returning renewal_id`,
    [
      ...[renewal.renewal_id, renewal.code, renewal.user_id, renewal.draft_id, renewal.vehicle_id, renewal.plate],
      ...[renewal.country_code, renewal.currency, JSON.stringify(renewal.lines), renewal.service_minor],
      ...[renewal.vat_minor, renewal.total_minor],
      ...[JSON.stringify([{ stage: 'received', at: now.toISOString() }]), JSON.stringify(renewal.days), renewal.demo],
      now,
    ],
  )
  return rows.length > 0
}

export async function setRenewalStage(
  tx: Queryable,
  change: {
    readonly renewalId: string
    readonly stage: RenewalStage
    readonly reason: string | null
    readonly nowMs: number
  },
): Promise<void> {
  const now = new Date(change.nowMs)
  await tx.query(
    `update document_renewals set stage = $2, reason = $3, history = history || $4::jsonb, version = version + 1, updated_at = $5,
            refunded_minor = case when $2 = 'rejected' then total_minor else 0 end
      where renewal_id = $1`,
    [
      ...[change.renewalId, change.stage, change.reason],
      ...[JSON.stringify([{ stage: change.stage, at: now.toISOString() }]), now],
    ],
  )
}

/**
 * Claims the documents for this renewal until `endUnderWay`. Returns those not already under renewal. Waits for a
 * concurrent claim to end.
 */
export async function takeUnderWay(
  tx: Queryable,
  taken: {
    readonly userId: UserId
    readonly vehicle: Pick<VehicleRow, 'vehicle_id' | 'plate_normalised'>
    readonly kinds: readonly DocumentKind[]
    readonly renewalId: string
  },
): Promise<readonly DocumentKind[]> {
  const { userId, vehicle, kinds, renewalId } = taken
  const rows = await tx.query<{ kind: DocumentKind }>(
    `insert into documents_under_way (user_id, vehicle_id, kind, plate_normalised, renewal_id)
     select $1, $2, kind, $3, $4 from unnest($5::text[]) as kind order by kind
     on conflict do nothing returning kind`,
    [userId, vehicle.vehicle_id, vehicle.plate_normalised, renewalId, kinds],
  )
  return rows.map(({ kind }) => kind)
}

export const endUnderWay = (tx: Queryable, renewalId: string): Promise<unknown> =>
  tx.query('delete from documents_under_way where renewal_id = $1', [renewalId])

/** Charges the driver's wallet, or refunds it in full: the offices' fees, our fee, and the tax included in ours. */
export async function postRenewal(
  tx: Queryable,
  {
    renewal,
    kind,
    nowMs,
  }: { readonly renewal: RenewalRow; readonly kind: 'document' | 'document_refund'; readonly nowMs: number },
): Promise<void> {
  const sign = kind === 'document' ? 1 : -1
  const { total_minor: total, service_minor: service, vat_minor: vat } = renewal
  await tx.query(
    `select post_to_wallet(w.wallet_id, $3, array['documents', 'fees', 'tax'], $4::bigint[], $5, $6, null, $7, $8)
       from wallets w where w.user_id = $1 and w.currency = $2`,
    [
      ...[renewal.user_id, renewal.currency, -sign * total],
      ...[[total - service, service - vat, vat].map((amount) => sign * amount)],
      ...[`${kind}:${renewal.renewal_id}`, kind, renewal.code, new Date(nowMs)],
    ],
  )
}
