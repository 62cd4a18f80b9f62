import type { RegionOffer } from '../../queries/use-regions.ts'

/** Files and streets together, as they travel. */
export const bytesOf = ({ bytes, streets }: RegionOffer): number =>
  streets.reduce((sum, street) => sum + street.bytes, bytes)
