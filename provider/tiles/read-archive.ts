import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import {
  Compression,
  type Entry,
  findTile,
  type Header,
  SharedPromiseCache,
  type Source,
  TileType,
  zxyToTileId,
} from 'pmtiles'
import type { MadeTile } from './cut-tiles.ts'
import type { RangeSource } from './range-source.ts'
import { slimTile } from './slim-tile.ts'
import { type Box, FIRST_ZOOM, LAST_ZOOM, type TileAt, tilesOf } from './tile-box.ts'
import { TileProblem } from './tile-problem.ts'

/** Header and root directory come in the first 16 KiB. */
const HEAD_BYTES = 16_384
/** Limit for a directory or tile; anything larger is a decompression bomb. */
const MAXIMUM_UNPACKED = 16 * 1024 * 1024
/** Parts closer than this are fetched in one request of up to `REQUEST_BYTES`. */
const GAP_BYTES = 64 * 1024
const REQUEST_BYTES = 4 * 1024 * 1024
/** All tiles of a region, compressed as in the source. */
const MAXIMUM_BYTES = 256 * 1024 * 1024
const LEAF_LEVELS = 3

const unzip = promisify(gunzip)

export interface ArchiveOptions {
  readonly box: Box
  readonly buildings: boolean
}

async function unpack(bytes: Uint8Array | ArrayBuffer, compression: Compression): Promise<Uint8Array> {
  if (compression === Compression.None) return new Uint8Array(bytes)
  return unzip(new Uint8Array(bytes), { maxOutputLength: MAXIMUM_UNPACKED })
}

const KNOWN_COMPRESSIONS: ReadonlySet<Compression> = new Set([Compression.None, Compression.Gzip])

/** Throws `TileProblem` when the header's archive has no streets for the box. */
function checkHeader(name: string, header: Header, [west, south, east, north]: Box): void {
  const problem = (why: string): TileProblem => new TileProblem(`${name} ${why}`)
  if (header.specVersion !== 3) throw problem(`is PMTiles of version ${String(header.specVersion)}; version 3 is read`)
  if (header.tileType !== TileType.Mvt) throw problem('holds no vector tiles')
  const isReadable = [header.tileCompression, header.internalCompression].every((one) => KNOWN_COMPRESSIONS.has(one))
  if (!isReadable) throw problem('is packed in a way that is not read here: gzip or not at all')
  if (header.maxZoom < LAST_ZOOM) {
    throw problem(`ends at zoom ${String(header.maxZoom)}; streets need zoom ${String(LAST_ZOOM)}`)
  }
  const isBeside = west > header.maxLon || east < header.minLon || south > header.maxLat || north < header.minLat
  if (isBeside) throw problem('holds nothing of the box')
}

class Archive {
  readonly #source: RangeSource
  readonly #header: Header
  readonly #cache: SharedPromiseCache
  readonly #reader: Source

  private constructor(source: RangeSource, { header, cache, reader }: Opened) {
    this.#source = source
    this.#header = header
    this.#cache = cache
    this.#reader = reader
  }

  static async open(source: RangeSource, box: Box): Promise<Archive> {
    const cache = new SharedPromiseCache(1_000, true, async (data, compression) =>
      exact(await unpack(data, compression)),
    )
    const reader: Source = {
      getKey: () => source.name,
      getBytes: async (offset, length) => ({ data: exact(await readHead(source, offset, length)) }),
    }
    const header = await cache.getHeader(reader)
    checkHeader(source.name, header, box)
    return new Archive(source, { header, cache, reader })
  }

  async find({ z, x, y }: TileAt): Promise<Entry | undefined> {
    const id = zxyToTileId(z, x, y)
    let { rootDirectoryOffset: offset, rootDirectoryLength: length } = this.#header
    for (let level = 0; level <= LEAF_LEVELS; level += 1) {
      const directory = await this.#cache.getDirectory(this.#reader, offset, length, this.#header)
      const entry = findTile(directory, id)
      if (entry === null) return undefined
      if (entry.runLength > 0) return entry
      offset = this.#header.leafDirectoryOffset + entry.offset
      length = entry.length
    }
    throw new TileProblem(`${this.#source.name} is corrupt: its directories go round in circles`)
  }

  /** Reads the contents of entries by offset, in few requests. */
  async *contents(entries: readonly Entry[]): AsyncGenerator<readonly [offset: number, bytes: Uint8Array]> {
    const sorted = [...new Map(entries.map((entry) => [entry.offset, entry])).values()].toSorted(
      (a, b) => a.offset - b.offset,
    )
    if (sorted.reduce((sum, { length }) => sum + length, 0) > MAXIMUM_BYTES) {
      throw new TileProblem(
        `${this.#source.name} has more than ${String(MAXIMUM_BYTES / 1024 / 1024)} MB of tiles in the box`,
      )
    }
    for (const part of toRequests(sorted)) {
      const [first] = part
      const end = Math.max(...part.map(({ offset, length }) => offset + length))
      if (first === undefined) continue
      const bytes = await this.#source.read((this.#header.tileDataOffset ?? 0) + first.offset, end - first.offset)
      for (const { offset, length } of part) {
        const at = offset - first.offset
        yield [offset, await unpack(bytes.subarray(at, at + length), this.#header.tileCompression)]
      }
    }
  }
}

interface Opened {
  readonly header: Header
  readonly cache: SharedPromiseCache
  readonly reader: Source
}

/** Groups entries by the request that fetches them. */
function toRequests(sorted: readonly Entry[]): ReadonlyArray<readonly Entry[]> {
  const requests: Entry[][] = []
  let [start, end] = [0, -Infinity]
  for (const entry of sorted) {
    const last = requests.at(-1)
    const isNear = entry.offset - end <= GAP_BYTES && entry.offset + entry.length - start <= REQUEST_BYTES
    if (last !== undefined && isNear) last.push(entry)
    else {
      requests.push([entry])
      start = entry.offset
    }
    end = entry.offset + entry.length
  }
  return requests
}

const exact = (bytes: Uint8Array): ArrayBuffer => new Uint8Array(bytes).buffer

/** The reader first asks for 16 KiB; a smaller archive is read only as far as its root directory. */
async function readHead(source: RangeSource, offset: number, length: number): Promise<Buffer> {
  if (offset !== 0 || length !== HEAD_BYTES) return source.read(offset, length)
  const fixed = await source.read(0, 127)
  if (fixed.toString('latin1', 0, 7) !== 'PMTiles') throw new TileProblem(`${source.name} is not a PMTiles file`)
  const end = Number(fixed.readBigUInt64LE(8) + fixed.readBigUInt64LE(16))
  return end <= HEAD_BYTES ? source.read(0, Math.max(127, end)) : source.read(0, HEAD_BYTES)
}

/** Turns any error that the source's bytes cause in the reader into a `TileProblem`. */
async function asProblem<T>(source: RangeSource, reading: Promise<T>): Promise<T> {
  try {
    return await reading
  } catch (error) {
    if (error instanceof TileProblem) throw error
    throw new TileProblem(`${source.name} is corrupt: a part of it cannot be read`, { cause: error })
  }
}

/**
 * Returns a box's tiles, slimmed. Throws `TileProblem` when the source is not an archive, is corrupt, or has nothing in
 * the box.
 */
export const readArchive = (source: RangeSource, options: ArchiveOptions): Promise<readonly MadeTile[]> =>
  asProblem(source, readTiles(source, options))

/** Returns a box's tiles of the last zoom, unchanged. Throws like `readArchive`. */
export const readLastZoom = (source: RangeSource, box: Box): Promise<readonly MadeTile[]> =>
  asProblem(source, tilesOfZooms(source, { box, firstZoom: LAST_ZOOM, change: (bytes) => bytes }))

interface Wanted {
  readonly box: Box
  /** Up to the last zoom. */
  readonly firstZoom: number
  readonly change: (bytes: Uint8Array) => Uint8Array | undefined
}

async function tilesOfZooms(source: RangeSource, { box, firstZoom, change }: Wanted): Promise<readonly MadeTile[]> {
  const archive = await Archive.open(source, box)
  const wanted: Array<{ readonly at: TileAt; readonly entry: Entry }> = []
  for (let z = firstZoom; z <= LAST_ZOOM; z += 1) {
    for (const at of tilesOf(box, z)) {
      const entry = await archive.find(at)
      if (entry !== undefined) wanted.push({ at, entry })
    }
  }
  const changed = new Map<number, Uint8Array | undefined>()
  for await (const [offset, bytes] of archive.contents(wanted.map(({ entry }) => entry))) {
    changed.set(offset, change(bytes))
  }
  return wanted.flatMap(({ at, entry }) => {
    const bytes = changed.get(entry.offset)
    return bytes === undefined ? [] : [{ ...at, bytes }]
  })
}

async function readTiles(source: RangeSource, { box, buildings }: ArchiveOptions): Promise<readonly MadeTile[]> {
  const change = (bytes: Uint8Array): Uint8Array | undefined => slimTile(bytes, { buildings })
  const tiles = await tilesOfZooms(source, { box, firstZoom: FIRST_ZOOM, change })
  if (tiles.length === 0) throw new TileProblem(`${source.name} holds nothing of the box`)
  return tiles
}
