/** Reads and writes car parks in APDS 4.0. Fields that the standard lacks are added as `baywise`. */
import * as v from 'valibot'
import { type CountryCode, getCountry, isCountryCode } from '../../src/domain/country.ts'
import { canonicalJson } from '../../src/lib/canonical-json.ts'
import { err, type Result } from '../../src/lib/result.ts'
import { tablesOf, tariffOfTables } from './apds-rates.ts'
import {
  type ApdsPlace,
  type ApdsRateTable,
  documentShape,
  placeShape,
  rateTableShape,
  rightShape,
} from './apds-shapes.ts'
import { type ParkLine, parseParkLine } from './park-line.ts'
import { taxesOf } from '../rules/taxes.ts'

const KINDS: Readonly<Record<string, ParkLine['kind']>> = {
  offStreetStructure: 'garage',
  offStreetSurface: 'lot',
  onStreet: 'street',
}
const STRUCTURE: Partial<Record<ParkLine['kind'], string>> = {
  garage: 'offStreetStructure',
  lot: 'offStreetSurface',
  street: 'onStreet',
}

type Words = ReadonlyArray<{ readonly string: string }>
const textOf = (words: Words | undefined): string | null => words?.[0]?.string ?? null

const lineText = (place: ApdsPlace, types: readonly string[]): string | null => {
  const lines = (place.placeStreetAddress?.addressLines ?? [])
    .filter(({ type = 'street' }) => types.includes(type))
    .toSorted((a, b) => a.order - b.order)
  return lines.map(({ text }) => textOf(text)).join(', ') || null
}

/** The fields of a place that the standard defines. */
function standardLine(place: ApdsPlace, country: CountryCode, tables: readonly ApdsRateTable[]): ParkLine {
  const { currency } = getCountry(country)
  const [lng, lat] = place.indicativePlacePointLocation?.[0]?.coordinates ?? []
  const { characteristics } = place
  return {
    ...{ source: 'apds', source_id: place.id, country_code: country, currency, name: textOf(place.name) },
    ...{ state: lineText(place, ['region']), city: textOf(place.placeStreetAddress?.city) },
    address: lineText(place, ['street', 'building']),
    ...{ lat: lat ?? null, lng: lng ?? null, kind: KINDS[characteristics?.structureType ?? ''] ?? 'lot' },
    ...{ capacity: characteristics?.spacesTotal ?? null, ev_chargers: characteristics?.evChargingPoints ?? null },
    ...{ rates_text: null, hourly_rate: null, daily_max: null, tariff: tariffOfTables(tables, currency) },
    ...{ height_limit_m: null, accessible_spaces: null, hours_text: null, chargers: [] },
  }
}

function lineOfPlace(
  raw: unknown,
  tables: readonly ApdsRateTable[],
  fallback: string | undefined,
): Result<ParkLine, string> {
  const parsed = v.safeParse(placeShape, raw)
  if (!parsed.success) {
    const [issue] = parsed.issues
    return err(`${v.getDotPath(issue) ?? 'place'}: ${issue.message}`)
  }
  const place = parsed.output
  const country = place.placeStreetAddress?.countryCode?.toUpperCase() ?? fallback ?? ''
  if (!isCountryCode(country)) return err('countryCode: NG, US, CA or SN, or give --country')
  return parseParkLine(JSON.stringify({ ...standardLine(place, country, tables), ...place.baywise }))
}

/** Only whole car parks are imported: areas and spaces are parts of a car park. */
const isPlace = (raw: unknown): boolean =>
  typeof raw !== 'object' || raw === null || !('type' in raw) || raw.type === 'place'

/**
 * The car parks of a file; null for each part of one. Undefined when the file is not APDS. An unreadable table makes
 * the price unknown, not wrong.
 */
export function linesOfApds(
  document: unknown,
  fallback?: string,
): ReadonlyArray<Result<ParkLine, string> | null> | undefined {
  const parsed = v.safeParse(documentShape, document)
  if (!parsed.success) return undefined
  const { places, rates, rightSpecifications } = parsed.output
  const tables = new Map<unknown, ApdsRateTable>()
  for (const raw of rates?.data ?? []) {
    const table = v.safeParse(rateTableShape, raw)
    if (table.success) tables.set(table.output.id, table.output)
  }
  const tablesAt = new Map<string, Array<ApdsRateTable | undefined>>()
  for (const raw of rightSpecifications?.data ?? []) {
    const right = v.safeParse(rightShape, raw)
    if (!right.success) continue
    const its = right.output.rateEligibility.map(({ rateTable }) => tables.get(rateTable?.id))
    for (const { id } of right.output.hierarchyElements) tablesAt.set(id, [...(tablesAt.get(id) ?? []), ...its])
  }
  return places.data.map((raw) => {
    if (!isPlace(raw)) return null
    const its = tablesAt.get(v.is(v.object({ id: v.string() }), raw) ? raw.id : '') ?? []
    // One unreadable table makes the whole price unknown.
    return lineOfPlace(raw, its.includes(undefined) ? [] : its.filter((table) => table !== undefined), fallback)
  })
}

export interface ApdsEntry {
  readonly place: object
  readonly rates: readonly object[]
  readonly right: object | undefined
}

export interface ApdsSubject {
  readonly line: ParkLine
  readonly id: string
  readonly timezone: string
  /** RFC 3339. */
  readonly since: string
}

const inEnglish = (text: string): readonly [object] => [{ language: 'en', string: text }]
const addressLine = (order: number, type: string, text: string | null): readonly object[] =>
  text === null ? [] : [{ order, type, text: inEnglish(text) }]

function standardPlace({ line, id, timezone, since }: ApdsSubject): object {
  const known = { spacesTotal: line.capacity, evChargingPoints: line.ev_chargers, structureType: STRUCTURE[line.kind] }
  const lines = [...addressLine(0, 'street', line.address), ...addressLine(1, 'region', line.state)]
  return {
    ...{ id, version: 1, type: 'place', layer: 1, timeZone: timezone },
    name: inEnglish(line.name ?? line.address ?? id),
    hierarchyElementRecord: { creationTime: since },
    ...(line.lat === null || line.lng === null
      ? {}
      : { indicativePlacePointLocation: [{ type: 'Point', coordinates: [line.lng, line.lat] }] }),
    placeStreetAddress: {
      countryCode: line.country_code.toLowerCase(),
      ...(line.city === null ? {} : { city: inEnglish(line.city) }),
      ...(lines.length === 0 ? {} : { addressLines: lines }),
    },
    characteristics: {
      openToPublic: true,
      ...Object.fromEntries(Object.entries(known).filter(([, value]) => value !== null && value !== undefined)),
    },
  }
}

/** The right that links the tables to the car park: for everyone, in order of priority. */
const rightOf = ({ id, since }: ApdsSubject, tables: readonly object[]): object => ({
  ...{ id: `${id}-right`, version: 1, type: 'oneTimeUseParking', transferable: false },
  issuer: { id: 'baywise', version: 1, className: 'Operator' },
  hierarchyElements: [{ id, version: 1 }],
  validity: { validityStatus: 'active', validityTimeSpecification: { overallStartTime: since } },
  rateEligibility: tables.map((_, index) => ({
    ...{ id: `${id}-${String(index + 1)}-eligibility`, version: 1, priority: index + 1, combinable: true },
    rateTable: { id: `${id}-${String(index + 1)}`, version: 1 },
  })),
})

const taxPlaceOf = ({ country_code: countryCode, state, city, address }: ParkLine) => ({
  ...{ countryCode, state, city, address },
})

/** Writes a car park in the standard, and adds as `baywise` the fields that reading it back would lose or change. */
export function apdsOf(subject: ApdsSubject): ApdsEntry {
  const { line, id, since } = subject
  const { tariff } = line
  const taxIncluded = taxesOf(taxPlaceOf(line)).every(({ included }) => included)
  const rates =
    tariff === null
      ? []
      : tablesOf(tariff, { id, name: inEnglish(line.name ?? line.address ?? id), since, taxIncluded })
  const place = standardPlace(subject)
  const readBack = standardLine(
    v.parse(placeShape, place),
    line.country_code,
    rates.map((table) => v.parse(rateTableShape, table)),
  )
  const lost = Object.entries(line).filter(
    ([key, value]) => canonicalJson(value) !== canonicalJson(readBack[key as keyof ParkLine]),
  )
  return {
    place: lost.length === 0 ? place : { ...place, baywise: Object.fromEntries(lost) },
    rates,
    right: rates.length === 0 ? undefined : rightOf(subject, rates),
  }
}
