import type { PackRegionWire } from '../contract/packs.ts'
import {
  type KeptRegion,
  type RegionChoices,
  readPackList,
  readRegionChoices,
  readRegions,
} from '../db/read/regions.ts'
import { type Query, useLive, useSaved } from './query.ts'

export type { KeptPack, PauseReason, RegionJob } from '../db/read/regions.ts'
export type { KeptRegion }
export type { PackRegionWire as RegionOffer }

/** Regions kept on this phone or downloading, in any tab; undefined until read. */
export const useRegions = (): readonly KeptRegion[] | undefined => useLive(() => readRegions(), [])

export const useRegionChoices = (): RegionChoices | undefined => useLive(() => readRegionChoices(), [])

/** Regions of a country that may be kept; null when never listed on this phone. */
export const useRegionOffers = (country: string): Query<readonly PackRegionWire[] | null> =>
  useSaved(() => readPackList(country), [country])
