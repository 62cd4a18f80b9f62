import type { LatLng } from './cell.ts'

export const TILE_PX = 256

/** Converts to Web Mercator world pixels at a zoom level. */
export function toWorldPx({ lat, lng }: LatLng, zoom: number): { readonly x: number; readonly y: number } {
  const size = TILE_PX * 2 ** zoom
  const sin = Math.sin((lat * Math.PI) / 180)
  return { x: ((lng + 180) / 360) * size, y: (0.5 - Math.log((1 + sin) / (1 - sin)) / (4 * Math.PI)) * size }
}
