import type { PackFileWire, PackRegionWire } from '../contract/packs.ts'
import type { TileRegionWire } from '../contract/tiles.ts'
import type { SavedAt } from './schema.ts'

/**
 * What the driver keeps, or has requested, of a country on this phone. The complete copy and the running download are
 * separate.
 */
export interface RegionRow {
  /** `sn-dakar` */
  readonly region: string
  readonly name: string
  readonly country: PackRegionWire['country_code']
  /** West, south, east, north, degrees. */
  readonly box: PackRegionWire['box']
  /** Null when it was never here completely. */
  readonly kept: KeptPack | null
  /** Null when no download is running. */
  readonly job: RegionJob | null
}

/** A region stored with all of its files, until another revision replaces it. */
export interface KeptPack {
  readonly revision: string
  /** When the provider last confirmed it, by the phone's clock. */
  readonly savedAt: SavedAt
  /** RFC 3339: until when its prices are valid. */
  readonly validUntil: string
  readonly parks: number
  /** Size of files and streets as transferred. */
  readonly bytes: number
  /** Hashes of all files: one missing from `packFiles` was removed for lack of room. */
  readonly hashes: readonly string[]
  readonly streets: readonly TileRegionWire[]
}

/**
 * Why the download is paused. `wrong`: the received data is not what was requested. `provider`: the provider is
 * failing, or does not have the file.
 */
export type PauseReason = 'driver' | 'no_signal' | 'metered' | 'full' | 'provider' | 'wrong'

export interface RegionJob {
  readonly state: 'wanted' | 'downloading' | 'paused' | 'applying'
  /** Null unless paused. */
  readonly reason: PauseReason | null
  /** Started by the driver: continues on a metered connection too. */
  readonly isAsked: boolean
  /** When it was requested; the earliest goes first. Epoch milliseconds, like the next field. */
  readonly wantedAt: number
  readonly triedAt: number | null
  readonly doneBytes: number
  readonly totalBytes: number
  /** Whether all its car parks and prices have arrived, so that only streets and names are missing. */
  readonly areParksHere: boolean
  /** Where this run began, to estimate the remaining time. */
  readonly since: { readonly at: number; readonly doneBytes: number } | null
  /** Addresses of the street archives that it includes. */
  readonly streets: readonly string[]
}

/** A file whose content is in the mirror; its body only where it is stored nowhere else. */
export interface PackFileRow {
  readonly region: string
  readonly hash: string
  readonly kind: PackFileWire['kind']
  /** Cells of its car parks. */
  readonly cells: readonly number[]
  /** Of street names: the file as received. */
  readonly body: ArrayBuffer | null
}

/** A checked file that waits for the rest of its region. */
export interface StagedFileRow extends PackFileRow {
  readonly bytes: number
  readonly body: ArrayBuffer
}

/** Key of the `saved` row with the driver's choices, and of the one with a country's regions. */
export const REGION_CHOICES = 'region-choices'
export const packListKey = (country: string): string => `packs:${country}`

export interface RegionChoices {
  /** Updates kept regions automatically on metered connections too. */
  readonly onAnyLine: boolean
  /** Regions that were offered during a search and declined. */
  readonly dismissed: readonly string[]
}
