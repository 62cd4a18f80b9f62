import type { PublicDb, SavedRow } from '../schema.ts'

/** Number of recently viewed car parks to keep. */
const KEPT = 24

/**
 * Stores one of the rows whose keys begin with `prefix` and removes the oldest beyond the limit. Runs inside a
 * transaction.
 */
export async function keepLately({ saved }: Pick<PublicDb, 'saved'>, prefix: string, row: SavedRow): Promise<void> {
  await saved.put(row)
  const rows = await saved.where('key').startsWith(prefix).toArray()
  const old = rows.toSorted((a, b) => b.savedAt - a.savedAt).slice(KEPT)
  await saved.bulkDelete(old.map(({ key }) => key))
}
