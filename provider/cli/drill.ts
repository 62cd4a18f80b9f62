import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { silentLog } from '../../src/lib/log.ts'
import { restore } from '../db/backup.ts'
import type { Opening } from '../db/backup-cipher.ts'
import { startEmbedded } from '../db/embedded.ts'
import { migrate } from '../db/migrate.ts'
import { createPool } from '../db/pool.ts'
import { SERVICE_ROLE } from '../db/roles.ts'
import { createSeal } from '../db/seal.ts'
import { sealStored } from '../db/secrets.ts'
import { createDatabase } from '../db/transaction.ts'
import type { Database } from '../db/database.ts'
import { reconcile } from '../repositories/ledger.ts'
import type { Printed } from './attendants.ts'
import { differenceLines } from './reconcile.ts'

async function look(db: Database, file: string, opening: Opening): Promise<Printed> {
  await migrate(db.pool, SERVICE_ROLE)
  await restore(db.pool, file, opening)
  // Fails if a key cannot be decrypted: with the wrong key encryption key nobody could sign in and no pass would
  // verify.
  await sealStored(db)
  const differences = await reconcile(db)
  const rows = await db.query<{ what: string; count: number; newest: number | null }>(
    `select 'accounts' as what, count(*)::float8 as count, max(created_at) as newest from users
     union all select 'bookings', count(*)::float8, max(created_at) from bookings
     union all select 'postings', count(*)::float8, max(created_at) from postings`,
  )
  const lines = rows.map(
    ({ what, count, newest }) =>
      `${String(count)} ${what}, the newest of ${newest === null ? 'never' : new Date(newest).toISOString()}`,
  )
  return differences.length === 0
    ? { lines: [...lines, 'The backup is whole: its ledger, wallets and bookings agree.'], exitCode: 0 }
    : { lines: [...lines, ...differences.flatMap(differenceLines), 'The backup is NOT whole.'], exitCode: 1 }
}

/**
 * Restores a backup into a temporary database, checks it and reports whether it is intact. Touches nothing that is
 * running, so it can run every night. Throws, like `restore`, on a damaged or foreign file, one of a later release, and
 * keys that do not decrypt it.
 */
export async function drill(
  file: string,
  { keyEncryptionKeys, opening }: { readonly keyEncryptionKeys: readonly string[]; readonly opening: Opening },
): Promise<Printed> {
  const dataDir = await mkdtemp(join(tmpdir(), 'baywise-drill-'))
  try {
    const embedded = await startEmbedded({ dataDir, log: silentLog })
    const seal = createSeal(keyEncryptionKeys)
    const db = createDatabase(createPool(embedded.url, { max: 2, log: silentLog }), { seal })
    try {
      return await look(db, file, opening)
    } finally {
      await db.close()
      await embedded.stop()
    }
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}
