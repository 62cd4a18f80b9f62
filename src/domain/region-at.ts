import type { LatLng } from '../lib/cell.ts'

/** West, south, east, north, degrees. */
type Box = readonly [number, number, number, number]

/** A box holds the cells that have car parks; who looks in the next cell, degrees, still means the region. */
const REACH = 0.05

export const isAtBox = ({ lat, lng }: LatLng, [west, south, east, north]: Box): boolean =>
  lat >= south - REACH && lat <= north + REACH && lng >= west - REACH && lng <= east + REACH

const areaOf = ([west, south, east, north]: Box): number => (east - west) * (north - south)

/** The region of a place: a city lies within the box of the rest of its state, too, so the smallest is meant. */
export const findRegionAt = <T extends { readonly box: Box }>(regions: readonly T[], at: LatLng): T | undefined =>
  regions.filter(({ box }) => isAtBox(at, box)).toSorted((a, b) => areaOf(a.box) - areaOf(b.box))[0]
