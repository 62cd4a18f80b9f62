import type { CountryCode } from '../domain/country.ts'
import type { ListedKind } from '../domain/listed-kinds.ts'
import type { TypedPosition } from '../domain/places/coordinates.ts'
import type { Place, PlaceKind } from '../domain/places/place.ts'
import type { LatLng } from '../lib/cell.ts'

/** URLs of the files that the worker loads on demand. */
export interface PlaceFiles {
  readonly packs: Readonly<Record<CountryCode, string>>
  readonly baseMap: string
}

export interface PlaceQuestion {
  readonly id: number
  readonly text: string
  /** Position of the driver, or the centre of the map. */
  readonly near: LatLng | null
  /** Null: not chosen yet. */
  readonly country: CountryCode | null
}

/** Street names of a region saved on this phone. */
export interface RegionNames {
  /** The region's common name, shown as the location of its streets. */
  readonly city: string
  readonly countryCode: CountryCode
  /** The file as downloaded. */
  readonly body: ArrayBuffer
}

/** Requests the places of one kind with car parks nearby. */
export interface NearQuestion {
  readonly id: number
  readonly country: CountryCode
  readonly kind: ListedKind
}

export interface NearAnswer {
  readonly id: number
  /** Null: the country's places are not available now. */
  readonly near: readonly Place[] | null
}

/**
 * Messages from a page to its worker: the files once, then questions; in between the names of saved regions, or null
 * for a removed region.
 */
export type PlaceMessage =
  | { readonly files: PlaceFiles }
  | { readonly region: string; readonly names: RegionNames | null }
  | { readonly question: PlaceQuestion }
  | { readonly near: NearQuestion }

/** A row of the result list. */
export interface FoundPlace extends LatLng {
  readonly name: string
  /** The other name that matched, such as `YYZ`; null: its own name. */
  readonly as: string | null
  readonly kind: PlaceKind
  readonly city: string
  readonly state: string
  readonly countryCode: CountryCode
  /** Every word of its name was typed, and nothing else except its location. */
  readonly isWhole: boolean
}

/** A question that the driver's country does not answer gets a second answer once the other countries are loaded. */
export interface PlaceAnswer {
  readonly id: number
  readonly position: TypedPosition | null
  /** A second answer begins with the first one's rows, so that no row moves. */
  readonly places: readonly FoundPlace[]
  /** The most likely match of everything loaded so far. */
  readonly best: FoundPlace | null
  readonly isLast: boolean
}
