/** Kinds of places that have a page of their own: `/airport-parking`, also under `/parking-types`. */
export const LISTED_KINDS = ['airport', 'stadium', 'station', 'city'] as const
export type ListedKind = (typeof LISTED_KINDS)[number]

/** How far a car park may be to be one of a place. */
export const NEAR_METRES: Readonly<Record<ListedKind, number>> = {
  airport: 4_000,
  stadium: 1_500,
  station: 1_000,
  city: 5_000,
}
