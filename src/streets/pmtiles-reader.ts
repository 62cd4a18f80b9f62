import { PbfReader } from 'pbf'
import type { TileAt } from './tile-math.ts'

/** Returns bytes of an archive; fewer than requested only at its end. */
export type ReadBytes = (offset: number, length: number) => Promise<ArrayBuffer>

/**
 * Bytes that cannot belong to this archive: truncated, changed, or of another file or version. The message says which.
 */
export class CorruptError extends Error {
  override name = 'CorruptError'
  readonly offset: number
  readonly length: number

  constructor(offset: number, length: number, cause: unknown) {
    super(`Bytes ${String(offset)} to ${String(offset + length)} are not an archive's`, { cause })
    this.offset = offset
    this.length = length
  }
}

export interface Header {
  readonly minZoom: number
  readonly maxZoom: number
  /** End of the last tile. */
  readonly end: number
}

interface Layout extends Header {
  readonly rootOffset: number
  readonly rootLength: number
  readonly leafOffset: number
  readonly dataOffset: number
  readonly isGzipped: { readonly directories: boolean; readonly tiles: boolean }
}

/** Entry of one tile, of a run of equal tiles, or (`run` 0) of a further directory. */
interface Entry {
  readonly id: number
  readonly run: number
  readonly length: number
  readonly offset: number
}

/** Contains the header and the root directory. */
const HEAD_BYTES = 16_384
const HEADER_BYTES = 127
const MAGIC = 'PMTiles'
const VERSION = 3
const COMPRESSION = { none: 1, gzip: 2 } as const
const VECTOR_TILES = 1
/** Limit of directory levels; the largest archives have three. */
const MAX_DIRECTORY_LEVELS = 4

/**
 * Returns a tile's index on the Hilbert curve that orders archives:
 * https://github.com/protomaps/PMTiles/blob/main/spec/v3/spec.md
 */
export function tileIdOf({ x, y, zoom }: TileAt): number {
  let id = (4 ** zoom - 1) / 3
  let [left, top] = [x, y]
  for (let side = 2 ** (zoom - 1); side >= 1; side /= 2) {
    const isRight = (left & side) > 0 ? 1 : 0
    const isLow = (top & side) > 0 ? 1 : 0
    id += side * side * ((3 * isRight) ^ isLow)
    if (isLow === 1) continue
    if (isRight === 1) [left, top] = [side - 1 - left, side - 1 - top]
    ;[left, top] = [top, left]
  }
  return id
}

function parseHeader(bytes: ArrayBuffer): Layout {
  const view = new DataView(bytes)
  if (bytes.byteLength < HEADER_BYTES || new TextDecoder().decode(bytes.slice(0, MAGIC.length)) !== MAGIC)
    throw new Error('no PMTiles archive')
  const long = (at: number): number => Number(view.getBigUint64(at, true))
  const isGzip = (at: number): boolean => {
    const kind = view.getUint8(at)
    if (kind !== COMPRESSION.none && kind !== COMPRESSION.gzip) throw new Error(`compression ${String(kind)}`)
    return kind === COMPRESSION.gzip
  }
  if (view.getUint8(7) !== VERSION || view.getUint8(99) !== VECTOR_TILES) throw new Error('not of this version or kind')
  return {
    rootOffset: long(8),
    rootLength: long(16),
    leafOffset: long(40),
    dataOffset: long(56),
    end: long(56) + long(64),
    isGzipped: { directories: isGzip(97), tiles: isGzip(98) },
    minZoom: view.getUint8(100),
    maxZoom: view.getUint8(101),
  }
}

/** Rejects truncated or changed bytes: gzip contains length and checksum. */
const unpack = (bytes: ArrayBuffer, isGzipped: boolean): Promise<ArrayBuffer> =>
  isGzipped
    ? new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip'))).arrayBuffer()
    : Promise.resolve(bytes)

/**
 * Columns in sequence: delta-encoded ids, then runs, lengths, and offsets, which are explicit where a tile does not
 * follow the previous one.
 */
function parseDirectory(bytes: ArrayBuffer): readonly Entry[] {
  const reader = new PbfReader(bytes)
  const count = reader.readVarint()
  if (count > bytes.byteLength) throw new Error('a directory longer than its bytes')
  const column = (): number[] => Array.from({ length: count }, () => reader.readVarint())
  const [steps, runs, lengths, offsets] = [column(), column(), column(), column()]
  const entries: Entry[] = []
  let id = 0
  for (let at = 0; at < count; at += 1) {
    id += steps[at] ?? 0
    const before = entries[at - 1]
    const offset = offsets[at] ?? 0
    entries.push({
      id,
      run: runs[at] ?? 0,
      length: lengths[at] ?? 0,
      offset: offset === 0 && before !== undefined ? before.offset + before.length : offset - 1,
    })
  }
  return entries
}

/** Returns the last entry that begins at or before the tile. */
function findEntry(entries: readonly Entry[], id: number): Entry | undefined {
  let [low, high] = [0, entries.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((entries[middle]?.id ?? 0) <= id) low = middle + 1
    else high = middle
  }
  return entries[low - 1]
}

/**
 * Reads an archive of vector tiles, PMTiles version 3. The library of that name is four times the size, caches
 * failures, and does not report what was wrong. Every method throws `CorruptError`, or what `read` throws.
 */
export class PmtilesReader {
  readonly #read: ReadBytes
  readonly #directories = new Map<number, Promise<readonly Entry[]>>()
  #layout: Promise<Layout> | undefined

  constructor(read: ReadBytes) {
    this.#read = read
  }

  header(): Promise<Header> {
    return this.#open()
  }

  /** Returns undefined when the archive has no such tile. */
  async tile(at: TileAt): Promise<ArrayBuffer | undefined> {
    const layout = await this.#open()
    const id = tileIdOf(at)
    let [offset, length] = [layout.rootOffset, layout.rootLength]
    for (let depth = 0; depth < MAX_DIRECTORY_LEVELS; depth += 1) {
      const entry = findEntry(await this.#directory(layout, offset, length), id)
      if (entry === undefined) return undefined
      if (entry.run > 0) {
        if (id >= entry.id + entry.run) return undefined
        const from = layout.dataOffset + entry.offset
        return this.#parse(from, entry.length, (bytes) => unpack(bytes, layout.isGzipped.tiles))
      }
      ;[offset, length] = [layout.leafOffset + entry.offset, entry.length]
    }
    throw new CorruptError(layout.rootOffset, layout.rootLength, 'directories without an end')
  }

  async #parse<T>(offset: number, length: number, parse: (bytes: ArrayBuffer) => T): Promise<Awaited<T>> {
    const bytes = await this.#read(offset, length)
    try {
      return await parse(bytes)
    } catch (error) {
      throw new CorruptError(offset, length, error)
    }
  }

  #open(): Promise<Layout> {
    this.#layout ??= this.#parse(0, HEAD_BYTES, parseHeader)
    return this.#layout
  }

  #directory({ isGzipped }: Layout, offset: number, length: number): Promise<readonly Entry[]> {
    const known = this.#directories.get(offset)
    if (known !== undefined) return known
    const parse = async (bytes: ArrayBuffer) => parseDirectory(await unpack(bytes, isGzipped.directories))
    const reading = this.#parse(offset, length, parse)
    this.#directories.set(offset, reading)
    return reading
  }
}
