import { fromVectorTileJs, type VectorTileFeatureLike, type VectorTileLayerLike } from '@maplibre/vt-pbf'
import type { MadeTile } from '../../../provider/tiles/cut-tiles.ts'
import { type Box, tilesOf } from '../../../provider/tiles/tile-box.ts'
import { writePmtiles } from '../../../provider/tiles/write-pmtiles.ts'

export interface Thing {
  readonly type: 1 | 2 | 3
  readonly tags: Readonly<Record<string, string | number | boolean>>
}

const SHAPES = {
  1: [[[100, 100]]],
  2: [
    [
      [0, 0],
      [4000, 3000],
    ],
  ],
  3: [
    [
      [0, 0],
      [0, 900],
      [900, 900],
      [0, 0],
    ],
  ],
} as const

/** Returns points as the vector tile reader gives them. */
const loadGeometry = (type: Thing['type']): ReturnType<VectorTileFeatureLike['loadGeometry']> =>
  SHAPES[type].map((part) => part.map(([x, y]) => ({ x, y }))) as unknown as ReturnType<
    VectorTileFeatureLike['loadGeometry']
  >

function layerOf(name: string, things: readonly Thing[]): VectorTileLayerLike {
  const features = things.map(({ type, tags }) => ({
    type,
    properties: { ...tags },
    id: undefined,
    extent: 4096,
    loadGeometry: () => loadGeometry(type),
  }))
  const feature = (at: number): VectorTileFeatureLike => {
    const found = features[at]
    if (found === undefined) throw new RangeError(String(at))
    return found
  }
  return { version: 2, name, extent: 4096, length: features.length, feature }
}

/** Returns a vector tile of layers and their features. */
export const tileOf = (layers: Readonly<Record<string, readonly Thing[]>>): Uint8Array =>
  fromVectorTileJs({
    layers: Object.fromEntries(Object.entries(layers).map(([name, things]) => [name, layerOf(name, things)])),
  })

export const SMALL_BOX: Box = [3.36, 6.42, 3.44, 6.47]

/** Returns an archive whose tiles are all the same. */
export function smallArchive(bytes: Uint8Array, box: Box = SMALL_BOX): Buffer {
  const tiles: MadeTile[] = [10, 11, 12, 13, 14].flatMap((z) => tilesOf(box, z).map((at) => ({ ...at, bytes })))
  return writePmtiles({ name: 'small', box, tiles })
}
