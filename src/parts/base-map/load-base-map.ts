import file from '../../../data/basemap/basemap.json?url'
import {
  type Basemap,
  type BasemapLine,
  type BasemapFile,
  type BasemapPlace,
  decodeBasemap,
} from '../../domain/basemap.ts'

/** A ring or a line with its bounding box in degrees, so that a tile checks only nearby ones. */
export interface BoxedLine {
  readonly points: BasemapLine
  readonly west: number
  readonly east: number
  readonly south: number
  readonly north: number
}

export interface DrawnMap {
  readonly land: readonly BoxedLine[]
  readonly borders: readonly BoxedLine[]
  readonly lakes: readonly BoxedLine[]
  readonly places: readonly BasemapPlace[]
  readonly attribution: string
}

function toBoxed(points: BasemapLine): BoxedLine {
  let [west, east, south, north] = [Infinity, -Infinity, Infinity, -Infinity]
  for (let index = 0; index + 1 < points.length; index += 2) {
    const lng = points[index] ?? 0
    const lat = points[index + 1] ?? 0
    if (lng < west) west = lng
    if (lng > east) east = lng
    if (lat < south) south = lat
    if (lat > north) north = lat
  }
  return { points, west, east, south, north }
}

export const toDrawn = (map: Basemap): DrawnMap => ({
  land: map.countries.flatMap(({ rings }) => rings.map(toBoxed)),
  borders: map.borders.map(toBoxed),
  lakes: map.lakes.map(toBoxed),
  places: map.places,
  attribution: map.attribution,
})

let loading: Promise<DrawnMap | null> | null = null

/** Returns null when the file cannot be loaded (a first visit that lost its connection); the next call tries again. */
async function load(): Promise<DrawnMap | null> {
  try {
    const answer = await fetch(file)
    if (!answer.ok || answer.headers.get('Content-Type')?.includes('json') !== true) return null
    return toDrawn(decodeBasemap((await answer.json()) as BasemapFile))
  } catch (error) {
    // fetch rejects with TypeError when there is no network; anything else is a bug in the file.
    if (error instanceof TypeError) return null
    throw error
  }
}

/**
 * Loads outlines, lakes, borders and towns of the four countries: a file that the worker keeps soon after the
 * installation, or from the first map on.
 */
export async function loadBaseMap(): Promise<DrawnMap | null> {
  loading ??= load()
  const map = await loading
  if (map === null) loading = null
  return map
}
