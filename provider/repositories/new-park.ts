import type { ChargerBody } from '../../src/contract/chargers.ts'
import type { Park } from '../../src/contract/parks.ts'
import type { TariffWire, TaxWire } from '../../src/contract/tariff.ts'
import type { CountryCode } from '../../src/domain/country.ts'
import type { Currency } from '../../src/domain/money.ts'

export interface NewRate {
  readonly version: string
  readonly tariff: TariffWire
  readonly taxes: readonly TaxWire[]
  /** Lowest hourly price; null when the tariff has none. */
  readonly hourlyFromMinor: number | null
}

/** Everything a line states or implies. Code, slug and id are assigned when the park is first stored. */
export interface NewPark {
  readonly source: string
  readonly sourceId: string
  readonly name: string
  readonly address: string | null
  readonly city: string | null
  readonly state: string | null
  readonly countryCode: CountryCode
  readonly lat: number | null
  readonly lng: number | null
  readonly cell: number | null
  readonly timezone: string
  readonly kind: Park['kind']
  /** Null when not known; nothing can be booked then. */
  readonly capacity: number | null
  readonly currency: Currency
  readonly heightLimitM: number | null
  readonly evChargers: number | null
  readonly chargers: readonly ChargerBody[]
  readonly accessibleSpaces: number | null
  readonly covered: boolean | null
  readonly openingHours: string | null
  readonly amenities: readonly string[]
  readonly demoFields: readonly string[]
  readonly attribution: string
  readonly tokens: readonly string[]
  readonly rate: NewRate
  readonly fingerprint: string
}
