import type { PublicDb, SavedRow } from '../schema.ts'

/** Car parks that were looked at last. */
const KEPT = 24

/** One of the rows whose keys begin with `prefix`; of those the oldest go. In a transaction. */
export async function keepLately({ saved }: Pick<PublicDb, 'saved'>, prefix: string, row: SavedRow): Promise<void> {
  await saved.put(row)
  const rows = await saved.where('key').startsWith(prefix).toArray()
  const old = rows.toSorted((a, b) => b.savedAt - a.savedAt).slice(KEPT)
  await saved.bulkDelete(old.map(({ key }) => key))
}
