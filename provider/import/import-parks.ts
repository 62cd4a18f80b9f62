import { invariant } from '../../src/lib/assert.ts'
import type { Clock } from '../../src/lib/clock.ts'
import type { Result } from '../../src/lib/result.ts'
import type { Database } from '../db/database.ts'
import { findPositions, storeParks } from '../repositories/parks-store.ts'
import { derivePark, type DeriveContext } from './derive-park.ts'
import { loadFindZone } from './derive-zone.ts'
import type { NamedPlace } from './names.ts'
import { parseParkLine, type ParkLine } from './park-line.ts'
import { plainLine } from './plain-line.ts'
import { readAttributions, readNearPlaces, readTypedPlaces } from './reference-data.ts'

export interface ImportReport {
  /** Lines stored in the database: `added`, `updated` or `unchanged`. */
  readonly accepted: number
  readonly added: number
  readonly updated: number
  readonly unchanged: number
  /** Lines that could not be read, by their number in the file (from 1), with the reason. */
  readonly refused: ReadonlyArray<{ readonly line: number; readonly reason: string }>
  /** Accepted lines whose rates text became a real tariff. */
  readonly ratesParsed: number
  /** Accepted lines priced from the source's hourly and daily columns. */
  readonly ratesFromColumns: number
  /** Accepted lines without a price from their source: they get a demo price in demo mode, otherwise none. */
  readonly ratesDemo: number
}

export interface ImportDeps {
  readonly db: Database
  readonly clock: Clock
  /** Outside the sandbox no price and no capacity is made up. */
  readonly config: { readonly sandbox: boolean }
}

/** Rows per statement: a chunk is one short transaction, so that an import never delays drivers. */
const CHUNK = 250

interface ReadLines {
  readonly parks: readonly ParkLine[]
  readonly refused: ReadonlyArray<{ readonly line: number; readonly reason: string }>
}

type Lines = Iterable<Result<ParkLine, string> | null> | AsyncIterable<Result<ParkLine, string> | null>

/** Yields null for an empty line. */
async function* parseLines(lines: Iterable<string> | AsyncIterable<string>) {
  let isFirst = true
  for await (const line of lines) {
    // Some editors start a file with a byte order mark.
    yield line.trim() === '' ? null : parseParkLine(isFirst ? line.replace(/^\uFEFF/, '') : line)
    isFirst = false
  }
}

async function readLines(lines: Lines): Promise<ReadLines> {
  const parks = new Map<string, ParkLine>()
  const refused: Array<{ readonly line: number; readonly reason: string }> = []
  let number = 0
  for await (const parsed of lines) {
    number += 1
    if (parsed === null) continue
    const key = parsed.ok ? `${parsed.value.source}/${parsed.value.source_id}` : ''
    if (!parsed.ok) refused.push({ line: number, reason: parsed.error })
    else if (parks.has(key)) refused.push({ line: number, reason: `source_id: ${key} is in this file already` })
    else parks.set(key, plainLine(parsed.value))
  }
  return { parks: [...parks.values()], refused }
}

const namedPlaces = (parks: readonly ParkLine[]): readonly NamedPlace[] =>
  parks.flatMap(({ name, lat, lng }) => (name === null || lat === null || lng === null ? [] : [{ name, lat, lng }]))

/** Keeps the position that another file gave when a register has only addresses. */
async function withKnownPositions(db: Database, parks: readonly ParkLine[]): Promise<readonly ParkLine[]> {
  const placeless = parks.filter(({ lat }) => lat === null)
  if (placeless.length === 0) return parks
  const known = new Map(
    (await findPositions(db, placeless)).map(({ source, sourceId, lat, lng }) => [
      `${source}/${sourceId}`,
      { lat, lng },
    ]),
  )
  return parks.map((park) => (park.lat === null ? { ...park, ...known.get(`${park.source}/${park.source_id}`) } : park))
}

/**
 * Imports lines in the format of `data/README.md`. Idempotent on (source, source_id): a known park keeps its id, code
 * and slug, and an unchanged one is not written. A malformed line is reported with its number; the others are imported.
 */
export const importParks = (deps: ImportDeps, lines: Iterable<string> | AsyncIterable<string>): Promise<ImportReport> =>
  importParkLines(deps, parseLines(lines))

/** Imports lines read from another format; `line` in the report is then the number of the element. */
export async function importParkLines({ db, clock, config }: ImportDeps, lines: Lines): Promise<ImportReport> {
  const { parks: read, refused } = await readLines(lines)
  const parks = await withKnownPositions(db, read)
  const context: DeriveContext = {
    findZone: await loadFindZone(),
    near: await readNearPlaces(),
    named: namedPlaces(parks),
    ...(await readTypedPlaces()),
    attributions: await readAttributions(),
    sandbox: config.sandbox,
  }
  const counts = { added: 0, updated: 0, unchanged: 0 }
  const origins = { text: 0, columns: 0, sandbox: 0, none: 0 }
  for (let start = 0; start < parks.length; start += CHUNK) {
    const chunk = parks.slice(start, start + CHUNK).map((line) => derivePark(line, context))
    const stored = await storeParks(db, chunk, clock.now())
    counts.added += stored.added
    counts.updated += stored.updated
    counts.unchanged += chunk.length - stored.added - stored.updated
    for (const park of chunk) origins[park.rate.origin] += 1
  }
  const accepted = counts.added + counts.updated + counts.unchanged
  invariant(accepted === parks.length, 'every line read is counted')
  return {
    accepted,
    ...counts,
    refused,
    ratesParsed: origins.text,
    ratesFromColumns: origins.columns,
    ratesDemo: origins.sandbox + origins.none,
  }
}
