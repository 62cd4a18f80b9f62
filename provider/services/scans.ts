import type { UserId } from '../../src/domain/ids.ts'
import { toRfc3339 } from '../../src/domain/instant.ts'
import type { Queryable } from '../db/database.ts'
import {
  findSealedScan,
  listRenewalScans,
  listSealedScans,
  type ScanKey,
  type ScanRow,
} from '../repositories/document-scans.ts'
import { openScan } from './scan-seal.ts'

/** Reads a picture for its owner. Undefined for anyone else, or when there is none. */
export async function readScan(db: Queryable, key: ScanKey): Promise<Buffer | undefined> {
  const sealed = await findSealedScan(db, key)
  return sealed === undefined ? undefined : openScan(db, key, sealed)
}

/** Reads the pictures of a renewal, for an operator. */
export async function readRenewalScans(
  db: Queryable,
  renewalId: string,
): Promise<ReadonlyArray<Pick<ScanRow, 'kind'> & { readonly picture: Buffer | undefined }>> {
  const rows = await listRenewalScans(db, renewalId)
  return Promise.all(
    rows.map(async ({ kind, user_id: userId, scan_id: scanId }) => ({
      kind,
      picture: await readScan(db, { userId, scanId }),
    })),
  )
}

/** All stored pictures, for the driver's data export. */
export async function exportScans(
  db: Queryable,
  userId: UserId,
): Promise<Array<Readonly<Record<'kind' | 'created_at' | 'picture', string>>>> {
  const rows = await listSealedScans(db, userId)
  return Promise.all(
    rows.map(async ({ kind, created_at: created, scan_id: scanId, sealed }) => ({
      kind,
      created_at: toRfc3339(created),
      picture: (await openScan(db, { userId, scanId }, sealed)).toString('base64'),
    })),
  )
}
