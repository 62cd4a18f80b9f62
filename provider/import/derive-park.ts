import { createHash } from 'node:crypto'
import type { Park } from '../../src/contract/parks.ts'
import type { CountryCode } from '../../src/domain/country.ts'
import type { Currency } from '../../src/domain/money.ts'
import { searchTokens } from '../../src/domain/search-text.ts'
import { cellOf } from '../../src/lib/cell.ts'
import { deriveRate, type DerivedRate } from './derive-rate.ts'
import type { FindZone } from './derive-zone.ts'
import { sandboxName, type NamedPlace, type NearPlaces } from './names.ts'
import type { ParkLine } from './park-line.ts'
import type { Attributions } from './reference-data.ts'
import { sandboxCapacity } from './sandbox-fill.ts'

/** Everything that a line says or lets derive; code, slug and id come when it is stored for the first time. */
export interface DerivedPark {
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
  readonly capacity: number
  readonly currency: Currency
  readonly heightLimitM: number | null
  readonly evChargers: number | null
  readonly accessibleSpaces: number | null
  readonly covered: boolean | null
  readonly openingHours: string | null
  readonly amenities: readonly string[]
  readonly demoFields: readonly string[]
  readonly attribution: string
  readonly tokens: readonly string[]
  readonly rate: DerivedRate
  readonly fingerprint: string
}

export interface DeriveContext {
  readonly findZone: FindZone
  readonly near: NearPlaces
  /** Places with a name of their own, for those without. */
  readonly named: readonly NamedPlace[]
  readonly attributions: Attributions
}

export function derivePark(line: ParkLine, context: DeriveContext): DerivedPark {
  const { lat, lng } = line
  const position = lat === null || lng === null ? undefined : { lat, lng }
  const rate = deriveRate(line)
  const name = line.name ?? sandboxName(line, context.near, context.named)
  const park = {
    source: line.source,
    sourceId: line.source_id,
    name,
    address: line.address,
    city: line.city,
    state: line.state,
    countryCode: line.country_code,
    lat,
    lng,
    cell: position === undefined ? null : cellOf(position.lat, position.lng),
    timezone: context.findZone({ countryCode: line.country_code, state: line.state, position }),
    kind: line.kind,
    // A source's 0 says "not counted": nothing could ever be booked there.
    capacity: line.capacity === null || line.capacity === 0 ? sandboxCapacity(line) : line.capacity,
    currency: line.currency,
    heightLimitM: line.height_limit_m,
    evChargers: line.ev_chargers,
    accessibleSpaces: line.accessible_spaces,
    // A garage has a roof; of the other kinds the sources do not say.
    covered: line.kind === 'garage' ? true : null,
    openingHours: line.hours_text,
    amenities: amenitiesOf(line),
    demoFields: demoFields(line, rate),
    attribution: context.attributions.get(line.source) ?? line.source,
    tokens: searchTokens([name, line.city, line.address, line.state].filter((part) => part !== null).join(' ')),
    rate,
  }
  return { ...park, fingerprint: createHash('sha256').update(JSON.stringify(park)).digest('hex') }
}

function demoFields(line: ParkLine, rate: DerivedRate): readonly string[] {
  const filled: string[] = []
  if (line.name === null) filled.push('name')
  if (line.capacity === null || line.capacity === 0) filled.push('capacity')
  if (rate.origin === 'sandbox') filled.push('tariff')
  return filled
}

function amenitiesOf(line: ParkLine): readonly string[] {
  const amenities: string[] = []
  if ((line.ev_chargers ?? 0) > 0) amenities.push('ev_charging')
  if ((line.accessible_spaces ?? 0) > 0) amenities.push('accessible')
  if (line.kind === 'garage') amenities.push('covered')
  return amenities
}
