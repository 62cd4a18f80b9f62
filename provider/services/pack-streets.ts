import { createHash } from 'node:crypto'
import { join } from 'node:path'
import type { NamedStreet } from '../../src/contract/street-names.ts'
import type { TileRegionWire } from '../../src/contract/tiles.ts'
import { type Cell, cellOf } from '../../src/lib/cell.ts'
import type { Log } from '../../src/lib/log.ts'
import { boxOfCells, type PackBox, type PackRegion, touches } from '../rules/pack-regions.ts'
import { readNames } from '../tiles/read-names.ts'
import { toTileRegion } from '../tiles/tile-region.ts'
import { TileProblem } from '../tiles/tile-problem.ts'
import { listRegions, type RegionRow, tileFolder } from '../tiles/tile-shelf.ts'

/** The street maps of this machine. */
export interface PackStreets {
  /** Epoch milliseconds of the newest map; null when there is none. */
  readonly newestMs: number | null
  /** The maps that reach into a cell of the region. */
  readonly of: (region: PackRegion) => readonly TileRegionWire[]
  /** Changes whenever the street names of the region may have changed. */
  readonly inputsOf: (region: PackRegion) => string
  readonly namesOf: (region: PackRegion) => Promise<readonly NamedStreet[]>
}

export async function newestStreets(dataDir: string): Promise<number | null> {
  const { rows } = await listRegions(dataDir)
  return rows.length === 0 ? null : Math.max(...rows.map(({ made_at }) => Date.parse(made_at)))
}

const isIn = ({ lat, lng }: NamedStreet, [west, south, east, north]: PackBox): boolean =>
  lng >= west && lng < east && lat >= south && lat < north

const CELL_DEGREES = 0.05

/** The box including the cells around it. */
const grown = ([west, south, east, north]: PackBox): PackBox => [
  west - CELL_DEGREES,
  south - CELL_DEGREES,
  east + CELL_DEGREES,
  north + CELL_DEGREES,
]

/**
 * A street belongs to the region of its cell. A street in a cell without parks belongs to every region with parks in an
 * adjacent cell, and to every city whose bounding box contains it.
 */
function keptBy(region: PackRegion, ownerOf: ReadonlyMap<Cell, string>): (street: NamedStreet) => boolean {
  const box = boxOfCells(region.cells)
  const beside = region.cells.map((cell) => grown(boxOfCells([cell])))
  return (street) => {
    const owner = ownerOf.get(cellOf(street.lat, street.lng))
    if (owner !== undefined) return owner === region.region
    return (!region.isRest && isIn(street, box)) || beside.some((around) => isIn(street, around))
  }
}

/** `regions`: all regions, so that a street whose cell has a region belongs to that one only. */
export async function openPackStreets(dataDir: string, regions: readonly PackRegion[], log: Log): Promise<PackStreets> {
  const { rows } = await listRegions(dataDir)
  const ownerOf = new Map(regions.flatMap(({ region, cells }) => cells.map((cell) => [cell, region] as const)))
  const cellBoxes = new Map(regions.map(({ region, cells }) => [region, cells.map((cell) => boxOfCells([cell]))]))
  const reaching = ({ region }: PackRegion): readonly RegionRow[] =>
    rows.filter(({ box }) => cellBoxes.get(region)?.some((cell) => touches(cell, box)) === true)
  const read = createReader(dataDir, log)
  return {
    newestMs: await newestStreets(dataDir),
    of: (region) => reaching(region).map(toTileRegion),
    inputsOf: (region) => {
      const box = grown(boxOfCells(region.cells))
      const around = [...ownerOf].filter(([cell]) => touches(boxOfCells([cell]), box))
      const facts = [reaching(region).map(({ file }) => file), around, region.isRest]
      return createHash('sha256').update(JSON.stringify(facts)).digest('hex').slice(0, 16)
    },
    namesOf: async (region) => {
      const isKept = keptBy(region, ownerOf)
      const found: NamedStreet[] = []
      for (const row of reaching(region)) found.push(...(await read(row)).filter(isKept))
      return found
    },
  }
}

/** Several regions share a map, so the last few maps read are cached. */
const REMEMBERED = 4

function createReader(dataDir: string, log: Log): (row: RegionRow) => Promise<readonly NamedStreet[]> {
  const known = new Map<string, readonly NamedStreet[]>()
  return async (row) => {
    const names = known.get(row.file) ?? (await readOrNone(row, { dataDir, log }))
    known.delete(row.file)
    known.set(row.file, names)
    for (const oldest of [...known.keys()].slice(0, -REMEMBERED)) known.delete(oldest)
    return names
  }
}

/** A damaged map leaves its region without street names, but not without car parks. */
async function readOrNone(
  { file, box }: RegionRow,
  { dataDir, log }: { readonly dataDir: string; readonly log: Log },
): Promise<readonly NamedStreet[]> {
  try {
    return await readNames(join(tileFolder(dataDir), file), box)
  } catch (error) {
    if (!(error instanceof TileProblem)) throw error
    log.warn('packs.streets_unreadable', { file, reason: error.message })
    return []
  }
}
