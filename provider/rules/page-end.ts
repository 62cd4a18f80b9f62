/*
 * Where a page ended, so that the next one begins behind that row whatever has come or gone since: what the list is ordered by, the park's
 * id last (alone in a walk by distance, which finds the place by it). It says nothing that the answer has not shown, so it is neither signed nor stored, and any process goes on from it.
 */

/** What a row is ordered by, first things first. */
export type PlaceInOrder = readonly number[]

const SEPARATOR = '_'

export const formatPageEnd = (place: PlaceInOrder): string => place.map(String).join(SEPARATOR)

/** As `formatPageEnd` made it; the contract lets nothing else in. */
export const parsePageEnd = (text: string): PlaceInOrder => text.split(SEPARATOR).map(Number)

/** Less than zero where `a` comes first. */
export function comparePlaces(a: PlaceInOrder, b: PlaceInOrder): number {
  for (const [n, value] of a.entries()) {
    const difference = value - (b[n] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}
