/** Ids of the only car parks someone may act for. Null: all of them, and anything that belongs to none. */
export type Within = readonly number[] | null

/**
 * Whether all the given car parks are within the rights. `null` as the list, or in it, means no particular car park.
 */
export function isWithin(within: Within, parks: ReadonlyArray<number | null> | null): boolean {
  if (within === null) return true
  return parks !== null && parks.length > 0 && parks.every((park) => park !== null && within.includes(park))
}
