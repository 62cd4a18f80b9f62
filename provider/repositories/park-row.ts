import type { Park } from '../../src/contract/parks.ts'
import type { TariffWire, TaxWire } from '../../src/contract/tariff.ts'
import { toInstant, toRfc3339 } from '../../src/domain/instant.ts'
import { availableSpaces } from '../rules/availability.ts'
import { rateValidUntil } from '../rules/rates.ts'

/** A row of `parks` with the tariff in force and the spaces that bookings take now. */
export interface ParkRow {
  readonly id: number
  readonly code: string
  readonly slug: string
  readonly source: string
  readonly name: string
  readonly address: string | null
  readonly city: string | null
  readonly state: string | null
  readonly country_code: Park['country_code']
  readonly lat: number | null
  readonly lng: number | null
  readonly timezone: string
  readonly kind: Park['kind']
  readonly capacity: number | null
  readonly currency: Park['currency']
  readonly hourly_from_minor: number | null
  readonly tariff_version: string
  readonly height_limit_m: number | null
  readonly ev_chargers: number | null
  readonly accessible_spaces: number | null
  readonly covered: boolean | null
  readonly opening_hours: string | null
  readonly amenities: string[]
  readonly demo_fields: string[]
  readonly attribution: string
  readonly version: number
  readonly updated_at: number
  readonly tariff: TariffWire
  readonly taxes: TaxWire[]
  readonly taken: number
}

const COLUMNS = `
  select p.id, p.code, p.slug, p.source, p.name, p.address, p.city, p.state, p.country_code, p.lat, p.lng, p.timezone, p.kind,
         p.capacity, p.currency, p.hourly_from_minor, p.tariff_version, p.height_limit_m, p.ev_chargers, p.accessible_spaces, p.covered,
         p.opening_hours, p.amenities, p.demo_fields, p.attribution, p.version, p.updated_at, t.tariff, t.taxes`
const FROM = 'from parks p join park_tariffs t on t.park_id = p.id and t.version = p.tariff_version'

/** `$1` is now, as a timestamp. */
export const SELECT_PARK = `${COLUMNS},
         peak_occupancy(p.id, $1::timestamptz, $1::timestamptz + interval '1 minute', $1::timestamptz, null) as taken
    ${FROM}`

/** Without the spaces that are taken, for whoever does not tell them: bookings are not looked at. */
export const SELECT_PARK_ALONE = `${COLUMNS}, 0 as taken ${FROM}`

export function toPark(row: ParkRow, nowMs: number): Park {
  const { hourly_from_minor, taken, tariff, taxes, updated_at, ...same } = row
  return {
    ...same,
    available: availableSpaces(row.capacity, taken),
    available_at: row.capacity === null ? null : toRfc3339(toInstant(nowMs)),
    hourly_from: hourly_from_minor,
    demo: row.demo_fields.length > 0,
    updated_at: toRfc3339(toInstant(updated_at)),
    rate: { tariff, taxes, tariff_version: row.tariff_version, valid_until: toRfc3339(rateValidUntil(nowMs)) },
  }
}
