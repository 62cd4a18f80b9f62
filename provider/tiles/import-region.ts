import { open } from 'node:fs/promises'
import { gzipSync } from 'node:zlib'
import type { Clock } from '../../src/lib/clock.ts'
import { cutTiles, type MadeTile } from './cut-tiles.ts'
import { joinRoads } from './join-roads.ts'
import { type HttpLimits, openFileSource, openHttpSource, type RangeSource } from './range-source.ts'
import { readArchive } from './read-archive.ts'
import { readStreets } from './read-streets.ts'
import { type Box, LAST_ZOOM } from './tile-box.ts'
import { putRegion, type RegionRow } from './tile-shelf.ts'
import { STREET_CREDIT, writePmtiles } from './write-pmtiles.ts'

export interface RegionImport {
  /** Path of an `.osm.pbf` or `.pmtiles` file, or the http(s) address of a `.pmtiles` file. */
  readonly source: string
  readonly region: string
  readonly box: Box
  readonly buildings: boolean
}

export interface ImportDeps {
  readonly dataDir: string
  readonly clock: Clock
  readonly limits?: HttpLimits
}

export interface ImportedRegion {
  readonly row: RegionRow
  readonly tiles: number
  /** The largest tile of the last zoom, compressed. */
  readonly densestBytes: number
}

async function readTilesOf(source: RangeSource, request: RegionImport): Promise<readonly MadeTile[]> {
  try {
    return await readArchive(source, request)
  } finally {
    await source.close()
  }
}

/** Decides by the file's first bytes: its name may be wrong. */
async function isArchive(path: string): Promise<boolean> {
  const handle = await open(path)
  try {
    const { buffer } = await handle.read(Buffer.alloc(7), 0, 7, 0)
    return buffer.toString('latin1') === 'PMTiles'
  } finally {
    await handle.close()
  }
}

async function makeTiles(request: RegionImport, limits: HttpLimits | undefined): Promise<readonly MadeTile[]> {
  const { source, box } = request
  if (/^https?:\/\//i.test(source)) return readTilesOf(openHttpSource(source, limits), request)
  if (await isArchive(source)) return readTilesOf(await openFileSource(source), request)
  return cutTiles(joinRoads(await readStreets(source, request)), box)
}

/**
 * Makes a region's file and publishes it. Throws `TileProblem`, worded for the operator, when the source is not usable,
 * and the system's error when a file cannot be read or written; the region then keeps its previous file. The box must
 * be valid (`checkBox`).
 */
export async function importRegion(request: RegionImport, deps: ImportDeps): Promise<ImportedRegion> {
  const tiles = await makeTiles(request, deps.limits)
  const { region, box, source } = request
  const bytes = writePmtiles({ name: region, box, tiles })
  const made_at = new Date(deps.clock.now()).toISOString()
  const row = await putRegion(
    deps.dataDir,
    { region, box: [...box], attribution: STREET_CREDIT, made_at, source },
    bytes,
  )
  const sizes = tiles.filter(({ z }) => z === LAST_ZOOM).map((tile) => gzipSync(tile.bytes, { level: 9 }).length)
  return { row, tiles: tiles.length, densestBytes: Math.max(0, ...sizes) }
}
