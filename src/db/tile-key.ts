import { cellOf } from '../lib/cell.ts'

/** A park's tile: its cell, or a negative key of its own for a park without coordinates (cells are never negative). */
export const tileKeyOf = (park: {
  readonly id: number
  readonly lat: number | null
  readonly lng: number | null
}): number => (park.lat === null || park.lng === null ? -1 - park.id : cellOf(park.lat, park.lng))
