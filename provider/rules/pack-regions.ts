import { createHash } from 'node:crypto'
import { COUNTRIES, type CountryCode } from '../../src/domain/country.ts'
import { slugify } from '../../src/domain/slug.ts'
import { must } from '../../src/lib/assert.ts'
import { type Cell, cornerMicro } from '../../src/lib/cell.ts'

/** How many parks of a city lie in a cell. '' when the parks name no state or city. */
export interface CityInCell {
  readonly cell: Cell
  readonly country_code: CountryCode
  readonly state: string
  readonly city: string
  readonly parks: number
}

/** The unit a driver downloads: a city, or the rest of its state. */
export interface PackRegion {
  /** `ca-quebec-montreal`, `us-ohio-rest`, `sn-rest`. */
  readonly region: string
  readonly name: string
  readonly state: string | null
  readonly country_code: CountryCode
  readonly isRest: boolean
  readonly cells: readonly Cell[]
  readonly parks: number
}

/**
 * A city with fewer car parks is part of its state's region. The threshold is low because drivers think in cities, a
 * small city consists mostly of its streets, and a row of the list costs only about 100 bytes on the wire. One or two
 * car parks are not worth a region, and would yield more rows than car parks.
 */
const CITY_PARKS = 3

interface Candidate {
  readonly key: string
  readonly country_code: CountryCode
  /** Each spelling with the number of parks that use it. */
  readonly states: Map<string, number>
  readonly cities: Map<string, number>
  readonly isRest: boolean
  parks: number
}

const byText = (a: string, b: string): number => Number(a > b) - Number(a < b)

const add = (counts: Map<string, number>, name: string, parks: number): void =>
  void counts.set(name, (counts.get(name) ?? 0) + parks)

/** The most frequent spelling; ties go to the alphabetically first. */
const mostWritten = (counts: ReadonlyMap<string, number>): string =>
  [...counts].toSorted(([a, x], [b, y]) => y - x || byText(a, b))[0]?.[0] ?? ''

const digestOf = (text: string): string => createHash('sha256').update(text).digest('hex').slice(0, 8)

/** The name as a slug for an address; a name whose script yields no slug becomes a hash. */
function wordOf(name: string, longest: number): string {
  if (name.trim() === '') return ''
  const slug = slugify(name).slice(0, longest).replace(/-+$/, '')
  return slug === '' ? `x${digestOf(name.normalize('NFC').toLowerCase())}` : slug
}
const MAX_STATE_LENGTH = 26
const MAX_CITY_LENGTH = 38

/** Compares slugs, not spellings: Montréal and Montreal are the same city. */
const keyOf = ({ country_code, state, city }: CityInCell): string =>
  [country_code, wordOf(state, MAX_STATE_LENGTH), wordOf(city, MAX_CITY_LENGTH)].join('/')
const restKeyOf = ({ country_code, state }: CityInCell): string =>
  [country_code, wordOf(state, MAX_STATE_LENGTH)].join('/')

function countCities(rows: readonly CityInCell[]): ReadonlyMap<string, Candidate> {
  const found = new Map<string, Candidate>()
  for (const row of rows) {
    for (const [key, isRest] of [
      [keyOf(row), false],
      [restKeyOf(row), true],
    ] as const) {
      const { country_code } = row
      const known = found.get(key) ?? { key, country_code, states: new Map(), cities: new Map(), isRest, parks: 0 }
      add(known.states, row.state, row.parks)
      add(known.cities, row.city, row.parks)
      known.parks += row.parks
      found.set(key, known)
    }
  }
  return found
}

interface Cut {
  readonly candidate: Candidate
  readonly cells: Cell[]
  parks: number
}

/**
 * Assigns each whole cell to the region that most of its parks belong to, even if others are in a different country.
 */
function shareCells(rows: readonly CityInCell[]): readonly Cut[] {
  const cities = countCities(rows)
  const votes = new Map<Cell, Map<string, number>>()
  for (const row of rows) {
    const key = keyOf(row)
    const isCity = row.city.trim() !== '' && must(cities.get(key), 'a city').parks >= CITY_PARKS
    const ofCell = votes.get(row.cell) ?? new Map<string, number>()
    add(ofCell, isCity ? key : restKeyOf(row), row.parks)
    votes.set(row.cell, ofCell)
  }
  const cuts = new Map<string, Cut>()
  for (const [cell, ofCell] of [...votes].toSorted(([a], [b]) => a - b)) {
    const key = mostWritten(ofCell)
    const cut = cuts.get(key) ?? { candidate: must(cities.get(key), 'a candidate'), cells: [], parks: 0 }
    cut.cells.push(cell)
    cut.parks += [...ofCell.values()].reduce((sum, parks) => sum + parks, 0)
    cuts.set(key, cut)
  }
  return [...cuts.values()].toSorted((a, b) => byText(a.candidate.key, b.candidate.key))
}

function addressOf({ key, isRest }: Candidate): string {
  const words = key.toLowerCase().split('/')
  return [...words, ...(isRest ? ['rest'] : [])].filter((word) => word !== '').join('-')
}

const countryName = (code: CountryCode): string => COUNTRIES.find((country) => country.code === code)?.name ?? code

/**
 * Cuts the world into regions of whole cells, deterministically: no cell is in two regions, and every cell with parks
 * is in one.
 */
export function cutRegions(all: readonly CityInCell[]): readonly PackRegion[] {
  const cuts = shareCells(all.filter(({ parks }) => parks > 0))
  const taken = new Map<string, number>()
  for (const { candidate } of cuts) add(taken, addressOf(candidate), 1)
  return cuts.map(({ candidate, cells, parks }) => {
    const address = addressOf(candidate)
    const state = mostWritten(candidate.states).trim()
    const city = candidate.isRest ? '' : mostWritten(candidate.cities).trim()
    return {
      // Clashes, such as a city called Rest or a state and city that join to the same words: each gets a hash, so the
      // order does not matter.
      region: (taken.get(address) ?? 0) > 1 ? `${address}-${digestOf(candidate.key)}` : address,
      name: city || state || countryName(candidate.country_code),
      state: state === '' ? null : state,
      country_code: candidate.country_code,
      isRest: candidate.isRest,
      cells,
      parks,
    }
  })
}

/** West, south, east, north in degrees. */
export type PackBox = readonly [number, number, number, number]

const CELL_MICRO = 50_000

export const boxOfCells = (cells: readonly Cell[]): PackBox => {
  const corners = cells.map(cornerMicro)
  const [west, south] = [Math.min(...corners.map(({ lng }) => lng)), Math.min(...corners.map(({ lat }) => lat))]
  const [east, north] = [Math.max(...corners.map(({ lng }) => lng)), Math.max(...corners.map(({ lat }) => lat))]
  return [west / 1e6, south / 1e6, (east + CELL_MICRO) / 1e6, (north + CELL_MICRO) / 1e6]
}

export const touches = (a: PackBox, b: PackBox): boolean => a[0] < b[2] && b[0] < a[2] && a[1] < b[3] && b[1] < a[3]
