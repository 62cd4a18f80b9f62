import type { PackFileWire, PackRegionWire } from '../contract/packs.ts'
import type { TileRegionWire } from '../contract/tiles.ts'
import type { SavedAt } from './schema.ts'

/** What the driver keeps of a country on this phone, or has asked to. What is whole and what is on its way stand beside each other. */
export interface RegionRow {
  /** `sn-dakar` */
  readonly region: string
  readonly name: string
  readonly country: PackRegionWire['country_code']
  /** West, south, east, north, degrees. */
  readonly box: PackRegionWire['box']
  /** Null: it was never here whole. */
  readonly kept: KeptPack | null
  /** Null: nothing is on its way. */
  readonly job: RegionJob | null
}

/** A region that is here with all of its files, until another one is. */
export interface KeptPack {
  readonly revision: string
  /** When the provider said so last, by the phone. */
  readonly savedAt: SavedAt
  /** RFC 3339: how long its prices hold. */
  readonly validUntil: string
  readonly parks: number
  /** Of files and streets, as they travel. */
  readonly bytes: number
  /** Of all files: one that is not among `packFiles` any more was given up for want of room. */
  readonly hashes: readonly string[]
  readonly streets: readonly TileRegionWire[]
}

/** Why nothing moves. `wrong`: what came is not what was asked for. `provider`: it is in trouble, or does not have it. */
export type PauseReason = 'driver' | 'no_signal' | 'metered' | 'full' | 'provider' | 'wrong'

export interface RegionJob {
  readonly state: 'wanted' | 'downloading' | 'paused' | 'applying'
  /** Null unless paused. */
  readonly reason: PauseReason | null
  /** By hand: goes on whatever the line costs. */
  readonly isAsked: boolean
  /** When it was wanted; whoever came first goes first. Epoch milliseconds, as the next. */
  readonly wantedAt: number
  readonly triedAt: number | null
  readonly doneBytes: number
  readonly totalBytes: number
  /** Whether all its car parks and prices have come, so that only streets and names are missing. */
  readonly areParksHere: boolean
  /** Where this run began, for how long the rest may take. */
  readonly since: { readonly at: number; readonly doneBytes: number } | null
  /** Addresses of the street archives that it brings. */
  readonly streets: readonly string[]
}

/** A file whose content is in the mirror; its body only where nothing else holds it. */
export interface PackFileRow {
  readonly region: string
  readonly hash: string
  readonly kind: PackFileWire['kind']
  /** Cells of its car parks. */
  readonly cells: readonly number[]
  /** Of street names: as it came. */
  readonly body: ArrayBuffer | null
}

/** A file that waits for the rest of its region; checked already. */
export interface StagedFileRow extends PackFileRow {
  readonly bytes: number
  readonly body: ArrayBuffer
}

/** The row of `saved` with the driver's choices, and the one with a country's regions. */
export const REGION_CHOICES = 'region-choices'
export const packListKey = (country: string): string => `packs:${country}`

export interface RegionChoices {
  /** Kept regions are updated by themselves on a line that may cost, too. */
  readonly onAnyLine: boolean
  /** Regions that were offered while searching, and not wanted. */
  readonly dismissed: readonly string[]
}
