import type { UserId } from '../../src/domain/ids.ts'
import type { Instant } from '../../src/domain/instant.ts'
import type { DocumentKind } from '../../src/domain/document-kinds.ts'
import type { Queryable } from '../db/database.ts'

export interface ScanRow {
  readonly scan_id: string
  readonly vehicle_id: string
  readonly kind: DocumentKind
  readonly bytes: number
  readonly created_at: Instant
}

const COLUMNS = 'scan_id, vehicle_id, kind, bytes, created_at'

/** Every statement filters by user, so knowing an id alone is not enough. */
export interface ScanKey {
  readonly userId: UserId
  readonly scanId: string
}

/** Lists pictures not yet used in a renewal. */
export const listWaitingScans = (db: Queryable, userId: UserId): Promise<readonly ScanRow[]> =>
  db.query<ScanRow>(
    `select ${COLUMNS} from document_scans where user_id = $1 and renewal_id is null order by created_at, scan_id`,
    [userId],
  )

export async function findScan(db: Queryable, { userId, scanId }: ScanKey): Promise<ScanRow | undefined> {
  const [row] = await db.query<ScanRow>(`select ${COLUMNS} from document_scans where user_id = $1 and scan_id = $2`, [
    userId,
    scanId,
  ])
  return row
}

export async function findSealedScan(db: Queryable, { userId, scanId }: ScanKey): Promise<Buffer | undefined> {
  const [row] = await db.query<{ sealed: Buffer }>(
    'select sealed from document_scans where user_id = $1 and scan_id = $2',
    [userId, scanId],
  )
  return row?.sealed
}

export interface NewScan extends ScanKey {
  readonly vehicleId: string
  readonly kind: DocumentKind
  readonly sealed: Buffer
  readonly bytes: number
  readonly nowMs: number
  readonly deleteMs: number
}

/** Replaces an unused picture of the same document. Returns undefined when the id is taken. */
export async function insertScan(tx: Queryable, scan: NewScan): Promise<ScanRow | undefined> {
  await tx.query(
    `delete from document_scans where user_id = $1 and vehicle_id = $2 and kind = $3 and renewal_id is null and scan_id <> $4`,
    [scan.userId, scan.vehicleId, scan.kind, scan.scanId],
  )
  const [row] = await tx.query<ScanRow>(
    `insert into document_scans (user_id, scan_id, vehicle_id, kind, sealed, bytes, created_at, delete_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict do nothing returning ${COLUMNS}`,
    [
      ...[scan.userId, scan.scanId, scan.vehicleId, scan.kind, scan.sealed, scan.bytes],
      ...[new Date(scan.nowMs), new Date(scan.deleteMs)],
    ],
  )
  return row
}

/** Deletes an unused picture only: one used in a renewal is the office's proof. */
export async function deleteScan(tx: Queryable, { userId, scanId }: ScanKey): Promise<void> {
  await tx.query('delete from document_scans where user_id = $1 and scan_id = $2 and renewal_id is null', [
    userId,
    scanId,
  ])
}

/** Assigns unused pictures of these documents to the renewal. Returns the documents that have one. */
export async function takeScans(
  tx: Queryable,
  taken: {
    readonly userId: UserId
    readonly vehicleId: string
    readonly kinds: readonly DocumentKind[]
    readonly renewalId: string
  },
): Promise<readonly DocumentKind[]> {
  const rows = await tx.query<{ kind: DocumentKind }>(
    `update document_scans set renewal_id = $4, delete_at = null
      where user_id = $1 and vehicle_id = $2 and kind = any($3) and renewal_id is null returning kind`,
    [taken.userId, taken.vehicleId, taken.kinds, taken.renewalId],
  )
  return rows.map(({ kind }) => kind)
}

export const deleteScansAt = (tx: Queryable, renewalId: string, atMs: number): Promise<unknown> =>
  tx.query('update document_scans set delete_at = $2 where renewal_id = $1', [renewalId, new Date(atMs)])

export async function deleteOldScans(db: Queryable, nowMs: number): Promise<number> {
  const rows = await db.query('delete from document_scans where delete_at <= $1 returning scan_id', [new Date(nowMs)])
  return rows.length
}

/** Lists a renewal's pictures with their user, for an operator. */
export const listRenewalScans = (
  db: Queryable,
  renewalId: string,
): Promise<ReadonlyArray<ScanRow & { readonly user_id: UserId }>> =>
  db.query(`select user_id, ${COLUMNS} from document_scans where renewal_id = $1 order by kind`, [renewalId])

/** Lists encrypted pictures for the account export. */
export const listSealedScans = (
  db: Queryable,
  userId: UserId,
): Promise<ReadonlyArray<ScanRow & { readonly sealed: Buffer }>> =>
  db.query(`select sealed, ${COLUMNS} from document_scans where user_id = $1 order by created_at, scan_id`, [userId])
