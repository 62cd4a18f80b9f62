import type { CountryCode } from '../domain/country.ts'
import type { ListedKind } from '../domain/listed-kinds.ts'
import type { TypedPosition } from '../domain/places/coordinates.ts'
import type { Place, PlaceKind } from '../domain/places/place.ts'
import type { LatLng } from '../lib/cell.ts'

/** Addresses of the files that the thread loads when it needs them. */
export interface PlaceFiles {
  readonly packs: Readonly<Record<CountryCode, string>>
  readonly baseMap: string
}

export interface PlaceQuestion {
  readonly id: number
  readonly text: string
  /** The driver, or the middle of the map. */
  readonly near: LatLng | null
  /** null: not chosen yet. */
  readonly country: CountryCode | null
}

/** Street names of a region that this phone keeps. */
export interface RegionNames {
  /** What people call the region: where its streets are said to be. */
  readonly city: string
  readonly countryCode: CountryCode
  /** The file as it came. */
  readonly body: ArrayBuffer
}

/** Asks for the places of one kind near which there are car parks. */
export interface NearQuestion {
  readonly id: number
  readonly country: CountryCode
  readonly kind: ListedKind
}

export interface NearAnswer {
  readonly id: number
  /** Null: the country's places cannot be had now. */
  readonly near: readonly Place[] | null
}

/** What a page posts to its thread: the files once, then questions; between them what kept regions bring, or null where one is gone. */
export type PlaceMessage =
  | { readonly files: PlaceFiles }
  | { readonly region: string; readonly names: RegionNames | null }
  | { readonly question: PlaceQuestion }
  | { readonly near: NearQuestion }

/** A row of the list. */
export interface FoundPlace extends LatLng {
  readonly name: string
  /** The other name that was typed, such as `YYZ`; null: its own. */
  readonly as: string | null
  readonly kind: PlaceKind
  readonly city: string
  readonly state: string
  readonly countryCode: CountryCode
  /** Every word of its name was typed, and at most where it lies besides. */
  readonly isWhole: boolean
}

/** A question that the own country's places do not answer is answered again once the others are here. */
export interface PlaceAnswer {
  readonly id: number
  readonly position: TypedPosition | null
  /** A second answer begins with the rows of the first, so that none moves. */
  readonly places: readonly FoundPlace[]
  /** What was most likely meant, of all that is known now. */
  readonly best: FoundPlace | null
  readonly isLast: boolean
}
