import { ChunkSource, type ChunkSourceParts } from './chunk-source.ts'
import { type ArchiveAt, CHUNK_BYTES } from './fetch-chunk.ts'
import { CorruptError, type Header, PmtilesReader } from './pmtiles-reader.ts'
import { parseTile, type StreetTile } from './street-tile.ts'
import { type Box, dataTile, type TileAt } from './tile-math.ts'

/** An archive and the area it covers, in degrees. */
export interface StreetRegion extends ArchiveAt {
  readonly box: Box
}

export type ArchiveParts = Omit<ChunkSourceParts, 'archive'>

/** Number of decoded tiles in memory: two screens of a desktop. */
const DECODED = 48

/** `/tiles/lagos-0a1b.pmtiles` and `/tiles/lagos-77aa.pmtiles` belong to the same region. */
const regionOf = (url: string): string => url.replace(/-[^-/]*$/, '')

/**
 * Reads the tiles of one archive. Every piece is compressed with a checksum: a piece that cannot be decompressed is
 * truncated or corrupt, so it is dropped and requested from the provider once more.
 */
export class StreetArchive {
  readonly region: StreetRegion
  readonly #parts: ArchiveParts
  readonly #source: ChunkSource
  readonly #tiles = new Map<string, Promise<StreetTile | null>>()
  #reader: PmtilesReader | undefined

  constructor(region: StreetRegion, parts: ArchiveParts) {
    this.region = region
    this.#parts = parts
    this.#source = new ChunkSource({ archive: region, ...parts })
  }

  /**
   * Returns the data tile that contains a map tile; null when there are no streets at this zoom. Throws `ChunkError`;
   * for an archive that is still corrupt on the second try, `CorruptError` or what the reader throws for its tile.
   */
  async read(drawn: TileAt): Promise<StreetTile | null> {
    const header = await this.#orAnew(() => this.#header())
    if (drawn.zoom < header.minZoom) return null
    const data = dataTile(drawn, header.maxZoom)
    const key = `${String(data.zoom)}/${String(data.x)}/${String(data.y)}`
    const known = this.#tiles.get(key)
    if (known !== undefined) return known
    const reading = this.#orAnew(() => this.#readTile(data))
    this.#tiles.set(key, reading)
    reading.catch(() => this.#tiles.delete(key))
    const [oldest] = this.#tiles.keys()
    if (this.#tiles.size > DECODED && oldest !== undefined) this.#tiles.delete(oldest)
    return reading
  }

  async #readTile(data: TileAt): Promise<StreetTile> {
    return parseTile((await this.#open().tile(data)) ?? new ArrayBuffer(0), data)
  }

  /** Returns the header of an archive whose length matches the provider's. */
  async #header(): Promise<Header> {
    const header = await this.#open().header()
    const { bytes } = this.region
    if (header.end > bytes) throw new CorruptError(0, Math.min(CHUNK_BYTES, bytes), 'an archive that was cut')
    return header
  }

  #open(): PmtilesReader {
    if (this.#reader !== undefined) return this.#reader
    const reader = new PmtilesReader((offset, length) => this.#source.read(offset, length))
    this.#reader = reader
    reader.header().then(
      () => this.#giveUpOlder(),
      // The caller handles the same error.
      () => undefined,
    )
    return reader
  }

  async #giveUpOlder(): Promise<void> {
    const { url } = this.region
    const isOlder = ([other]: readonly [string, number]) => other !== url && regionOf(other) === regionOf(url)
    // Chunks that could not be deleted are deleted on the next visit, or when they are the oldest.
    await Promise.allSettled([this.#parts.chunks.forget(isOlder)])
  }

  async #orAnew<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      // The reader caches failures, so it must be replaced.
      this.#reader = undefined
      // A missing answer is no evidence against the stored chunks.
      if (!(error instanceof CorruptError)) throw error
      await this.#source.distrust(error.offset, error.length)
    }
    try {
      return await work()
    } catch (error) {
      this.#reader = undefined
      this.#source.rest()
      throw error
    }
  }
}
