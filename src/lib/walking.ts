/** Streets are longer than the straight line by about this much. */
const DETOUR = 1.3
const METRES_A_MINUTE = 80

/** About how long one walks a straight distance, whole minutes, at least 1. */
export const walkingMinutes = (straightMetres: number): number =>
  Math.max(1, Math.round((straightMetres * DETOUR) / METRES_A_MINUTE))
