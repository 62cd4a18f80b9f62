import { createHash, randomBytes } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import { isMissing } from '../db/missing-file.ts'

/**
 * The folder of the regions' files, `DATA_DIR/tiles`: for each region immutable `<region>-<hash>.pmtiles` files, and
 * `<region>.json`, which names the current one. A region's row is replaced atomically once its file is complete, so
 * readers and other processes see the old one or the new one. Files that no row names are kept for a month: phones may
 * still be reading them.
 */
const KEPT_MS = 30 * 24 * 60 * 60 * 1_000
/** Leftovers of a killed import. */
const LEFTOVER_MS = 24 * 60 * 60 * 1_000

const REGION = /^[a-z0-9]+(-[a-z0-9]+)*$/
const FILE = /^([a-z0-9]+(?:-[a-z0-9]+)*)-([0-9a-f]{16})\.pmtiles$/

const rowSchema = v.object({
  region: v.pipe(v.string(), v.regex(REGION)),
  file: v.pipe(v.string(), v.regex(FILE)),
  bytes: v.pipe(v.number(), v.integer(), v.minValue(1)),
  box: v.tuple([v.number(), v.number(), v.number(), v.number()]),
  attribution: v.string(),
  made_at: v.pipe(v.string(), v.isoTimestamp()),
  source: v.string(),
})

/** The current row of a region; `made_at` is RFC 3339, `source` is for the operator. */
export type RegionRow = v.InferOutput<typeof rowSchema>

export type NewRegion = Omit<RegionRow, 'file' | 'bytes'>

export const isRegionName = (name: string): boolean => name.length <= 40 && REGION.test(name)

export const tileFolder = (dataDir: string): string => join(dataDir, 'tiles')

async function writeWhole(path: string, bytes: Uint8Array): Promise<void> {
  const temporary = `${path}.${randomBytes(6).toString('hex')}.tmp`
  const handle = await open(temporary, 'wx')
  try {
    await handle.writeFile(bytes)
    // Before the rename: after a power cut the final name must not refer to an incomplete file.
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(temporary, path)
}

/** Publishes a region's file. The previous one stays current until this is done. */
export async function putRegion(dataDir: string, region: NewRegion, bytes: Uint8Array): Promise<RegionRow> {
  const folder = tileFolder(dataDir)
  await mkdir(folder, { recursive: true })
  const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 16)
  const row: RegionRow = { ...region, file: `${region.region}-${hash}.pmtiles`, bytes: bytes.length }
  await writeWhole(join(folder, row.file), bytes)
  await writeWhole(join(folder, `${region.region}.json`), Buffer.from(`${JSON.stringify(row, null, 2)}\n`))
  await sweep(folder, Date.parse(region.made_at))
  return row
}

async function sweep(folder: string, nowMs: number): Promise<void> {
  const held = new Set((await readRows(folder)).rows.map(({ file }) => file))
  for (const name of await readdir(folder)) {
    const keptMs = name.endsWith('.tmp') ? LEFTOVER_MS : FILE.test(name) && !held.has(name) ? KEPT_MS : Infinity
    const info = await stat(join(folder, name)).catch(() => undefined)
    if (info !== undefined && nowMs - info.mtimeMs > keptMs) await rm(join(folder, name), { force: true })
  }
}

export interface Shelf {
  /** Sorted by name. */
  readonly rows: readonly RegionRow[]
  /** Names of corrupt rows: their regions count as missing. */
  readonly unreadable: readonly string[]
}

function parseRow(text: string): RegionRow | undefined {
  try {
    const parsed = v.safeParse(rowSchema, JSON.parse(text))
    return parsed.success ? parsed.output : undefined
  } catch (error) {
    if (error instanceof SyntaxError) return undefined
    throw error
  }
}

async function readRows(folder: string): Promise<Shelf> {
  const names = await readdir(folder).catch((error: unknown) => {
    if (isMissing(error)) return []
    throw error
  })
  const rows: RegionRow[] = []
  const unreadable: string[] = []
  for (const name of names.filter((one) => one.endsWith('.json')).toSorted()) {
    const row = parseRow(await readFile(join(folder, name), 'utf8'))
    if (row === undefined) unreadable.push(name)
    else rows.push(row)
  }
  return { rows, unreadable }
}

/** Regions that have streets; empty before the first import. */
export const listRegions = (dataDir: string): Promise<Shelf> => readRows(tileFolder(dataDir))

export interface RegionFile {
  readonly path: string
  readonly bytes: number
  /** Hash of the content: files with the same hash are equal. */
  readonly hash: string
}

/** Finds a file of the folder by name, current or earlier. Undefined when there is none. */
export async function findRegionFile(dataDir: string, name: string): Promise<RegionFile | undefined> {
  const hash = FILE.exec(name)?.[2]
  if (hash === undefined) return undefined
  const path = join(tileFolder(dataDir), name)
  const info = await stat(path).catch(() => undefined)
  return info?.isFile() === true ? { path, bytes: info.size, hash } : undefined
}
