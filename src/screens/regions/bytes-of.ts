import type { RegionOffer } from '../../queries/use-regions.ts'

/** Returns the transfer size of files and streets together. */
export const bytesOf = ({ bytes, streets }: RegionOffer): number =>
  streets.reduce((sum, street) => sum + street.bytes, bytes)
