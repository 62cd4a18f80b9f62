/**
 * The built-in vector base map: outlines of the four countries, borders of their states, lakes and towns (Natural Earth), in one small
 * JSON file that `scripts/basemap.mjs` writes and the service worker caches.
 *
 * A line is a string. Its first character is the number of decimals of a degree, 2 to 4, as in its source. Then follow longitude and
 * latitude of each point in units of that decimal, as differences to the previous point (the first to 0, 0), latitude first; each number
 * is zigzag-encoded (0, -1, 1, -2 become 0, 1, 2, 3), split into groups of 5 bits, lowest first, +32 while more follow, +63 as an ASCII
 * character. This is Google's polyline format at another scale. Towns are columns, most important first.
 */
import { invariant, must } from '../lib/assert.ts'
import { isCountryCode, type CountryCode } from './country.ts'

export interface BasemapFile {
  readonly format: 2
  readonly attribution: string
  /** Closed rings. */
  readonly countries: ReadonlyArray<{ readonly code: string; readonly rings: readonly string[] }>
  /** Open lines between two states, each border once; coasts belong to the countries. */
  readonly borders: readonly string[]
  /** Closed rings. */
  readonly lakes: readonly string[]
  readonly places: {
    /** Separated by line feeds, like `admin1`. */
    readonly names: string
    readonly admin1: string
    /** For each place the index of its `admin1`, or -1. */
    readonly admin1Of: readonly number[]
    /** Two letters for each place. */
    readonly countries: string
    /** One base-36 digit per place: Natural Earth's rank, 0 for New York and Lagos, 10 for a village. */
    readonly ranks: string
    readonly points: string
  }
}

/** Longitude, latitude, longitude, latitude, … in degrees. */
export type BasemapLine = Float64Array

export interface BasemapPlace {
  readonly name: string
  readonly state: string | null
  readonly countryCode: CountryCode
  readonly lat: number
  readonly lng: number
  /** 0 is the most important, 10 the least. */
  readonly rank: number
}

export interface Basemap {
  readonly attribution: string
  readonly countries: ReadonlyArray<{ readonly code: CountryCode; readonly rings: readonly BasemapLine[] }>
  readonly borders: readonly BasemapLine[]
  readonly lakes: readonly BasemapLine[]
  /** Most important first. */
  readonly places: readonly BasemapPlace[]
}

/** Throws on another format: the file is built with the app, so a mismatch is a bug. */
export function decodeBasemap(file: BasemapFile): Basemap {
  invariant(file.format === 2, 'base map of format 2')
  const lines = (texts: readonly string[]): BasemapLine[] => texts.map((text) => decodeLine(text))
  return {
    attribution: file.attribution,
    countries: file.countries.map(({ code, rings }) => ({ code: toCountryCode(code), rings: lines(rings) })),
    borders: lines(file.borders),
    lakes: lines(file.lakes),
    places: decodePlaces(file.places),
  }
}

export function decodeLine(text: string): BasemapLine {
  const decimals = text.charAt(0)
  invariant(decimals >= '2' && decimals <= '4', 'a line begins with its decimals')
  const scale = 10 ** Number(decimals)
  const numbers = decodeNumbers(text.slice(1))
  invariant(numbers.length % 2 === 0, 'a point has two numbers')
  const line = new Float64Array(numbers.length)
  let lat = 0
  let lng = 0
  for (let index = 0; index < numbers.length; index += 2) {
    lat += must(numbers[index], 'latitude')
    lng += must(numbers[index + 1], 'longitude')
    line[index] = lng / scale
    line[index + 1] = lat / scale
  }
  return line
}

function decodeNumbers(text: string): readonly number[] {
  const numbers: number[] = []
  let value = 0
  let shift = 0
  for (let index = 0; index < text.length; index += 1) {
    const group = text.charCodeAt(index) - 63
    value |= (group & 31) << shift
    shift += 5
    if (group < 32) {
      numbers.push((value >>> 1) ^ -(value & 1))
      value = 0
      shift = 0
    }
  }
  invariant(shift === 0, 'a line ends with a whole number')
  return numbers
}

function decodePlaces(places: BasemapFile['places']): readonly BasemapPlace[] {
  const admin1 = places.admin1.split('\n')
  const points = decodeLine(places.points)
  return places.names.split('\n').map((name, index) => ({
    name,
    state: admin1[must(places.admin1Of[index], 'state of a place')] ?? null,
    countryCode: toCountryCode(places.countries.slice(2 * index, 2 * index + 2)),
    lat: must(points[2 * index + 1], 'latitude'),
    lng: must(points[2 * index], 'longitude'),
    rank: Number.parseInt(places.ranks.charAt(index), 36),
  }))
}

function toCountryCode(text: string): CountryCode {
  invariant(isCountryCode(text), `base map of a country of ours, not ${text}`)
  return text
}
