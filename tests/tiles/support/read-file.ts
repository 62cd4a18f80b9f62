import { readFile } from 'node:fs/promises'
import { VectorTile } from '@mapbox/vector-tile'
import { PbfReader } from 'pbf'
import { type Header, PMTiles } from 'pmtiles'
import type { Box, TileAt } from '../../../provider/tiles/tile-box.ts'
import type { Position } from '../../../provider/tiles/street-feature.ts'

export interface TileFeature {
  readonly layer: string
  readonly type: 'Point' | 'LineString' | 'Polygon'
  readonly tags: Readonly<Record<string, string | number | boolean>>
  /** Rings, lines or points, in degrees. */
  readonly parts: ReadonlyArray<readonly Position[]>
}

export interface OpenFile {
  readonly archive: PMTiles
  readonly header: Header
  readonly box: Box
  /** Undefined if the file has no such tile. */
  tile(at: TileAt): Promise<readonly TileFeature[] | undefined>
  /** Returns the tile as stored, decompressed. */
  bytes(at: TileAt): Promise<Uint8Array | undefined>
}

const TYPES = ['Point', 'Point', 'LineString', 'Polygon'] as const

function toDegrees({ z, x, y }: TileAt, extent: number, point: { readonly x: number; readonly y: number }): Position {
  const lng = ((x + point.x / extent) / 2 ** z) * 360 - 180
  const n = Math.PI * (1 - (2 * (y + point.y / extent)) / 2 ** z)
  return [lng, (Math.atan(Math.sinh(n)) * 180) / Math.PI]
}

function featuresOf(at: TileAt, bytes: Uint8Array): readonly TileFeature[] {
  const { layers } = new VectorTile(new PbfReader(bytes))
  return Object.entries(layers).flatMap(([layer, contents]) =>
    Array.from({ length: contents.length }, (_, index) => contents.feature(index)).map((feature) => ({
      layer,
      type: TYPES[feature.type],
      tags: feature.properties,
      parts: feature.loadGeometry().map((part) => part.map((point) => toDegrees(at, feature.extent, point))),
    })),
  )
}

/** Reads a PMTiles file back with the library that phones use. */
export async function openFile(source: string | Uint8Array): Promise<OpenFile> {
  const file = typeof source === 'string' ? await readFile(source) : source
  const archive = new PMTiles({
    getKey: () => 'file',
    getBytes: (offset, length) =>
      Promise.resolve({ data: new Uint8Array(file.subarray(offset, offset + length)).buffer }),
  })
  const header = await archive.getHeader()
  const bytes = async ({ z, x, y }: TileAt): Promise<Uint8Array | undefined> => {
    const found = await archive.getZxy(z, x, y)
    return found === undefined ? undefined : new Uint8Array(found.data)
  }
  return {
    archive,
    header,
    box: [header.minLon, header.minLat, header.maxLon, header.maxLat],
    bytes,
    async tile(at) {
      const found = await bytes(at)
      return found === undefined ? undefined : featuresOf(at, found)
    },
  }
}
