import { ChunkSource, type ChunkSourceParts } from './chunk-source.ts'
import { type ArchiveAt, CHUNK_BYTES } from './fetch-chunk.ts'
import { CorruptError, type Header, PmtilesReader } from './pmtiles-reader.ts'
import { parseTile, type StreetTile } from './street-tile.ts'
import { type Box, dataTile, type TileAt } from './tile-math.ts'

/** An archive with the area that it covers, degrees. */
export interface StreetRegion extends ArchiveAt {
  readonly box: Box
}

export type ArchiveParts = Omit<ChunkSourceParts, 'archive'>

/** Decoded tiles that stay in memory: two screens of a desktop. */
const DECODED = 48

/** `/tiles/lagos-0a1b.pmtiles` is of the same region as `/tiles/lagos-77aa.pmtiles`. */
const regionOf = (url: string): string => url.replace(/-[^-/]*$/, '')

/**
 * Reads the tiles of one archive. Every piece of it is compressed with a check sum: what does not decompress was cut or corrupted, is given
 * up, and is asked of the provider once more.
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
   * The tile of the data that a drawn tile lies in; null where there are no streets at this zoom.
   * Errors: `ChunkError`; of a corrupted archive, after a second try, `CorruptError` or whatever its tile makes the reader throw.
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

  /** Of an archive that is as long as the provider says. */
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
      // Whoever asked for it is told.
      () => undefined,
    )
    return reader
  }

  async #giveUpOlder(): Promise<void> {
    const { url } = this.region
    const isOlder = ([other]: readonly [string, number]) => other !== url && regionOf(other) === regionOf(url)
    // What is left of them is given up with the next visit, or as the oldest.
    await Promise.allSettled([this.#parts.chunks.forget(isOlder)])
  }

  async #orAnew<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work()
    } catch (error) {
      // The reader keeps what failed.
      this.#reader = undefined
      // Without an answer nothing was read: what is kept is as good as before.
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
