import type { LatLng } from '../lib/cell.ts'

/** West, south, east, north, degrees. */
type Box = readonly [number, number, number, number]

/**
 * Margin in degrees: a box only encloses cells with car parks, and a position in the next cell still belongs to the
 * region.
 */
const REACH = 0.05

export const isAtBox = ({ lat, lng }: LatLng, [west, south, east, north]: Box): boolean =>
  lat >= south - REACH && lat <= north + REACH && lng >= west - REACH && lng <= east + REACH

const areaOf = ([west, south, east, north]: Box): number => (east - west) * (north - south)

/** Returns the smallest region at a position: a city also lies within the box of the rest of its state. */
export const findRegionAt = <T extends { readonly box: Box }>(regions: readonly T[], at: LatLng): T | undefined =>
  regions.filter(({ box }) => isAtBox(at, box)).toSorted((a, b) => areaOf(a.box) - areaOf(b.box))[0]
