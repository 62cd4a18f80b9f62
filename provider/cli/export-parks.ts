import { rename, writeFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import { isCountryCode } from '../../src/domain/country.ts'
import { systemClock } from '../../src/lib/clock.ts'
import type { Database } from '../db/database.ts'
import { osmOfRow } from '../import/export-parks.ts'
import { exportParks } from '../repositories/parks-export.ts'
import type { Printed } from './attendants.ts'
import { importOsmFile, importReportLines } from './import.ts'

const USAGE = `parks export FILE --format osm [--country CODE]  car parks in the tags of OpenStreetMap, as an answer of Overpass (docs/open-data.md)
parks import FILE --format osm [--country CODE]  takes them in again, or those of an answer of Overpass; no car park is ever deleted`

const misused: Printed = { lines: [USAGE], exitCode: 2 }

interface Asked {
  readonly file: string
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
    const isRead = values.format === 'osm' && others.length === 0 && (country === null || isCountryCode(country))
    return file !== undefined && isRead ? { file, country } : undefined
  } catch (error) {
    if (error instanceof TypeError) return undefined
    throw error
  }
}

/** `words` begins behind `parks export`. */
export async function runParksExport(db: Database, words: readonly string[]): Promise<Printed> {
  const asked = readWords(words)
  if (asked === undefined) return misused
  const elements: object[] = []
  let placeless = 0
  for await (const row of exportParks(db, asked.country)) {
    const element = osmOfRow(row)
    if (element === undefined) placeless += 1
    else elements.push(element)
  }
  const head = {
    version: 0.6,
    generator: 'Baywise',
    copyright: 'See the attribution of each source: docs/open-data.md',
  }
  // A reader never sees half of it.
  await writeFile(`${asked.file}.part`, JSON.stringify({ ...head, elements }))
  await rename(`${asked.file}.part`, asked.file)
  const lines = [`Wrote ${String(elements.length)} car parks to ${asked.file}.`]
  if (placeless > 0) lines.push(`${String(placeless)} have no position and are not in it.`)
  return { lines, exitCode: 0 }
}

/** `words` begins behind `parks import`. */
export async function runParksImport(
  db: Database,
  config: { readonly sandbox: boolean },
  words: readonly string[],
): Promise<Printed> {
  const asked = readWords(words)
  if (asked === undefined) return misused
  const report = await importOsmFile({ db, clock: systemClock, config }, asked.file, asked.country ?? undefined)
  return { lines: importReportLines(report), exitCode: report.accepted === 0 && report.refused.length > 0 ? 1 : 0 }
}
