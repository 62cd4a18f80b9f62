import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { zxyToTileId } from 'pmtiles'
import type { MadeTile } from './cut-tiles.ts'
import { LAYER_FIELDS, STREET_LAYERS } from './street-feature.ts'
import { type Box, FIRST_ZOOM, LAST_ZOOM } from './tile-box.ts'

/** PMTiles, version 3: https://github.com/protomaps/PMTiles/blob/main/spec/v3/spec.md */
const HEADER_BYTES = 127
/** The header and the root directory fit in the first 16 KiB, so that one read fetches both. */
const ROOT_BYTES = 16_384 - HEADER_BYTES
const ENTRIES_IN_LEAF = 4_096
const GZIP = 2
const VECTOR_TILES = 1

/** Credit required by the map data's licence wherever it is rendered. */
export const STREET_CREDIT = '© OpenStreetMap contributors'

interface Entry {
  readonly id: number
  readonly offset: number
  readonly length: number
  runLength: number
}

const gzip = (bytes: Uint8Array): Buffer => gzipSync(bytes, { level: 9 })

function varints(numbers: readonly number[]): Buffer {
  const bytes: number[] = []
  for (const number of numbers) {
    let rest = number
    while (rest >= 128) {
      bytes.push((rest % 128) + 128)
      rest = Math.floor(rest / 128)
    }
    bytes.push(rest)
  }
  return Buffer.from(bytes)
}

/**
 * A directory: columns of ids (as deltas), runs, lengths, and offsets, where 0 means "right after the previous one".
 */
function directory(entries: readonly Entry[]): Buffer {
  const ids = entries.map(({ id }, at) => id - (entries[at - 1]?.id ?? 0))
  const offsets = entries.map(({ offset }, at) => {
    const before = entries[at - 1]
    return before !== undefined && offset === before.offset + before.length ? 0 : offset + 1
  })
  const runs = entries.map(({ runLength }) => runLength)
  const lengths = entries.map(({ length }) => length)
  return gzip(varints([entries.length, ...ids, ...runs, ...lengths, ...offsets]))
}

interface Directories {
  readonly root: Buffer
  readonly leaves: Buffer
}

/** One directory if it fits in the root, else a root of leaves. */
function directories(entries: readonly Entry[]): Directories {
  const root = directory(entries)
  if (root.length <= ROOT_BYTES) return { root, leaves: Buffer.alloc(0) }
  const leaves: Buffer[] = []
  const pointers: Entry[] = []
  let offset = 0
  for (let at = 0; at < entries.length; at += ENTRIES_IN_LEAF) {
    const leaf = directory(entries.slice(at, at + ENTRIES_IN_LEAF))
    // A run length of 0 marks an entry as a leaf.
    pointers.push({ id: entries[at]?.id ?? 0, offset, length: leaf.length, runLength: 0 })
    leaves.push(leaf)
    offset += leaf.length
  }
  return { root: directory(pointers), leaves: Buffer.concat(leaves) }
}

interface Body {
  readonly entries: readonly Entry[]
  readonly data: Buffer
  readonly addressed: number
  readonly contents: number
}

/** Tiles sorted by id, equal ones stored once; equal neighbours share an entry. */
function body(tiles: readonly MadeTile[]): Body {
  const sorted = tiles
    .map((tile) => ({ id: zxyToTileId(tile.z, tile.x, tile.y), bytes: tile.bytes }))
    .toSorted((a, b) => a.id - b.id)
  const known = new Map<string, { readonly offset: number; readonly length: number }>()
  const entries: Entry[] = []
  const chunks: Buffer[] = []
  let end = 0
  for (const { id, bytes } of sorted) {
    const digest = createHash('sha256').update(bytes).digest('base64')
    let place = known.get(digest)
    if (place === undefined) {
      const packed = gzip(bytes)
      place = { offset: end, length: packed.length }
      chunks.push(packed)
      end += packed.length
      known.set(digest, place)
    }
    const before = entries.at(-1)
    if (before !== undefined && before.offset === place.offset && before.id + before.runLength === id)
      before.runLength += 1
    else entries.push({ id, ...place, runLength: 1 })
  }
  return { entries, data: Buffer.concat(chunks), addressed: sorted.length, contents: known.size }
}

export interface TileSet {
  readonly name: string
  readonly box: Box
  readonly tiles: readonly MadeTile[]
}

function metadata({ name, box }: TileSet): Buffer {
  return gzip(
    Buffer.from(
      JSON.stringify({
        name,
        attribution: STREET_CREDIT,
        type: 'baselayer',
        bounds: box.join(','),
        vector_layers: STREET_LAYERS.map((id) => ({
          id,
          minzoom: FIRST_ZOOM,
          maxzoom: LAST_ZOOM,
          fields: LAYER_FIELDS[id],
        })),
      }),
    ),
  )
}

/** Returns the bytes of a PMTiles file. The same tiles give the same bytes: the file has no timestamp. */
export function writePmtiles(set: TileSet): Buffer {
  const { entries, data, addressed, contents } = body(set.tiles)
  const { root, leaves } = directories(entries)
  const described = metadata(set)
  const header = Buffer.alloc(HEADER_BYTES)
  header.write('PMTiles', 'latin1')
  header.writeUInt8(3, 7)
  const sections = [root, described, leaves, data]
  let offset = HEADER_BYTES
  sections.forEach((section, at) => {
    header.writeBigUInt64LE(BigInt(offset), 8 + at * 16)
    header.writeBigUInt64LE(BigInt(section.length), 16 + at * 16)
    offset += section.length
  })
  ;[addressed, entries.length, contents].forEach((count, at) => header.writeBigUInt64LE(BigInt(count), 72 + at * 8))
  // Clustered: tiles are stored in id order.
  ;[1, GZIP, GZIP, VECTOR_TILES, FIRST_ZOOM, LAST_ZOOM].forEach((byte, at) => header.writeUInt8(byte, 96 + at))
  const [west, south, east, north] = set.box
  ;[west, south, east, north].forEach((degrees, at) => header.writeInt32LE(Math.round(degrees * 1e7), 102 + at * 4))
  header.writeUInt8(LAST_ZOOM, 118)
  ;[(west + east) / 2, (south + north) / 2].forEach((degrees, at) =>
    header.writeInt32LE(Math.round(degrees * 1e7), 119 + at * 4),
  )
  return Buffer.concat([header, ...sections])
}
