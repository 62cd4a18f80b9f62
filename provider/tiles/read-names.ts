import { VectorTile } from '@mapbox/vector-tile'
import { PbfReader } from 'pbf'
import type { NamedStreet } from '../../src/contract/street-names.ts'
import { openFileSource } from './range-source.ts'
import { readLastZoom } from './read-archive.ts'
import { type Piece, placesOfStreet } from './street-stretches.ts'
import type { Box, TileAt } from './tile-box.ts'

const toLatitude = (share: number): number => (Math.atan(Math.sinh(Math.PI * (1 - 2 * share))) * 180) / Math.PI

/** Adds the pieces of each named street of a tile, footways included: people look for a place, not a road. */
function addPieces(pieces: Map<string, Piece[]>, { z, x, y }: TileAt, bytes: Uint8Array): void {
  const roads = new VectorTile(new PbfReader(bytes)).layers['roads']
  if (roads === undefined) return
  const size = 2 ** z * roads.extent
  for (let index = 0; index < roads.length; index += 1) {
    const feature = roads.feature(index)
    const { name, kind } = feature.properties
    if (typeof name !== 'string' || name.trim() === '' || kind === 'rail') continue
    const known = pieces.get(name.trim()) ?? []
    pieces.set(name.trim(), known)
    for (const line of feature.loadGeometry()) {
      known.push(
        line.map((point) => ({
          lat: toLatitude((y * roads.extent + point.y) / size),
          lng: ((x * roads.extent + point.x) / size) * 360 - 180,
        })),
      )
    }
  }
}

/**
 * Returns the street names in one of our archives, with their positions. Throws `TileProblem` when the file is not an
 * archive.
 */
export async function readNames(path: string, box: Box): Promise<readonly NamedStreet[]> {
  const source = await openFileSource(path)
  try {
    const pieces = new Map<string, Piece[]>()
    for (const { bytes, ...at } of await readLastZoom(source, box)) addPieces(pieces, at, bytes)
    return [...pieces].flatMap(([name, lines]) => placesOfStreet(name, lines))
  } finally {
    await source.close()
  }
}
