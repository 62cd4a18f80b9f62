import { parseArgs } from 'node:util'
import { systemClock } from '../../src/lib/clock.ts'
import { err, ok, type Result } from '../../src/lib/result.ts'
import { importRegion, type ImportedRegion, type RegionImport } from '../tiles/import-region.ts'
import { parseBox } from '../tiles/tile-box.ts'
import { isRegionName } from '../tiles/tile-shelf.ts'
import type { Printed } from './attendants.ts'

const USAGE = 'tiles import FILE.osm.pbf|FILE.pmtiles|ADDRESS --region NAME --box W,S,E,N [--buildings]'

interface Words {
  readonly source: string | undefined
  readonly more: number
  readonly region: string | undefined
  readonly box: string | undefined
  readonly buildings: boolean
}

/** A box may begin with a minus, which parseArgs would take for another option, so the value is attached with `=`. */
function bindBox(words: readonly string[]): string[] {
  const at = words.indexOf('--box')
  return at === -1 ? [...words] : [...words.slice(0, at), `--box=${words[at + 1] ?? ''}`, ...words.slice(at + 2)]
}

function readWords(words: readonly string[]): Result<Words, string> {
  try {
    const { positionals, values } = parseArgs({
      args: bindBox(words),
      allowPositionals: true,
      options: { region: { type: 'string' }, box: { type: 'string' }, buildings: { type: 'boolean', default: false } },
    })
    const [source] = positionals
    const { region, box, buildings } = values
    return ok({ source, more: positionals.length - 1, region, box, buildings })
  } catch (error) {
    return err(error instanceof Error ? error.message : String(error))
  }
}

/** Returns the request, or what is wrong with the arguments. */
export function parseTileWords(words: readonly string[]): Result<RegionImport, string> {
  const read = readWords(words)
  if (!read.ok) return read
  const { source, more, region, box, buildings } = read.value
  if (source === undefined || more > 0) return err('name one file or address')
  if (region === undefined || !isRegionName(region)) {
    return err('--region takes a name of small letters, digits and hyphens, 40 at most, such as new-york')
  }
  if (box === undefined || box === '')
    return err('--box is missing: W,S,E,N in degrees; a region is not the whole source')
  const parsed = parseBox(box)
  return parsed.ok ? ok({ source, region, box: parsed.value, buildings }) : parsed
}

const kilobytes = (bytes: number): string => `${(bytes / 1_000).toFixed(1)} kB`

const reportOf = ({ row, tiles, densestBytes }: ImportedRegion, seconds: number): string =>
  `${row.region}: ${String(tiles)} tiles, ${kilobytes(row.bytes)}, the densest ${kilobytes(densestBytes)}, ` +
  `in ${seconds.toFixed(1)} s: /tiles/${row.file}`

/** Imports the streets of a region. Throws `TileProblem` or the system error when the source is not usable. */
export async function importTiles(options: {
  readonly words: readonly string[]
  readonly dataDir: string
}): Promise<Printed> {
  const request = parseTileWords(options.words)
  if (!request.ok) return { lines: [request.error, USAGE], exitCode: 2 }
  const startedAt = performance.now()
  const imported = await importRegion(request.value, { dataDir: options.dataDir, clock: systemClock })
  return { lines: [reportOf(imported, (performance.now() - startedAt) / 1_000)], exitCode: 0 }
}
