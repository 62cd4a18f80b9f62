import type { Databases } from '../databases.ts'
import type { UserDb } from '../schema.ts'
import { parksOfTile, toTileRow } from '../tile-text.ts'
import { onPublic } from '../with-db.ts'
import { KEPT_LISTS } from '../kept-lists.ts'
import { inChunks } from './in-chunks.ts'
import { noteRestored } from './pull-order.ts'
import { writeAsUser } from '../as-user.ts'

/*
 * A provider restored from a backup has earlier versions of rows that this phone has seen, or lacks them. A pull that
 * began after such a row was stored cannot be a late answer, so it shows the current state.
 */
export type Step = 'forward' | 'stale' | 'back'

/** The fields that date a row; not every change makes a new version. */
interface Aged {
  readonly version: number
  readonly updated_at: string
}

/**
 * Compares an incoming row with the known one: newer or the same (`forward`), a late answer (`stale`), or a provider
 * that went back (`back`). `since`: start of the pull; undefined for the answer to a write, possibly a replayed one.
 */
export function stepTo(incoming: Aged, known: { readonly row: Aged; readonly seq: number }, since?: number): Step {
  const { row, seq } = known
  if (incoming.version > row.version) return 'forward'
  const isAskedLater = since !== undefined && seq <= since
  if (incoming.version < row.version) return isAskedLater ? 'back' : 'stale'
  const isAgain = since === undefined && Date.parse(incoming.updated_at) >= Date.parse(row.updated_at)
  return isAskedLater || isAgain ? 'forward' : 'stale'
}

/** Tables that `forgetLedger` needs, besides `counters`. */
export const LEDGER = ['transactions', 'wallets', 'payments', 'receipts', 'saved'] as const

/**
 * The ledger only grows, so rows of a future that did not happen would stay forever. Also records when it was cleared.
 * Runs inside a transaction.
 */
export async function forgetLedger(db: UserDb, savedAt: number): Promise<void> {
  for (const table of [db.transactions, db.wallets, db.payments, db.receipts]) await table.clear()
  await db.saved.bulkDelete([...KEPT_LISTS])
  await db.saved.put({ key: 'restored', savedAt })
  await noteRestored(db)
}

/** Keeps the saved car parks but lets any answer replace them; makes the small lists due for another pull. */
export async function applyDistrust(dbs: Databases): Promise<void> {
  const cells = await onPublic(dbs, () => dbs.public.tiles.toCollection().primaryKeys())
  await inChunks(cells, (chunk) =>
    onPublic(dbs, () =>
      dbs.public.tiles
        .where('cell')
        .anyOf([...chunk])
        .modify((tile, ref) => {
          const parks = parksOfTile(tile).map((saved) => ({ ...saved, park: { ...saved.park, version: 0 } }))
          ref.value = toTileRow(tile.cell, parks)
        }),
    ),
  )
  await onPublic(dbs, () => dbs.public.saved.bulkDelete(['countries', 'pass-keys']))
}

/** Records that the driver has read that the provider went back. */
export const applyRestoredRead = (dbs: Databases, userId: string): Promise<boolean> =>
  writeAsUser(dbs, userId, { tables: ['saved'], work: (db) => db.saved.delete('restored') })
