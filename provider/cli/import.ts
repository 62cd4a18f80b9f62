import { createReadStream } from 'node:fs'
import { createInterface } from 'node:readline'
import { importParks, type ImportDeps, type ImportReport } from '../import/import-parks.ts'

/** Imports a file line by line; throws the system's error when it cannot be read. */
export async function importFile(deps: ImportDeps, file: string): Promise<ImportReport> {
  const stream = createReadStream(file, 'utf8')
  try {
    // Opened here: readline would swallow the error of a missing file.
    await new Promise((resolve, reject) => stream.once('open', resolve).once('error', reject))
    return await importParks(deps, createInterface({ input: stream, crlfDelay: Infinity }))
  } finally {
    stream.destroy()
  }
}

/** What an operator reads after an import. */
export function importReportLines(report: ImportReport): readonly string[] {
  const { accepted, added, updated, unchanged, refused } = report
  return [
    `accepted ${String(accepted)} (new ${String(added)}, updated ${String(updated)}, unchanged ${String(unchanged)}), refused ${String(refused.length)}`,
    `${String(report.ratesParsed)} rows with real tariffs parsed, ${String(report.ratesFromColumns)} priced from their hourly and daily columns, ` +
      `${String(report.ratesDemo)} with no price of their source (a sandbox tariff, or none outside the sandbox)`,
    ...refused.map(({ line, reason }) => `line ${String(line)}: ${reason}`),
  ]
}
