import type { Park } from '../../contract/parks.ts'
import { type KeptImages, readImages } from '../../lib/image-caches.ts'
import { databases, type Databases } from '../databases.ts'
import type { SavedAt, TileRow, UserDb } from '../schema.ts'
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
  readonly parks: ReadonlyMap<Park['country_code'], KeptRows>
  /** With the pieces of street maps that were looked at. */
  readonly images: KeptImages
  /** Null: nobody is signed in. */
  readonly own: OwnKept | null
}

export interface OwnKept {
  readonly bookings: KeptRows
  readonly vehicles: KeptRows
  readonly transactions: KeptRows
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

async function readOwn(db: UserDb): Promise<OwnKept> {
  const [bookings, vehicles, transactions, outbox, saved] = await Promise.all([
    db.bookings.toArray(),
    db.vehicles.toArray(),
    db.transactions.toArray(),
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
    requests: rowsOf(outbox, null),
  }
}

/** Everything that is kept on this phone, by kind. Reads all of it: for a page that is opened to see it. */
export async function readKept(dbs: Databases = databases): Promise<Kept> {
  const parks = new Map<Park['country_code'], KeptRows>()
  // One tile at a time: all of them at once would not fit into a small phone's memory.
  await onPublic(dbs, () => dbs.public.tiles.each((tile) => addTile(parks, tile)))
  const [images, streets, own] = await Promise.all([
    readImages(),
    readKeptStreets(),
    readAsUser<OwnKept | null>(dbs, null, readOwn),
  ])
  const pictures = { count: images.count + streets.count, bytes: images.bytes + streets.bytes }
  return { parks, images: pictures, own }
}
