import { create } from 'zustand'
import type { LatLng } from '../lib/cell.ts'

/** heading only, middle, list. */
export type SheetStep = 'heading' | 'middle' | 'list'

export type SortOrder = 'nearest' | 'cheapest'

/** Kinds that can be filtered by, on the map and in the list of all car parks. */
export const PARK_KINDS = ['garage', 'lot', 'street', 'airport', 'stadium', 'station'] as const

/** In the order of the chips. */
export const PARK_FILTERS = [
  ...(['free', 'open', 'walk'] as const),
  ...(['covered', 'height', 'ev', 'accessible'] as const),
  ...PARK_KINDS,
] as const
export type ParkFilter = (typeof PARK_FILTERS)[number]

export interface ListOrder {
  readonly sort: SortOrder
  readonly filters: readonly ParkFilter[]
}

/** The state of the find screen, kept so that returning from a car park shows the same view. */
export interface MapView {
  /** The search this view belongs to; another search starts with a fresh view. */
  readonly searchKey: string
  readonly centre: LatLng | null
  readonly zoom: number | null
  readonly sheet: SheetStep
  readonly selectedId: number | null
  readonly shownCount: number
  /** The order chosen last. */
  readonly order: ListOrder
}

interface MapViewStore extends MapView {
  readonly change: (part: Partial<MapView>) => void
  /** Resets the map's position when the search is a different one; order, filters and the sheet's height stay. */
  readonly openSearch: (searchKey: string) => void
}

/** Cards shown before "Show more". */
export const PAGE_SIZE = 20

const PLACE = { centre: null, zoom: null, selectedId: null, shownCount: PAGE_SIZE }

export const useMapView = create<MapViewStore>()((set) => ({
  searchKey: '',
  ...PLACE,
  sheet: 'middle',
  order: { sort: 'nearest', filters: [] },
  change: (part) => set(part),
  openSearch: (searchKey) => set((view) => (view.searchKey === searchKey ? {} : { searchKey, ...PLACE })),
}))
