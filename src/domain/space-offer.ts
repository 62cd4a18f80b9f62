import type { CountryCode } from './country.ts'
import type { Connector } from './connectors.ts'

/** A place that somebody wants to rent out. */
export interface SpaceOffer {
  readonly country_code: CountryCode
  readonly address: string
  readonly city: string
  /** Null: the operator places it. */
  readonly lat: number | null
  readonly lng: number | null
  readonly spaces: number
  /** Minor units of the country's currency for an hour of parking; 0: free. */
  readonly hourly: number
  readonly charger: {
    readonly connector: Connector
    readonly power_kw: number | null
    readonly count: number
    readonly price: number | null
    readonly per: 'kwh' | 'hour' | null
  } | null
}

export const OFFER_SPACES_MAX = 500
/** Largest price of an hour, minor units. */
export const OFFER_PRICE_MAX = 100_000_000
