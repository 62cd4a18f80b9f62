import type { Park } from '../../contract/parks.ts'
import { type KeptImages, readImages } from '../../lib/image-caches.ts'
import { databases, type Databases } from '../databases.ts'
import { readKeptCells } from '../forget-parks.ts'
import type { ParkedRow } from '../parked-row.ts'
import type { ScanRow } from '../scan-row.ts'
import type { SavedAt, TileRow, UserDb } from '../schema.ts'
import { readKeptStreets } from '../street-chunks.ts'
import { bytesOfTile, parksOfTile } from '../tile-text.ts'
import { onPublic } from '../with-db.ts'
import { readAsUser } from './session.ts'

/** Rows of one kind. Bytes are the length of their text: the browser does not report the actual size. */
export interface StorageUsageRows {
  readonly count: number
  readonly bytes: number
  /** When the provider's oldest answer among them arrived, epoch milliseconds. */
  readonly savedAt: SavedAt | null
}

export interface StorageUsage {
  /** Except those of kept regions. */
  readonly parks: ReadonlyMap<Park['country_code'], StorageUsageRows>
  /** Number of kept regions, and the size of all their data. */
  readonly regions: StorageUsageRows
  /** Includes cached pieces of street maps. */
  readonly images: KeptImages
  /** Null when nobody is signed in. */
  readonly own: OwnStorageUsage | null
}

export interface OwnStorageUsage {
  readonly bookings: StorageUsageRows
  readonly vehicles: StorageUsageRows
  readonly transactions: StorageUsageRows
  /** Notes on where cars stand, with their photos. */
  readonly parked: StorageUsageRows
  /** Waiting requests and the outcomes of the others. */
  readonly requests: StorageUsageRows
}

const NOTHING: StorageUsageRows = { count: 0, bytes: 0, savedAt: null }

const olderOf = (a: SavedAt | null, b: SavedAt | null): SavedAt | null =>
  a === null || b === null ? (a ?? b) : Math.min(a, b)

const bytesOf = (value: unknown): number => JSON.stringify(value).length

const rowsOf = (rows: readonly unknown[], savedAt: SavedAt | null | undefined): StorageUsageRows => ({
  count: rows.length,
  bytes: rows.length === 0 ? 0 : bytesOf(rows),
  savedAt: savedAt ?? null,
})

/** A photo has no text, so its bytes are counted directly. */
const withPhotos = (rows: readonly ParkedRow[]): StorageUsageRows => {
  const { count, bytes } = rowsOf(rows, null)
  return { count, bytes: rows.reduce((sum, { photo }) => sum + (photo?.byteLength ?? 0), bytes), savedAt: null }
}

/** Adds the pictures that some requests send. */
const withScans = (requests: StorageUsageRows, scans: readonly ScanRow[]): StorageUsageRows => ({
  ...requests,
  bytes: scans.reduce((sum, { picture }) => sum + picture.byteLength, requests.bytes),
})

function addTile(byCountry: Map<Park['country_code'], StorageUsageRows>, tile: TileRow): void {
  const parks = parksOfTile(tile)
  // Shared bytes are divided equally.
  const bytes = Math.round(bytesOfTile(tile) / parks.length)
  for (const { park, savedAt } of parks) {
    const known = byCountry.get(park.country_code) ?? NOTHING
    byCountry.set(park.country_code, {
      count: known.count + 1,
      bytes: known.bytes + bytes,
      savedAt: olderOf(known.savedAt, savedAt),
    })
  }
}

const sumOf = (count: number, rows: readonly StorageUsageRows[], streetBytes: number): StorageUsageRows => ({
  count,
  bytes: rows.reduce((sum, { bytes }) => sum + bytes, streetBytes),
  savedAt: rows.reduce<SavedAt | null>((at, row) => olderOf(at, row.savedAt), null),
})

async function readOwn(db: UserDb): Promise<OwnStorageUsage> {
  const [bookings, vehicles, transactions, parked, scans, outbox, saved] = await Promise.all([
    db.bookings.toArray(),
    db.vehicles.toArray(),
    db.transactions.toArray(),
    db.parked.toArray(),
    db.scans.toArray(),
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
    // Leaves out the phone's own checks after a payment, which the driver did not request; Activity omits them too.
    requests: withScans(
      rowsOf(
        outbox.filter(({ kind }) => kind !== 'payment.verify'),
        null,
      ),
      scans,
    ),
  }
}

/** Returns everything stored on this phone, by kind. Reads all of it, so only for the page that shows it. */
export async function readStorageUsage(dbs: Databases = databases): Promise<StorageUsage> {
  const parks = new Map<Park['country_code'], StorageUsageRows>()
  const ofRegions = new Map<Park['country_code'], StorageUsageRows>()
  // One tile at a time: all of them at once would not fit into a small phone's memory.
  const count = await onPublic(dbs, async () => {
    const cells = await readKeptCells(dbs.public)
    await dbs.public.tiles.each((tile) => addTile(cells.has(tile.cell) ? ofRegions : parks, tile))
    return dbs.public.regions.count()
  })
  const [images, streets, own] = await Promise.all([
    readImages(),
    readKeptStreets(),
    readAsUser<OwnStorageUsage | null>(dbs, null, readOwn),
  ])
  const { cached } = streets
  const pictures = { count: images.count + cached.count, bytes: images.bytes + cached.bytes }
  return { parks, regions: sumOf(count, [...ofRegions.values()], streets.ofRegions.bytes), images: pictures, own }
}
