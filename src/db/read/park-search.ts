import type { Park } from '../../contract/parks.ts'
import { searchTokens } from '../../domain/search-text.ts'
import { databases, type Databases } from '../databases.ts'
import { onPublic } from '../with-db.ts'
import { countryOfLine } from '../park-lines.ts'
import type { ParkPlace } from '../park-places.ts'
import { isBefore, type Rank } from '../park-starts.ts'
import type { KeptPark, PublicDb, SavedPark, TileRow } from '../schema.ts'
import { parksOfTileWith } from '../tile-text.ts'
import { findBlocks, findLines, readWordIndex } from '../word-index.ts'
import { oldestOf, type Saved } from './saved.ts'

export type { KeptPark }

export interface SearchQuery {
  readonly text: string
  readonly limit: number
  readonly country?: Park['country_code']
}

export const toKept = ({ park, savedAt }: SavedPark): KeptPark => ({ ...park, savedAt })

export const tilesOf = (refs: readonly ParkPlace[]): number[] => [...new Set(refs.map(({ cell }) => cell))]

/** Returns the parks of `refs`, in their order, from tiles that were read. */
export function parksInTiles(tiles: ReadonlyMap<number, TileRow | undefined>, refs: readonly ParkPlace[]): SavedPark[] {
  const wanted = new Set(refs.map(({ id }) => id))
  const found = tilesOf(refs).flatMap((cell) => {
    const tile = tiles.get(cell)
    return tile === undefined ? [] : parksOfTileWith(tile, wanted)
  })
  const byId = new Map(found.map((saved) => [saved.park.id, saved]))
  return refs.flatMap((ref) => byId.get(ref.id) ?? [])
}

/** Returns the parks of `refs`, in their order, with one read per tile. */
export async function readSavedParks({ public: db }: Databases, refs: readonly ParkPlace[]): Promise<SavedPark[]> {
  const cells = tilesOf(refs)
  const rows = await db.tiles.bulkGet(cells)
  return parksInTiles(new Map(cells.map((cell, index) => [cell, rows[index]])), refs)
}

/** Blocks in the first read; doubles for each further read while hits are missing. */
const BLOCKS_AT_ONCE = 2

type Hit = ParkPlace & Rank

/** Keeps the best `limit` hits, in order. */
function keepHit(hits: Hit[], hit: Hit, limit: number): void {
  const last = hits.at(-1)
  if (hits.length === limit && last !== undefined && !isBefore(hit, last)) return
  const later = hits.findIndex((other) => !isBefore(other, hit))
  hits.splice(later === -1 ? hits.length : later, 0, hit)
  if (hits.length > limit) hits.pop()
}

async function findHits(
  db: PublicDb,
  { limit, country }: SearchQuery,
  words: readonly string[],
): Promise<readonly Hit[]> {
  const parts = words.map((word) => ` ${word}`)
  const index = await readWordIndex(db)
  const blocks = findBlocks(index, { words, country })
  const hits: Hit[] = []
  for (let from = 0, atOnce = BLOCKS_AT_ONCE; from < blocks.length; from += atOnce, atOnce *= 2) {
    const [next, last] = [blocks[from], hits.at(-1)]
    // Neither this block nor a later one can have a better hit.
    if (hits.length === limit && next !== undefined && last !== undefined && isBefore(last, next)) break
    const names = blocks.slice(from, from + atOnce).map(({ block }) => block)
    for (const { id, cell, line } of await findLines(db, names, { index, parts })) {
      if (country !== undefined && countryOfLine(line) !== country) continue
      keepHit(hits, { id, cell, place: Math.min(...parts.map((part) => line.indexOf(part))) }, limit)
    }
  }
  return hits
}

/**
 * Returns mirrored parks in which every word of the text is the start of a word; hits in the name come before hits in
 * the address.
 */
export function readParkSearch(query: SearchQuery, dbs: Databases = databases): Promise<Saved<readonly KeptPark[]>> {
  const words = searchTokens(query.text)
  if (words.length === 0) return Promise.resolve({ value: [], savedAt: null })
  return onPublic(dbs, async () => {
    const saved = await readSavedParks(dbs, await findHits(dbs.public, query, words))
    return { value: saved.map(toKept), savedAt: oldestOf(saved.map(({ savedAt }) => savedAt)) }
  })
}
