/*
 * Where a page ended, so that the next one begins after that row even if rows were added or removed since: the values
 * that the list is ordered by, with the park's id last (only the id in a walk by distance, which finds the position
 * from it). It contains nothing that the answer has not shown, so it is neither signed nor stored, and any process can
 * continue from it.
 */

/** The values a row is ordered by, most significant first. */
export type PlaceInOrder = readonly number[]

const SEPARATOR = '_'

export const formatPageEnd = (place: PlaceInOrder): string => place.map(String).join(SEPARATOR)

/** Parses what `formatPageEnd` wrote; the contract rejects anything else. */
export const parsePageEnd = (text: string): PlaceInOrder => text.split(SEPARATOR).map(Number)

/** Returns a negative number when `a` comes first. */
export function comparePlaces(a: PlaceInOrder, b: PlaceInOrder): number {
  for (const [n, value] of a.entries()) {
    const difference = value - (b[n] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}
