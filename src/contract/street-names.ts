/** A file of a region pack: street names and positions, to four decimals of a degree (11 m), as columnar JSON. */
import * as v from 'valibot'
import type { LatLng } from '../lib/cell.ts'
import { err, ok, type Result } from '../lib/result.ts'
import { listUpTo } from './common.ts'
import type { UnpackError } from './park-pack.ts'

const VERSION = 1
const MAX_ENTRIES = 100_000
const PER_DEGREE = 10_000

/** A long street has one row for each of its parts. */
export interface NamedStreet extends LatLng {
  readonly name: string
}

const whole = (least: number, most: number) => v.pipe(v.number(), v.integer(), v.minValue(least), v.maxValue(most))
const many = <T extends v.GenericSchema>(item: T) => listUpTo(item, MAX_ENTRIES)
const namesSchema = v.object({
  v: v.literal(VERSION),
  /** Unique names, sorted. */
  names: many(v.pipe(v.string(), v.minLength(1), v.maxLength(400))),
  /** Number of rows per name. */
  rows: many(whole(1, MAX_ENTRIES)),
  lat: many(whole(-90 * PER_DEGREE, 90 * PER_DEGREE)),
  lng: many(whole(-180 * PER_DEGREE, 180 * PER_DEGREE)),
})

const byText = (a: string, b: string): number => Number(a > b) - Number(a < b)

/** Builds the body of a file for `JSON.stringify`; the output does not depend on the order of the input. */
export function packNames(streets: readonly NamedStreet[]): unknown {
  const rows = streets
    .map(({ name, lat, lng }) => ({ name, lat: Math.round(lat * PER_DEGREE), lng: Math.round(lng * PER_DEGREE) }))
    .toSorted((a, b) => byText(a.name, b.name) || a.lat - b.lat || a.lng - b.lng)
  const counts = new Map<string, number>()
  for (const { name } of rows) counts.set(name, (counts.get(name) ?? 0) + 1)
  return {
    v: VERSION,
    names: [...counts.keys()],
    rows: [...counts.values()],
    lat: rows.map(({ lat }) => lat),
    lng: rows.map(({ lng }) => lng),
  }
}

const versioned = v.object({ v: v.pipe(v.number(), v.integer(), v.notValue(VERSION)) })

/** Reads the streets from a file's parsed JSON, by name. */
export function unpackNames(body: unknown): Result<readonly NamedStreet[], UnpackError> {
  if (v.is(versioned, body)) return err('unknown_version')
  const parsed = v.safeParse(namesSchema, body)
  if (!parsed.success) return err('malformed')
  const { names, rows, lat, lng } = parsed.output
  const total = rows.reduce((sum, count) => sum + count, 0)
  if (names.length !== rows.length || lat.length !== total || lng.length !== total) return err('malformed')
  const named = names.flatMap((name, index) => Array.from({ length: rows[index] ?? 0 }, () => name))
  return ok(named.map((name, row) => ({ name, lat: (lat[row] ?? 0) / PER_DEGREE, lng: (lng[row] ?? 0) / PER_DEGREE })))
}
