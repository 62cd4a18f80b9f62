import { isElsewhere } from '../../domain/sign.ts'
import { distanceMetres, type LatLng } from '../../lib/cell.ts'
import type { Fix } from '../../stores/position.ts'

/** An older position may be outdated: the driver may have moved on. */
const FRESH_MS = 120_000

/**
 * Returns how far away the phone certainly is, metres; returns null when it may be at the place or its position is
 * unknown.
 */
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
