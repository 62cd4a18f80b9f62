import { createHash } from 'node:crypto'
import { searchTokens } from '../../src/domain/search-text.ts'
import { canonicalJson } from '../../src/lib/canonical-json.ts'
import { cellOf } from '../../src/lib/cell.ts'
import type { NewPark } from '../repositories/new-park.ts'
import { deriveRate, type DerivedRate } from './derive-rate.ts'
import type { FindZone } from './derive-zone.ts'
import { sandboxName, type Surroundings } from './names.ts'
import type { ParkLine } from './park-line.ts'
import type { Attributions } from './reference-data.ts'
import { sandboxChargers } from './sandbox-chargers.ts'
import { sandboxCapacity } from './sandbox-fill.ts'

/** A park with the origin of its price, which only the import needs. */
export interface DerivedPark extends NewPark {
  readonly rate: DerivedRate
}

export interface DeriveContext extends Surroundings {
  readonly findZone: FindZone
  readonly attributions: Attributions
  /** Values missing from the source may be made up. */
  readonly sandbox: boolean
}

export function derivePark(line: ParkLine, context: DeriveContext): DerivedPark {
  const { lat, lng } = line
  const position = lat === null || lng === null ? undefined : { lat, lng }
  const rate = deriveRate(line, context.sandbox)
  const chargers = line.chargers.length > 0 || !context.sandbox ? line.chargers : sandboxChargers(line)
  const counted = chargers.length > 0 ? chargers.reduce((sum, { count }) => sum + count, 0) : line.ev_chargers
  const name = line.name ?? sandboxName(line, context)
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
    capacity: capacityOf(line, context.sandbox),
    currency: line.currency,
    heightLimitM: line.height_limit_m,
    evChargers: counted,
    chargers,
    accessibleSpaces: line.accessible_spaces,
    // A garage has a roof; for the other kinds the sources do not say.
    covered: line.kind === 'garage' ? true : null,
    openingHours: line.hours_text,
    amenities: amenitiesOf({ ...line, ev_chargers: counted }),
    demoFields: [
      ...demoFields(line, rate, context.sandbox),
      ...(chargers.length > line.chargers.length ? ['chargers'] : []),
      // No source states even their number.
      ...(chargers.length > line.chargers.length && line.ev_chargers === null ? ['charger_count'] : []),
    ],
    attribution: context.attributions.get(line.source) ?? line.source,
    tokens: searchTokens([name, line.city, line.address, line.state].filter((part) => part !== null).join(' ')),
    rate,
  }
  // Ignores the price's origin: the same price in another format is the same car park.
  const content = { ...park, rate: { ...rate, origin: undefined } }
  return { ...park, fingerprint: createHash('sha256').update(canonicalJson(content)).digest('hex') }
}

/** A source's 0 means "not counted": taken literally, nothing could ever be booked there. */
const isCounted = ({ capacity }: ParkLine): boolean => capacity !== null && capacity !== 0

function capacityOf(line: ParkLine, sandbox: boolean): number | null {
  if (isCounted(line)) return line.capacity
  return sandbox ? sandboxCapacity(line) : null
}

function demoFields(line: ParkLine, rate: DerivedRate, sandbox: boolean): readonly string[] {
  const filled: string[] = []
  if (line.name === null) filled.push('name')
  if (sandbox && !isCounted(line)) filled.push('capacity')
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
