import { createHash, randomBytes } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import * as v from 'valibot'
import { isMissing } from '../db/missing-file.ts'

/**
 * The folder of the regions' files, `DATA_DIR/tiles`: an immutable `<region>-<hash>.pmtiles` each, and beside it `<region>.json`, which says
 * which of them holds. A region's row is replaced in one step when its file is complete, so readers and other processes see the old one or the
 * new one. Files that no row names any more are kept a month: phones may still be reading them.
 */
const KEPT_MS = 30 * 24 * 60 * 60 * 1_000
/** What a killed import left. */
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

/** What holds for a region; `made_at` is RFC 3339, `source` is for the operator. */
export type RegionRow = v.InferOutput<typeof rowSchema>

export type NewRegion = Omit<RegionRow, 'file' | 'bytes'>

export const isRegionName = (name: string): boolean => name.length <= 40 && REGION.test(name)

export const tileFolder = (dataDir: string): string => join(dataDir, 'tiles')

async function writeWhole(path: string, bytes: Uint8Array): Promise<void> {
  const temporary = `${path}.${randomBytes(6).toString('hex')}.tmp`
  const handle = await open(temporary, 'wx')
  try {
    await handle.writeFile(bytes)
    // Before the name: after a power cut a name must not stand for less.
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(temporary, path)
}

/** Puts a region's file in its place. What held before goes on holding until this is done. */
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
  /** By name. */
  readonly rows: readonly RegionRow[]
  /** Names of rows that somebody has spoilt: their regions count as missing. */
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

/** The regions that have streets; none before the first import. */
export const listRegions = (dataDir: string): Promise<Shelf> => readRows(tileFolder(dataDir))

export interface RegionFile {
  readonly path: string
  readonly bytes: number
  /** Of its content: two files of one hash are equal. */
  readonly hash: string
}

/** A file of the folder by its name, held or of before; undefined when there is none. */
export async function findRegionFile(dataDir: string, name: string): Promise<RegionFile | undefined> {
  const hash = FILE.exec(name)?.[2]
  if (hash === undefined) return undefined
  const path = join(tileFolder(dataDir), name)
  const info = await stat(path).catch(() => undefined)
  return info?.isFile() === true ? { path, bytes: info.size, hash } : undefined
}
