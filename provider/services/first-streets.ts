import { fileURLToPath } from 'node:url'
import type { Clock } from '../../src/lib/clock.ts'
import type { Log } from '../../src/lib/log.ts'
import { DAY_MS } from '../../src/domain/instant.ts'
import type { ProviderConfig } from '../config.ts'
import { listRegions } from '../tiles/tile-shelf.ts'

interface Region {
  readonly region: string
  /** West, south, east, north in degrees. */
  readonly box: string
}

/** Extracts bundled in `data/streets`. */
const BUNDLED: ReadonlyArray<Region & { readonly file: string }> = [
  { region: 'new-york-midtown', box: '-74.014,40.736,-73.963,40.759', file: 'midtown-manhattan.osm.pbf' },
  { region: 'san-francisco-downtown', box: '-122.420,37.769,-122.381,37.798', file: 'sf-downtown.osm.pbf' },
]

/** Cities with car parks in the sandbox but without a bundled extract. */
const FETCHED: readonly Region[] = [
  { region: 'toronto', box: '-79.64,43.58,-79.11,43.86' },
  { region: 'vancouver', box: '-123.27,49.19,-122.98,49.33' },
  { region: 'lagos', box: '3.30,6.38,3.62,6.68' },
  { region: 'dakar', box: '-17.55,14.64,-17.30,14.80' },
]

/**
 * The documented daily build of the world. Its makers ask users to run `pmtiles extract` on a box, which is what an
 * import does. Builds are kept for a week. https://docs.protomaps.com/basemaps/downloads
 */
const DAILY_BUILD = 'https://build.protomaps.com'
const DAYS_BACK = [1, 2, 3, 4] as const

export interface FirstStreetsDeps {
  readonly config: Pick<ProviderConfig, 'dataDir' | 'streets'>
  readonly clock: Clock
  readonly log: Log
  /** Once aborted, no further work is started. */
  readonly signal: AbortSignal
}

/** Runs a provider command and returns its output; throws when it fails. */
export type RunCommand = (words: readonly string[]) => Promise<string>

const toWords = (source: string, { region, box }: Region): readonly string[] => [
  'tiles',
  'import',
  source,
  '--region',
  region,
  '--box',
  box,
]

function buildOf(nowMs: number, daysBack: number): string {
  const day = new Date(nowMs - daysBack * DAY_MS).toISOString().slice(0, 10).replaceAll('-', '')
  return `${DAILY_BUILD}/${day}.pmtiles`
}

/** The error output that a failed command wrote for the operator. */
function reasonOf(error: unknown): string {
  if (error instanceof Error && 'stderr' in error && typeof error.stderr === 'string' && error.stderr !== '') {
    return error.stderr.trim().slice(0, 300)
  }
  return error instanceof Error ? error.message : String(error)
}

/**
 * Makes missing street maps, each once: first from the bundled extracts, then, if the configuration allows it, from the
 * public build. A region that fails is not listed and is tried again at the next start; nothing waits for it.
 */
export async function makeFirstStreets(deps: FirstStreetsDeps, run: RunCommand): Promise<void> {
  const { config } = deps
  if (config.streets === 'none') return
  const { rows } = await listRegions(config.dataDir)
  const isMissing = ({ region }: Region): boolean => rows.every((row) => row.region !== region)
  for (const region of BUNDLED.filter(isMissing)) {
    await make(fileURLToPath(new URL(`../../data/streets/${region.file}`, import.meta.url)), region, { deps, run })
  }
  const missing = FETCHED.filter(isMissing)
  if (config.streets === 'all' && missing.length > 0) await fetchRegions(missing, { deps, run })
}

interface Work {
  readonly deps: FirstStreetsDeps
  readonly run: RunCommand
}

async function make(source: string, region: Region, { deps: { log, signal }, run }: Work): Promise<boolean> {
  if (signal.aborted) return false
  try {
    log.info('streets.made', { source, report: await run(toWords(source, region)) })
    return true
  } catch (error) {
    // Not our error: many machines have no internet access, and the app says that there is no street map.
    if (!signal.aborted) log.info('streets.none', { region: region.region, source, reason: reasonOf(error) })
    return false
  }
}

/** Uses the first region to find the newest available build; if there is none, the other regions are not requested. */
async function fetchRegions(regions: readonly Region[], work: Work): Promise<void> {
  const [first, ...others] = regions
  if (first === undefined) return
  for (const daysBack of DAYS_BACK) {
    const source = buildOf(work.deps.clock.now(), daysBack)
    if (!(await make(source, first, work))) continue
    for (const region of others) await make(source, region, work)
    return
  }
}
