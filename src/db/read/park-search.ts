import type { Park } from '../../contract/parks.ts'
import { searchTokens, startOf } from '../../domain/search-text.ts'
import { databases, type Databases } from '../databases.ts'
import { onPublic } from '../with-db.ts'
import { countryOfLine, findLines } from '../park-blocks.ts'
import type { ParkPlace } from '../park-places.ts'
import type { KeptPark, SavedPark } from '../schema.ts'
import { parksOfTile } from '../tile-text.ts'
import { oldestOf, type Saved } from './saved.ts'

export type { KeptPark }

export interface SearchQuery {
  readonly text: string
  readonly limit: number
  readonly country?: Park['country_code']
}

export const toKept = ({ park, savedAt }: SavedPark): KeptPark => ({ ...park, savedAt })

/** The parks of `refs`, in their order, with one read a tile. */
export async function readSavedParks(dbs: Databases, refs: readonly ParkPlace[]): Promise<SavedPark[]> {
  const cells = [...new Set(refs.map((ref) => ref.cell))]
  const tiles = await dbs.public.tiles.bulkGet(cells)
  const byId = new Map(
    tiles.flatMap((tile) => (tile === undefined ? [] : parksOfTile(tile))).map((saved) => [saved.park.id, saved]),
  )
  return refs.flatMap((ref) => byId.get(ref.id) ?? [])
}

/** Mirrored parks of which every word of the text starts a word; a hit in the name comes before one in the address. */
export function readParkSearch(query: SearchQuery, dbs: Databases = databases): Promise<Saved<readonly KeptPark[]>> {
  const words = searchTokens(query.text)
  if (words.length === 0) return Promise.resolve({ value: [], savedAt: null })
  return onPublic(dbs, async () => {
    const blocks = (await dbs.public.blocks.toArray()).filter(({ starts }) =>
      words.every((word) => starts.includes(` ${startOf(word)}`)),
    )
    const parts = words.map((word) => ` ${word}`)
    const found = await findLines(dbs.public, blocks, parts)
    const hits = found
      .filter(({ line }) => query.country === undefined || countryOfLine(line) === query.country)
      .map((park) => ({ park, place: Math.min(...parts.map((part) => park.line.indexOf(part))) }))
      .toSorted((a, b) => a.place - b.place || a.park.id - b.park.id)
      .slice(0, query.limit)
    const saved = await readSavedParks(
      dbs,
      hits.map(({ park }) => park),
    )
    return { value: saved.map(toKept), savedAt: oldestOf(saved.map(({ savedAt }) => savedAt)) }
  })
}
