import type { CountryCode } from './country.ts'
import type { Connector } from './connectors.ts'

/** A space that a person wants to rent out. */
export interface SpaceOffer {
  readonly country_code: CountryCode
  readonly address: string
  readonly city: string
  /** Null: the operator sets the position. */
  readonly lat: number | null
  readonly lng: number | null
  readonly spaces: number
  /** Hourly price of parking in minor units of the country's currency; 0: free. */
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
/** Maximum hourly price, in minor units. */
export const OFFER_PRICE_MAX = 100_000_000
