import { rename, writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { isCountryCode } from '../../src/domain/country.ts'
import { type Instant, toInstant, toRfc3339 } from '../../src/domain/instant.ts'
import { systemClock } from '../../src/lib/clock.ts'
import type { Database } from '../db/database.ts'
import { apdsOf } from '../import/apds.ts'
import { lineOfRow, osmOfRow } from '../import/export-parks.ts'
import { exportParks, type ExportRow } from '../repositories/parks-export.ts'
import type { Printed } from './attendants.ts'
import { importApdsFile, importOsmFile, importReportLines } from './import.ts'

const USAGE = `parks export FILE --format osm|apds [--country CODE]  car parks in the tags of OpenStreetMap, as an answer of Overpass, or in APDS 4.0
parks import FILE --format osm|apds [--country CODE]  takes them in again, or those of others; no car park is ever deleted (docs/open-data.md)`

const misused: Printed = { lines: [USAGE], exitCode: 2 }

interface Asked {
  readonly file: string
  readonly format: 'osm' | 'apds'
  readonly country: string | null
}

function readWords(words: readonly string[]): Asked | undefined {
  try {
    const { values, positionals } = parseArgs({
      args: [...words],
      options: { format: { type: 'string' }, country: { type: 'string' } },
      allowPositionals: true,
    })
    const [file, ...others] = positionals
    const country = values.country?.toUpperCase() ?? null
    const { format } = values
    if (format !== 'osm' && format !== 'apds') return undefined
    const isRead = others.length === 0 && (country === null || isCountryCode(country))
    return file !== undefined && isRead ? { file, format, country } : undefined
  } catch (error) {
    if (error instanceof TypeError) return undefined
    throw error
  }
}

interface Exported {
  readonly document: object
  readonly count: number
}

const CREDIT = 'See the attribution of each source: docs/open-data.md'

function osmDocument(rows: readonly ExportRow[]): Exported {
  const elements = rows.map(osmOfRow).filter((element) => element !== undefined)
  const head = { version: 0.6, generator: 'Baywise', copyright: CREDIT }
  return { document: { ...head, elements }, count: elements.length }
}

function apdsDocument(rows: readonly ExportRow[], now: Instant): Exported {
  const entries = rows.map((row) =>
    apdsOf({ line: lineOfRow(row), id: row.code, timezone: row.timezone, since: toRfc3339(now) }),
  )
  const list = (data: readonly object[]) => ({
    meta: { referenceInstant: Math.floor(now / 1000), offset: 0, pageSize: data.length, total: data.length },
    data,
  })
  const document = {
    copyright: CREDIT,
    places: list(entries.map(({ place }) => place)),
    rates: list(entries.flatMap(({ rates }) => rates)),
    rightSpecifications: list(entries.flatMap(({ right }) => (right === undefined ? [] : [right]))),
  }
  return { document, count: entries.length }
}

/** `words`: the arguments after `parks export`. */
export async function runParksExport(db: Database, words: readonly string[]): Promise<Printed> {
  const asked = readWords(words)
  if (asked === undefined) return misused
  const rows: ExportRow[] = []
  for await (const row of exportParks(db, asked.country)) rows.push(row)
  const { document, count } =
    asked.format === 'osm' ? osmDocument(rows) : apdsDocument(rows, toInstant(systemClock.now()))
  // Written under a temporary name first, so that a reader never sees a partial file.
  await writeFile(`${asked.file}.part`, JSON.stringify(document))
  await rename(`${asked.file}.part`, asked.file)
  const lines = [`Wrote ${String(count)} car parks to ${asked.file}.`]
  if (count < rows.length) lines.push(`${String(rows.length - count)} have no position and are not in it.`)
  return { lines, exitCode: 0 }
}

/** `words`: the arguments after `parks import`. */
export async function runParksImport(
  db: Database,
  config: { readonly sandbox: boolean },
  words: readonly string[],
): Promise<Printed> {
  const asked = readWords(words)
  if (asked === undefined) return misused
  const importIt = asked.format === 'osm' ? importOsmFile : importApdsFile
  const report = await importIt({ db, clock: systemClock, config }, asked.file, asked.country ?? undefined)
  return { lines: importReportLines(report), exitCode: report.accepted === 0 && report.refused.length > 0 ? 1 : 0 }
}
