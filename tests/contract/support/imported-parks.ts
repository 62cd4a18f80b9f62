import { readFile } from 'node:fs/promises'
import { derivePark } from '../../../provider/import/derive-park.ts'
import { loadFindZone } from '../../../provider/import/derive-zone.ts'
import { generateParks } from '../../../provider/import/generate-parks.ts'
import { parseParkLine, type ParkLine } from '../../../provider/import/park-line.ts'
import { readAttributions, readNearPlaces, readTypedPlaces } from '../../../provider/import/reference-data.ts'
import { toPark } from '../../../provider/repositories/park-row.ts'
import type { NewPark } from '../../../provider/repositories/new-park.ts'
import type { Park } from '../../../src/contract/parks.ts'
import { makeParkCode } from '../../../src/domain/code.ts'
import { parkSlug } from '../../../src/domain/slug.ts'
import { must } from '../../../src/lib/assert.ts'
import { cellOf, type Cell } from '../../../src/lib/cell.ts'

/** Rows per insert statement: an import stamps each statement with its own time. */
const CHUNK = 250
const NOW_MS = Date.parse('2026-11-23T10:00:00.123Z')

interface Named {
  readonly id: number
  readonly code: string
  readonly slug: string
}

/** Converts a park to its wire form, as if read from a database row. */
const toWirePark = (park: NewPark, { id, code, slug }: Named): Park =>
  toPark(
    {
      ...{ id, code, slug, source: park.source, name: park.name, address: park.address, city: park.city },
      ...{ state: park.state, country_code: park.countryCode, lat: park.lat, lng: park.lng, timezone: park.timezone },
      ...{ kind: park.kind, capacity: park.capacity, currency: park.currency, covered: park.covered },
      ...{ hourly_from_minor: park.rate.hourlyFromMinor, tariff_version: park.rate.version },
      ...{ height_limit_m: park.heightLimitM, ev_chargers: park.evChargers, accessible_spaces: park.accessibleSpaces },
      ...{ opening_hours: park.openingHours, amenities: [...park.amenities], demo_fields: [...park.demoFields] },
      ...{ attribution: park.attribution, version: 1, updated_at: NOW_MS + Math.floor(id / CHUNK) * 40 },
      ...{ tariff: park.rate.tariff, taxes: [...park.rate.taxes], taken: 0 },
      ...{ chargers: [...park.chargers], feed: null, rating: null },
    },
    NOW_MS,
  )

async function readLines(file: string): Promise<readonly ParkLine[]> {
  const text = await readFile(new URL(`../../../data/${file}`, import.meta.url), 'utf8')
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const parsed = parseParkLine(line)
      if (!parsed.ok) throw new Error(parsed.error)
      return parsed.value
    })
}

/** 20 bits that look random but are always the same for a number. */
const codeBytes = (n: number): Uint8Array => {
  const mixed = Math.imul(n, 0x9e375) & 0xfffff
  return Uint8Array.of(mixed >> 15, mixed >> 10, mixed >> 5, mixed)
}

/** Every park of the files, with coordinates, in the wire form that an import with or without the sandbox produces. */
export async function readImportedParks(sandbox = true): Promise<readonly Park[]> {
  const lines = [...(await readLines('parks.ndjson')), ...(await readLines('parks.midtown.ndjson'))]
  const named = lines.flatMap(({ name, lat, lng }) =>
    name === null || lat === null || lng === null ? [] : [{ name, lat, lng }],
  )
  const context = {
    ...{ findZone: await loadFindZone(), near: await readNearPlaces(), named, ...(await readTypedPlaces()) },
    ...{ attributions: await readAttributions(), sandbox },
  }
  return lines.map((line, index) => {
    const park = derivePark(line, context)
    const code = makeParkCode(park.countryCode, codeBytes(index + 1))
    const slug = parkSlug({ name: park.name, kind: park.kind, city: park.city, code })
    return toWirePark(park, { id: index + 1, code, slug })
  })
}

/** Parks generated around a country's real ones, with ids spaced as if among many others. */
export async function readGeneratedParks(country: Park['country_code'], count: number): Promise<readonly Park[]> {
  const lines = (await readLines('parks.ndjson')).filter((line) => line.country_code === country)
  const generated = generateParks({ count, seed: 1, lines, findZone: await loadFindZone(), taken: new Set() })
  return Array.from(generated, (park, index) =>
    toWirePark(park, { id: 10_000 + index * 5, code: park.code, slug: park.slug }),
  )
}

/** Groups parks into whole cells, keeping the order of ids. */
export function toTiles(parks: readonly Park[]): ReadonlyArray<{ readonly cell: Cell; readonly parks: Park[] }> {
  const tiles = new Map<Cell, Park[]>()
  for (const park of parks) {
    const cell = cellOf(must(park.lat, 'latitude'), must(park.lng, 'longitude'))
    tiles.set(cell, [...(tiles.get(cell) ?? []), park])
  }
  return [...tiles].map(([cell, inside]) => ({ cell, parks: inside })).toSorted((a, b) => a.cell - b.cell)
}
