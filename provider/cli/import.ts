import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { createInterface } from 'node:readline'
import * as v from 'valibot'
import { linesOfApds } from '../import/apds.ts'
import { lineOfOsm } from '../import/osm-tags.ts'
import { importParkLines, importParks, type ImportDeps, type ImportReport } from '../import/import-parks.ts'

/** Imports a file line by line. Throws the system error when the file cannot be read. */
export async function importFile(deps: ImportDeps, file: string): Promise<ImportReport> {
  const stream = createReadStream(file, 'utf8')
  try {
    // Opened here because readline swallows the error of a missing file.
    await new Promise((resolve, reject) => stream.once('open', resolve).once('error', reject))
    return await importParks(deps, createInterface({ input: stream, crlfDelay: Infinity }))
  } finally {
    stream.destroy()
  }
}

const overpass = v.object({ elements: v.array(v.unknown()) })

/** Imports the car parks of an Overpass response or of our own export: elements with OpenStreetMap tags. */
export async function importOsmFile(deps: ImportDeps, file: string, country?: string): Promise<ImportReport> {
  const parsed = v.safeParse(v.pipe(v.string(), v.parseJson(), overpass), await readFile(file, 'utf8'))
  if (!parsed.success) throw new Error(`${file} is no answer of Overpass: {"elements": [...]}`)
  return importParkLines(
    deps,
    parsed.output.elements.map((element) => lineOfOsm(element, country)),
  )
}

/**
 * Imports the places of an APDS file: the responses of `/places`, `/rates` and `/rights/specs`, or of `/places` alone.
 */
export async function importApdsFile(deps: ImportDeps, file: string, country?: string): Promise<ImportReport> {
  const json = v.safeParse(v.pipe(v.string(), v.parseJson()), await readFile(file, 'utf8'))
  const lines = json.success ? linesOfApds(json.output, country) : undefined
  if (lines === undefined) throw new Error(`${file} is no APDS: {"places": {"data": [...]}, ...}`)
  return importParkLines(deps, lines)
}

/** The summary that an operator reads after an import. */
export function importReportLines(report: ImportReport): readonly string[] {
  const { accepted, added, updated, unchanged, refused } = report
  return [
    `accepted ${String(accepted)} (new ${String(added)}, updated ${String(updated)}, unchanged ${String(unchanged)}), refused ${String(refused.length)}`,
    `${String(report.ratesParsed)} rows with real tariffs parsed, ${String(report.ratesFromColumns)} priced from their hourly and daily columns, ` +
      `${String(report.ratesDemo)} without a price from their source (a demo price in demo mode, otherwise none)`,
    ...refused.map(({ line, reason }) => `line ${String(line)}: ${reason}`),
  ]
}
