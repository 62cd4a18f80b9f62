import { err, ok, type Result } from '../../src/lib/result.ts'

/** West, south, east, north in degrees. */
export type Box = readonly [number, number, number, number]

/** A tile of the standard grid (Web Mercator, y from the north). */
export interface TileAt {
  readonly z: number
  readonly x: number
  readonly y: number
}

/** Zooms of a region's file: below, the built-in outlines suffice; above, tiles of the last zoom are scaled up. */
export const FIRST_ZOOM = 10
export const LAST_ZOOM = 14

/** Tiles of the last zoom in one region: about 150 by 150 km at the equator, larger than any city. */
export const MAXIMUM_TILES = 4_096

/** Web Mercator ends here. */
const POLE_DEGREES = 85.05

/** Parses `W,S,E,N` as a box; the error is worded for the operator. */
export function parseBox(text: string): Result<Box, string> {
  const parts = text.split(',').map((part) => part.trim())
  const [west, south, east, north] = parts.map(Number)
  if (parts.length !== 4 || parts.some((part) => !/^-?\d+(\.\d+)?$/.test(part))) {
    return err(`--box takes four numbers W,S,E,N in degrees, such as -74.02,40.70,-73.93,40.82, not "${text}"`)
  }
  return checkBox([west ?? NaN, south ?? NaN, east ?? NaN, north ?? NaN])
}

/** Returns the box if it lies in the world, is not reversed and is no larger than a region. */
export function checkBox(box: Box): Result<Box, string> {
  const [west, south, east, north] = box
  if (!box.every(Number.isFinite)) return err('the box is not four numbers')
  if (west < -180 || east > 180 || south < -POLE_DEGREES || north > POLE_DEGREES) {
    return err(
      `the box lies outside the world: W and E from -180 to 180, S and N from -${String(POLE_DEGREES)} to ${String(POLE_DEGREES)}`,
    )
  }
  if (west >= east || south >= north) return err('the box is empty: W must be less than E, and S less than N')
  const tiles = countTiles(box, LAST_ZOOM)
  if (tiles > MAXIMUM_TILES) {
    return err(
      `the box is too large for one region: ${String(tiles)} tiles of zoom ${String(LAST_ZOOM)}, at most ${String(MAXIMUM_TILES)} ` +
        '(about 1.3 by 1.3 degrees at the equator); cut it into several regions',
    )
  }
  return ok(box)
}

const column = (lng: number, z: number): number => clampTile(((lng + 180) / 360) * 2 ** z, z)

const row = (lat: number, z: number): number => {
  const radians = (lat * Math.PI) / 180
  return clampTile(((1 - Math.asinh(Math.tan(radians)) / Math.PI) / 2) * 2 ** z, z)
}

const clampTile = (value: number, z: number): number => Math.min(2 ** z - 1, Math.max(0, Math.floor(value)))

interface Range {
  readonly x: readonly [number, number]
  readonly y: readonly [number, number]
}

const rangeOf = ([west, south, east, north]: Box, z: number): Range => ({
  x: [column(west, z), column(east, z)],
  y: [row(north, z), row(south, z)],
})

function countTiles(box: Box, z: number): number {
  const { x, y } = rangeOf(box, z)
  return (x[1] - x[0] + 1) * (y[1] - y[0] + 1)
}

/** Every tile of a zoom that the box touches, row by row. */
export function tilesOf(box: Box, z: number): readonly TileAt[] {
  const { x, y } = rangeOf(box, z)
  const tiles: TileAt[] = []
  for (let j = y[0]; j <= y[1]; j += 1) for (let i = x[0]; i <= x[1]; i += 1) tiles.push({ z, x: i, y: j })
  return tiles
}

const latitudeOf = (y: number, z: number): number =>
  (Math.atan(Math.sinh(Math.PI * (1 - (2 * y) / 2 ** z))) * 180) / Math.PI

/** The area a tile covers. */
export const boxOf = ({ z, x, y }: TileAt): Box => [
  (x / 2 ** z) * 360 - 180,
  latitudeOf(y + 1, z),
  ((x + 1) / 2 ** z) * 360 - 180,
  latitudeOf(y, z),
]
