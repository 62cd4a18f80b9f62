/** Kinds of places with a page of their own: `/airport-parking`, also under `/parking-types`. */
export const LISTED_KINDS = ['airport', 'stadium', 'station', 'city'] as const
export type ListedKind = (typeof LISTED_KINDS)[number]

/** Maximum distance of a car park that counts as near the place. */
export const NEAR_METRES: Readonly<Record<ListedKind, number>> = {
  airport: 4_000,
  stadium: 1_500,
  station: 1_000,
  city: 5_000,
}
