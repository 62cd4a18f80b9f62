/** Ids of the only car parks that somebody may act for; null: all, and what belongs to none. */
export type Within = readonly number[] | null

/** Whether what is at these car parks, all of them, is within. `null` among them, or as the list: it is at none in particular. */
export function isWithin(within: Within, parks: ReadonlyArray<number | null> | null): boolean {
  if (within === null) return true
  return parks !== null && parks.length > 0 && parks.every((park) => park !== null && within.includes(park))
}
