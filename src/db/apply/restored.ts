import type { Databases } from '../databases.ts'
import type { UserDb } from '../schema.ts'
import { onPublic } from '../with-db.ts'
import { inChunks } from './in-chunks.ts'
import { writeAsUser } from './user-rows.ts'

/*
 * A provider that was restored from a backup has earlier versions of rows, or has rows no more, that this phone has seen.
 * A pull that began after such a row was stored cannot be an old answer, so what it says is how things are now.
 */
export type Step = 'forward' | 'stale' | 'back'

/** What an incoming version is to the known row: newer or the same, an answer that came late, or a provider gone back. */
export function isStep(
  known: { readonly version: number; readonly seq: number },
  incoming: { readonly version: number; readonly since: number },
): Step {
  if (incoming.version >= known.version) return 'forward'
  return known.seq <= incoming.since ? 'back' : 'stale'
}

/** The ledger only grows, so rows of a future that did not happen would stay for ever. Says since when, too. */
export const forgetLedger = (db: UserDb, savedAt: number): Promise<unknown> =>
  db.transaction('rw', [db.transactions, db.wallets, db.payments, db.receipts, db.saved], async () => {
    for (const table of [db.transactions, db.wallets, db.payments, db.receipts]) await table.clear()
    await db.saved.put({ key: 'restored', savedAt })
  })

/** The saved car parks stay, but any answer about them is newer now; small lists are asked for anew. */
export async function applyDistrust(dbs: Databases): Promise<void> {
  const cells = await onPublic(dbs, () => dbs.public.tiles.toCollection().primaryKeys())
  await inChunks(cells, (chunk) =>
    onPublic(dbs, () =>
      dbs.public.tiles
        .where('cell')
        .anyOf([...chunk])
        .modify((tile, ref) => {
          ref.value = { ...tile, parks: tile.parks.map((saved) => ({ ...saved, park: { ...saved.park, version: 0 } })) }
        }),
    ),
  )
  await onPublic(dbs, () => dbs.public.saved.bulkDelete(['countries', 'pass-keys']))
}

/** The driver has read that the provider went back. */
export const applyRestoredRead = (dbs: Databases, userId: string): Promise<boolean> =>
  writeAsUser(dbs, userId, (db) => db.saved.delete('restored'))
