import type { ChargerBody } from '../../src/contract/chargers.ts'
import type { Park } from '../../src/contract/parks.ts'
import type { TariffWire, TaxWire } from '../../src/contract/tariff.ts'
import { type Charger, isSameCharger } from '../../src/domain/chargers.ts'
import { toInstant, toRfc3339 } from '../../src/domain/instant.ts'
import { availableSpaces, isFreshFeed } from '../rules/availability.ts'
import { rateValidUntil } from '../rules/rates.ts'

/** A feed's last report and its time in epoch milliseconds. */
export interface ParkFeed {
  readonly free: number | null
  readonly chargers: ReadonlyArray<Pick<Charger, 'connector' | 'power_kw'> & { readonly free: number }>
  readonly at: number
}

/** A row of `parks` with its tariff in force and the spaces that bookings currently take. */
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
  readonly chargers: ChargerBody[]
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
  readonly feed: ParkFeed | null
  /** Mean of its reviews in tenths of a star, and their number. */
  readonly rating: readonly [tenths: number, count: number] | null
}

const COLUMNS = `
  select p.id, p.code, p.slug, p.source, p.name, p.address, p.city, p.state, p.country_code, p.lat, p.lng, p.timezone, p.kind,
         p.capacity, p.currency, p.hourly_from_minor, p.tariff_version, p.height_limit_m, p.ev_chargers, p.chargers, p.accessible_spaces,
         p.covered, p.opening_hours, p.amenities, p.demo_fields, p.attribution, p.version, p.updated_at, t.tariff, t.taxes,
         (select jsonb_build_array(r.tenths, r.reviews) from park_ratings r where r.park_id = p.id and r.reviews > 0) as rating`
const FROM = 'from parks p join park_tariffs t on t.park_id = p.id and t.version = p.tariff_version'

/** `$1` is the current time, as a timestamp. */
export const SELECT_PARK = `${COLUMNS},
         coalesce((select o.taken from peak_occupancies(array[p.id], $1::timestamptz, $1::timestamptz + interval '1 minute', $1::timestamptz, null) o), 0)
           as taken,
         (select jsonb_build_object('free', f.free, 'chargers', f.chargers, 'at', extract(epoch from f.at) * 1000)
            from park_feeds f where f.park_id = p.id) as feed
    ${FROM}`

/** Without occupancy, for callers that do not show it: avoids reading bookings. */
export const SELECT_PARK_ALONE = `${COLUMNS}, 0 as taken, null as feed ${FROM}`

/** Caps the free chargers at the known count: a feed may include chargers that were removed. */
function toCharger(charger: ChargerBody, feed: ParkFeed | null): Charger {
  const said = feed?.chargers.find((other) => isSameCharger(other, charger))
  if (feed === null || said === undefined) return { ...charger, free: null, free_at: null }
  return { ...charger, free: Math.min(said.free, charger.count), free_at: toRfc3339(toInstant(feed.at)) }
}

/**
 * Takes the lower of both figures: a feed counts cars without a booking, bookings count cars that have not arrived yet.
 */
function spacesOf({ capacity, taken, feed }: ParkRow, nowMs: number): Pick<Park, 'available' | 'available_at'> {
  const bookable = availableSpaces(capacity, taken)
  if (bookable === null) return { available: null, available_at: null }
  if (feed === null || feed.free === null || !isFreshFeed(feed.at, nowMs))
    return { available: bookable, available_at: toRfc3339(toInstant(nowMs)) }
  return { available: Math.min(bookable, feed.free), available_at: toRfc3339(toInstant(feed.at)) }
}

export function toPark(row: ParkRow, nowMs: number): Park {
  const { hourly_from_minor, taken: _, feed, rating, chargers, tariff, taxes, updated_at, ...same } = row
  return {
    ...same,
    ...spacesOf(row, nowMs),
    ...(chargers.length === 0 ? {} : { chargers: chargers.map((charger) => toCharger(charger, feed)) }),
    ...(rating === null ? {} : { rating: { stars: rating[0] / 10, count: rating[1] } }),
    hourly_from: hourly_from_minor,
    demo: row.demo_fields.length > 0,
    updated_at: toRfc3339(toInstant(updated_at)),
    rate: { tariff, taxes, tariff_version: row.tariff_version, valid_until: toRfc3339(rateValidUntil(nowMs)) },
  }
}
