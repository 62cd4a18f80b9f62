import type { Park } from '../../contract/parks.ts'
import { type KeptImages, readImages } from '../../lib/image-caches.ts'
import { databases, type Databases } from '../databases.ts'
import { readKeptCells } from '../forget-parks.ts'
import type { ParkedRow, SavedAt, TileRow, UserDb } from '../schema.ts'
import { readKeptStreets } from '../street-chunks.ts'
import { onPublic } from '../with-db.ts'
import { readAsUser } from './session.ts'

/** Rows of one kind. Bytes are those of their text: what the browser takes for them it does not tell. */
export interface KeptRows {
  readonly count: number
  readonly bytes: number
  /** The provider's oldest answer among them, epoch milliseconds. */
  readonly savedAt: SavedAt | null
}

export interface Kept {
  /** But those of kept regions. */
  readonly parks: ReadonlyMap<Park['country_code'], KeptRows>
  /** Regions that the driver keeps: how many, and all that they are made of. */
  readonly regions: KeptRows
  /** With the pieces of street maps that were looked at. */
  readonly images: KeptImages
  /** Null: nobody is signed in. */
  readonly own: OwnKept | null
}

export interface OwnKept {
  readonly bookings: KeptRows
  readonly vehicles: KeptRows
  readonly transactions: KeptRows
  /** Where cars stand, with the photos of it. */
  readonly parked: KeptRows
  /** What waits to be sent, and what became of the rest. */
  readonly requests: KeptRows
}

const NOTHING: KeptRows = { count: 0, bytes: 0, savedAt: null }

const olderOf = (a: SavedAt | null, b: SavedAt | null): SavedAt | null =>
  a === null || b === null ? (a ?? b) : Math.min(a, b)

const bytesOf = (value: unknown): number => JSON.stringify(value).length

const rowsOf = (rows: readonly unknown[], savedAt: SavedAt | null | undefined): KeptRows => ({
  count: rows.length,
  bytes: rows.length === 0 ? 0 : bytesOf(rows),
  savedAt: savedAt ?? null,
})

/** The text of a photo would be empty: its bytes are counted as they are. */
const withPhotos = (rows: readonly ParkedRow[]): KeptRows => {
  const { count, bytes } = rowsOf(rows, null)
  return { count, bytes: rows.reduce((sum, { photo }) => sum + (photo?.byteLength ?? 0), bytes), savedAt: null }
}

function addTile(byCountry: Map<Park['country_code'], KeptRows>, { parks }: TileRow): void {
  for (const saved of parks) {
    const { country_code: country } = saved.park
    const known = byCountry.get(country) ?? NOTHING
    byCountry.set(country, {
      count: known.count + 1,
      bytes: known.bytes + bytesOf(saved),
      savedAt: olderOf(known.savedAt, saved.savedAt),
    })
  }
}

const sumOf = (count: number, rows: readonly KeptRows[], streetBytes: number): KeptRows => ({
  count,
  bytes: rows.reduce((sum, { bytes }) => sum + bytes, streetBytes),
  savedAt: rows.reduce<SavedAt | null>((at, row) => olderOf(at, row.savedAt), null),
})

async function readOwn(db: UserDb): Promise<OwnKept> {
  const [bookings, vehicles, transactions, parked, outbox, saved] = await Promise.all([
    db.bookings.toArray(),
    db.vehicles.toArray(),
    db.transactions.toArray(),
    db.parked.toArray(),
    db.outbox.toArray(),
    db.saved.toArray(),
  ])
  const savedAt = (prefix: string) =>
    saved
      .filter(({ key }) => key.startsWith(prefix))
      .reduce<SavedAt | null>((at, row) => olderOf(at, row.savedAt), null)
  return {
    bookings: rowsOf(bookings, savedAt('bookings')),
    vehicles: rowsOf(vehicles, savedAt('vehicles')),
    transactions: rowsOf(transactions, savedAt('transactions:')),
    parked: withPhotos(parked),
    // The phone's own questions after a payment are not what the driver asked for: Activity leaves them out too.
    requests: rowsOf(
      outbox.filter(({ kind }) => kind !== 'payment.verify'),
      null,
    ),
  }
}

/** Everything that is kept on this phone, by kind. Reads all of it: for a page that is opened to see it. */
export async function readKept(dbs: Databases = databases): Promise<Kept> {
  const parks = new Map<Park['country_code'], KeptRows>()
  const ofRegions = new Map<Park['country_code'], KeptRows>()
  // One tile at a time: all of them at once would not fit into a small phone's memory.
  const count = await onPublic(dbs, async () => {
    const cells = await readKeptCells(dbs.public)
    await dbs.public.tiles.each((tile) => addTile(cells.has(tile.cell) ? ofRegions : parks, tile))
    return dbs.public.regions.count()
  })
  const [images, streets, own] = await Promise.all([
    readImages(),
    readKeptStreets(),
    readAsUser<OwnKept | null>(dbs, null, readOwn),
  ])
  const { cached } = streets
  const pictures = { count: images.count + cached.count, bytes: images.bytes + cached.bytes }
  return { parks, regions: sumOf(count, [...ofRegions.values()], streets.ofRegions.bytes), images: pictures, own }
}
