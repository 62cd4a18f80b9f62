import { isElsewhere } from '../../domain/sign.ts'
import { distanceMetres, type LatLng } from '../../lib/cell.ts'
import type { Fix } from '../../stores/position.ts'

/** The driver may have driven on since. */
const FRESH_MS = 120_000

/** How far away the phone surely is, metres; null: it may well be there, or nobody knows. */
export function findElsewhere(
  { lat, lng }: { readonly lat: number | null; readonly lng: number | null },
  fix: Fix | null,
  nowMs: number,
): number | null {
  if (lat === null || lng === null || fix === null || Math.abs(nowMs - fix.takenAtMs) > FRESH_MS) return null
  const at: LatLng = { lat, lng }
  const metres = distanceMetres(fix, at)
  return isElsewhere(metres, fix.accuracyMetres) ? metres : null
}
