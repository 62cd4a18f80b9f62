/** Approximate ratio of street distance to straight-line distance. */
const DETOUR = 1.3
const METRES_A_MINUTE = 80

/** Returns the approximate walking time for a straight-line distance, in whole minutes, at least 1. */
export const walkingMinutes = (straightMetres: number): number =>
  Math.max(1, Math.round((straightMetres * DETOUR) / METRES_A_MINUTE))
