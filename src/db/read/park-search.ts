import type { Park } from '../../contract/parks.ts'
import { searchTokens, shardOf } from '../../domain/search-text.ts'
import { databases, type Databases } from '../databases.ts'
import { onPublic } from '../with-db.ts'
import type { KeptPark, SavedPark, ShardPark } from '../schema.ts'
import { oldestOf, type Saved } from './saved.ts'

export type { KeptPark }

export interface SearchQuery {
  readonly text: string
  readonly limit: number
  readonly country?: Park['country_code']
}

/** The longest word has the smallest shard. */
const longestOf = (words: readonly string[]): string =>
  words.reduce((longest, word) => (word.length > longest.length ? word : longest))

/** Of every piece of the world; a word of one or two letters starts the words of many shards. */
async function candidates(dbs: Databases, word: string): Promise<readonly ShardPark[]> {
  const rows = await dbs.public.shards.where('token').startsWith(shardOf(word)).toArray()
  return [...new Map(rows.flatMap((row) => row.parks).map((park) => [park.id, park])).values()]
}

export const toKept = ({ park, savedAt }: SavedPark): KeptPark => ({ ...park, savedAt })

/** The parks of `refs`, in their order, with one read a tile. */
export async function readSavedParks(
  dbs: Databases,
  refs: readonly { readonly id: number; readonly cell: number }[],
): Promise<SavedPark[]> {
  const cells = [...new Set(refs.map((ref) => ref.cell))]
  const tiles = await dbs.public.tiles.bulkGet(cells)
  const byId = new Map(tiles.flatMap((tile) => tile?.parks ?? []).map((saved) => [saved.park.id, saved]))
  return refs.flatMap((ref) => byId.get(ref.id) ?? [])
}

/** Mirrored parks of which every word of the text starts a word; a hit in the name comes before one in the address. */
export function readParkSearch(query: SearchQuery, dbs: Databases = databases): Promise<Saved<readonly KeptPark[]>> {
  const words = searchTokens(query.text)
  if (words.length === 0) return Promise.resolve({ value: [], savedAt: null })
  return onPublic(dbs, async () => {
    const rows = await candidates(dbs, longestOf(words))
    const hits = rows
      .filter((row) => query.country === undefined || row.country === query.country)
      .map((row) => ({ row, places: words.map((word) => row.words.indexOf(` ${word}`)) }))
      .filter(({ places }) => places.every((place) => place >= 0))
      .map(({ row, places }) => ({ row, place: Math.min(...places) }))
      .toSorted((a, b) => a.place - b.place || a.row.id - b.row.id)
      .slice(0, query.limit)
    const saved = await readSavedParks(
      dbs,
      hits.map(({ row }) => row),
    )
    return { value: saved.map(toKept), savedAt: oldestOf(saved.map(({ savedAt }) => savedAt)) }
  })
}
