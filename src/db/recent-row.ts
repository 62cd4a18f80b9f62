import type { Park } from '../contract/parks.ts'

/** A search or a viewed park on this phone; needs no account and survives a logout. */
export type RecentRow =
  | { readonly key: string; readonly kind: 'search'; readonly at: number; readonly search: RecentSearch }
  | { readonly key: string; readonly kind: 'park'; readonly at: number; readonly parkId: number }

export interface RecentSearch {
  readonly key: string
  readonly text: string
  readonly near: { readonly lat: number; readonly lng: number } | null
  readonly country: Park['country_code'] | null
  /** Epoch milliseconds. */
  readonly at: number
}
