import type { Park, ParkTile } from '../../contract/parks.ts'
import { type Databases, sparing } from '../databases.ts'
import type { SavedPark } from '../schema.ts'
import { parksOfTile, toTileRow } from '../tile-text.ts'
import { onPublic } from '../with-db.ts'
import { inChunks } from './in-chunks.ts'
import { applyParkTiles } from './park-tiles.ts'

/** Cells as a region's file has them: without free spaces, and with the region's end of price validity. */
export interface PackedTiles {
  readonly tiles: readonly Pick<ParkTile, 'cell' | 'parks'>[]
  /** When the provider made the file, and when it last confirmed it, by this phone's clock, epoch milliseconds. */
  readonly madeAt: number
  readonly savedAt: number
}

const laterOf = (a: string, b: string): string => (Date.parse(a) > Date.parse(b) ? a : b)

/** An answer from the provider after the file was made is more accurate than the file. */
function isFresher({ park: known, savedAt }: SavedPark, park: Park, madeAt: number): boolean {
  return savedAt >= madeAt && known.version === park.version && known.tariff_version !== park.tariff_version
}

/** A file has no free spaces, so the known ones stay. */
const withWhatIsKnown = (park: Park, { park: known }: SavedPark): Park => ({
  ...park,
  available: known.available,
  available_at: known.available_at,
  rate:
    known.tariff_version === park.tariff_version
      ? { ...park.rate, valid_until: laterOf(park.rate.valid_until, known.rate.valid_until) }
      : park.rate,
})

/** Stores whole cells of a region's file. An older version never replaces a newer one: see `applyParks`. */
export const applyPackedTiles = (dbs: Databases, { tiles, madeAt, savedAt }: PackedTiles): Promise<void> =>
  applyParkTiles(sparing(dbs), { tiles, startedAt: madeAt, savedAt }, (park, known) =>
    isFresher(known, park, madeAt) ? null : withWhatIsKnown(park, known),
  )

export interface Renewal {
  /** `valid_until` from the last file or renewal: a park with a different value came from an answer of its own. */
  readonly from: string
  readonly until: string
  readonly savedAt: number
}

/** The provider has confirmed that these cells are unchanged: their car parks take the age of that answer. */
export const renewPackedTiles = (dbs: Databases, cells: readonly number[], renewal: Renewal): Promise<void> =>
  inChunks(cells, (chunk) => onPublic(sparing(dbs), () => renewChunk(dbs, chunk, renewal)))

const renewChunk = (dbs: Databases, cells: readonly number[], { from, until, savedAt }: Renewal): Promise<void> =>
  dbs.public.transaction('rw', [dbs.public.tiles], async () => {
    const tiles = await dbs.public.tiles.bulkGet([...cells])
    const renewed = new Map<Park['rate'], Park['rate']>()
    const renew = (saved: SavedPark): SavedPark => {
      const { park } = saved
      if (park.rate.valid_until !== from) return saved
      const rate = renewed.get(park.rate) ?? { ...park.rate, valid_until: until }
      renewed.set(park.rate, rate)
      return { park: { ...park, rate }, savedAt }
    }
    const rows = tiles.flatMap((tile) => tile ?? []).map((tile) => toTileRow(tile.cell, parksOfTile(tile).map(renew)))
    await dbs.public.tiles.bulkPut(rows)
  })
