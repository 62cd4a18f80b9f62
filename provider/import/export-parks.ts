import * as v from 'valibot'
import { chargerBody } from '../../src/contract/chargers.ts'
import { type TariffWire } from '../../src/contract/tariff.ts'
import { CURRENCY_EXPONENT } from '../../src/domain/money.ts'
import type { ExportRow } from '../repositories/parks-export.ts'
import { deriveRate } from './derive-rate.ts'
import { type OsmElement, tagsOfLine } from './osm-tags.ts'
import { type ParkLine, tariffLine } from './park-line.ts'

/** Drops events and closures, which are temporary. */
const lasting = (tariff: TariffWire): NonNullable<ParkLine['tariff']> => v.parse(tariffLine, tariff)

/** The line with only an hourly price and a daily cap. Undefined when these columns do not cover the whole price. */
function columnsOf(line: ParkLine): ParkLine | undefined {
  const tariff = line.tariff
  const [window, ...others] = tariff?.windows ?? []
  if (tariff === null || window === undefined || others.length > 0) return undefined
  const scale = 10 ** CURRENCY_EXPONENT[line.currency]
  const hourly =
    window.price.kind === 'unit' ? (window.price.tiers[0]?.unit_price ?? null) : window.price.kind === 'free' ? 0 : null
  const day = tariff.caps[0]?.amount ?? (window.price.kind === 'flat' ? window.price.amount : null)
  const simple = {
    ...line,
    tariff: null,
    hourly_rate: hourly === null ? null : hourly / scale,
    daily_max: day === null ? null : day / scale,
  }
  return deriveRate(simple, false).version === deriveRate(line, false).version ? simple : undefined
}

/**
 * A car park as an import line, without values made up by the sandbox, which a new import makes up again identically.
 * The price is the whole list.
 */
export function lineOfRow(row: ExportRow): ParkLine {
  const invented = new Set(row.demo_fields)
  const isKnown = !invented.has('tariff') && row.tariff.windows.length > 0
  return {
    ...{ source: row.source, source_id: row.source_id, country_code: row.country_code, state: row.state },
    ...{
      city: row.city,
      name: invented.has('name') ? null : row.name,
      address: row.address,
      lat: row.lat,
      lng: row.lng,
    },
    ...{
      capacity: invented.has('capacity') ? null : row.capacity,
      rates_text: null,
      hourly_rate: null,
      daily_max: null,
    },
    ...{ currency: row.currency, height_limit_m: row.height_limit_m, accessible_spaces: row.accessible_spaces },
    ev_chargers: invented.has('charger_count') ? null : row.ev_chargers,
    chargers: invented.has('chargers') ? [] : row.chargers.map((charger) => v.parse(chargerBody, charger)),
    ...{ hours_text: row.opening_hours, kind: row.kind },
    tariff: isKnown ? lasting(row.tariff) : null,
  }
}

/** A car park as an element of an Overpass answer. Undefined without a position, which OpenStreetMap requires. */
export function osmOfRow(row: ExportRow): OsmElement | undefined {
  if (row.lat === null || row.lng === null) return undefined
  // Not a real OpenStreetMap element, so its id is negative, as editors number elements before upload.
  const line = lineOfRow(row)
  return { type: 'node', id: -row.id, lat: row.lat, lon: row.lng, tags: tagsOfLine(columnsOf(line) ?? line) }
}
