import type { ChargerBody } from '../../src/contract/chargers.ts'
import type { Park } from '../../src/contract/parks.ts'
import type { TariffWire, TaxWire } from '../../src/contract/tariff.ts'
import type { CountryCode } from '../../src/domain/country.ts'
import type { Currency } from '../../src/domain/money.ts'

export interface NewRate {
  readonly version: string
  readonly tariff: TariffWire
  readonly taxes: readonly TaxWire[]
  /** Lowest price of an hour, null where the tariff has no hourly price. */
  readonly hourlyFromMinor: number | null
}

/** Everything that a line says or lets derive; code, slug and id come when it is stored for the first time. */
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
  /** Null: not known, so nothing can be booked. */
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
