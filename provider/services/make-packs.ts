import { createHash } from 'node:crypto'
import { isDeepStrictEqual, promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import { packParks } from '../../src/contract/park-pack.ts'
import { packNames } from '../../src/contract/street-names.ts'
import type { CountryCode } from '../../src/domain/country.ts'
import { DAY_MS, MINUTE_MS } from '../../src/domain/instant.ts'
import type { Clock } from '../../src/lib/clock.ts'
import type { Log } from '../../src/lib/log.ts'
import type { Database } from '../db/database.ts'
import {
  confirmAllPackRegions,
  confirmPackRegions,
  countChanges,
  dropPackRegions,
  findPackRound,
  findStoredRegion,
  forgetPacks,
  insertPack,
  keepPack,
  listParkCells,
  listParksToPack,
  type MadePackRegion,
  type ParkCellRow,
  putPackRegion,
  putPackRound,
  type StoredPackFile,
  type StoredPackRegion,
} from '../repositories/pack-writes.ts'
import { type CellToPack, groupCells } from '../rules/pack-files.ts'
import { boxOfCells, cutRegions, type PackRegion } from '../rules/pack-regions.ts'
import { newestStreets, openPackStreets, type PackStreets } from './pack-streets.ts'

export interface PackDeps {
  readonly db: Database
  readonly clock: Clock
  readonly log: Log
  readonly config: { readonly dataDir: string }
}

/**
 * Part of every file's inputs besides the parks: raised when the codec or the cut changes, so that all files are made
 * again.
 */
const FORMAT = 1
const KEPT_MS = 30 * DAY_MS
/** Only one process makes packs at a time. */
const PACKS_LOCK = 4_173_021
/** About 130 kB of names. */
const STREETS_OF_FILE = 20_000
/** Above this size, maximum compression takes longer than it saves. */
const BEST_UP_TO_BYTES = 1_000_000

const compress = promisify(brotliCompress)

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** `busy`: another process is making packs. */
export type MadePacks = { readonly made: readonly MadePackRegion[]; readonly forgotten: number } | 'busy'

export interface MakeOptions {
  /** Limits the run to this country's regions; the others stay as they are. */
  readonly country?: CountryCode
  /** Wait for another process that is making packs; otherwise return `busy`. */
  readonly wait: boolean
}

/**
 * Makes the files of every region whose parks or streets changed, and replaces a region once all of its files exist. If
 * killed at any moment, it leaves complete regions, new or old; the next round continues.
 */
export async function makePacks(deps: PackDeps, { country, wait }: MakeOptions): Promise<MadePacks> {
  const client = await deps.db.pool.connect()
  try {
    const { rows } = await client.query<{ locked: boolean }>(
      wait ? 'select true as locked from pg_advisory_lock($1)' : 'select pg_try_advisory_lock($1) as locked',
      [PACKS_LOCK],
    )
    if (rows[0]?.locked !== true) return 'busy'
    try {
      return await makeAll(deps, country)
    } finally {
      await client.query('select pg_advisory_unlock($1)', [PACKS_LOCK])
    }
  } finally {
    client.release()
  }
}

/** Whether parks or streets have changed since the last round over all regions. */
export async function arePacksStale({ db, config }: Pick<PackDeps, 'db' | 'config'>): Promise<boolean> {
  const round = await findPackRound(db)
  if (round === undefined) return true
  if ((await countChanges(db)) !== round.changes) return true
  return ((await newestStreets(config.dataDir)) ?? 0) > (round.streets_at ?? 0)
}

interface Round {
  readonly deps: PackDeps
  readonly streets: PackStreets
  /** The stored streets, made on another machine, are newer than this machine's maps, so they are kept. */
  readonly streetsStand: boolean
  readonly changes: ReadonlyMap<number, CellToPack>
  /** The time before anything was read. */
  readonly checkedMs: number
}

async function makeAll(deps: PackDeps, country: CountryCode | undefined): Promise<Exclude<MadePacks, 'busy'>> {
  const { db, clock, config, log } = deps
  const checkedMs = clock.now()
  const rows = await listParkCells(db)
  const all = cutRegions(rows)
  const before = await findPackRound(db)
  const streets = await openPackStreets(config.dataDir, all, log)
  const streetsStand = (streets.newestMs ?? 0) < (before?.streets_at ?? 0)
  const round = { deps, streets, streetsStand, changes: changesOf(rows), checkedMs }
  const made: MadePackRegion[] = []
  for (const region of all) {
    if (country === undefined || region.country_code === country) made.push(await makeRegion(region, round))
  }
  await confirmPackRegions(
    db,
    made.map(({ region }) => region),
    checkedMs,
  )
  if (country !== undefined) return { made, forgotten: 0 }
  await dropPackRegions(
    db,
    all.map(({ region }) => region),
    clock.now(),
  )
  const streetsAt = Math.max(streets.newestMs ?? 0, before?.streets_at ?? 0)
  await putPackRound(db, {
    changes: rows.reduce((sum, row) => sum + row.changes, 0),
    streets_at: streetsAt === 0 ? null : streetsAt,
  })
  return { made, forgotten: await forgetPacks(db, clock.now() - KEPT_MS) }
}

function changesOf(rows: readonly ParkCellRow[]): ReadonlyMap<number, CellToPack> {
  const cells = new Map<number, CellToPack>()
  for (const { cell, parks, changes } of rows) {
    const known = cells.get(cell)
    cells.set(cell, { cell, parks: parks + (known?.parks ?? 0), changes: changes + (known?.changes ?? 0) })
  }
  return cells
}

async function makeRegion(region: PackRegion, round: Round): Promise<MadePackRegion> {
  const { db, clock } = round.deps
  const stored = await findStoredRegion(db, region.region)
  const files = [...(await makeParkFiles(region, stored, round)), ...(await makeNameFiles(region, stored, round))]
  const streets = round.streetsStand ? (stored?.streets ?? []) : round.streets.of(region)
  const { cells, isRest: _, ...facts } = region
  const box = boxOfCells(cells)
  const revision = sha256(
    JSON.stringify([facts.name, facts.state, box, files.map(({ hash }) => hash), streets.map(({ url }) => url)]),
  ).slice(0, 32)
  const made = { ...facts, box, bytes: files.reduce((sum, { bytes }) => sum + bytes, 0), revision, streets, files }
  const isSame = stored?.revision === revision && isDeepStrictEqual(stored.files, files)
  if (!isSame) await putPackRegion(db, made, { nowMs: clock.now(), checkedMs: round.checkedMs })
  return made
}

/** Stored files by their inputs: equal inputs yield equal files. */
const byInputs = (stored: StoredPackRegion | undefined, kind: StoredPackFile['kind']) =>
  new Map((stored?.files ?? []).filter((file) => file.kind === kind).map((file) => [file.inputs, file]))

async function makeParkFiles(region: PackRegion, stored: StoredPackRegion | undefined, round: Round) {
  const known = byInputs(stored, 'parks')
  const files: StoredPackFile[] = []
  const cells = region.cells.flatMap((cell) => round.changes.get(cell) ?? [])
  for (const group of groupCells(cells)) {
    const inputs = sha256(JSON.stringify([FORMAT, group.map(({ cell, changes }) => [cell, changes])])).slice(0, 16)
    files.push(known.get(inputs) ?? (await makeParkFile(group, inputs, round)))
  }
  return files
}

async function makeParkFile(group: readonly CellToPack[], inputs: string, round: Round): Promise<StoredPackFile> {
  const tiles = await listParksToPack(
    round.deps.db,
    group.map(({ cell }) => cell),
  )
  return { ...(await storeFile('parks', packParks(tiles), round)), inputs }
}

async function makeNameFiles(region: PackRegion, stored: StoredPackRegion | undefined, round: Round) {
  if (round.streetsStand) return stored?.files.filter(({ kind }) => kind === 'names') ?? []
  if (round.streets.of(region).length === 0) return []
  const known = [...byInputs(stored, 'names').values()]
  const inputs = sha256(JSON.stringify([FORMAT, round.streets.inputsOf(region)])).slice(0, 16)
  if (known.some((file) => file.inputs.startsWith(inputs))) return known
  const names = (await round.streets.namesOf(region)).toSorted(
    (a, b) => Number(a.name > b.name) - Number(a.name < b.name),
  )
  const files: StoredPackFile[] = []
  // A map without names still gets one, empty file, so that it is not read again.
  for (let start = 0; start === 0 || start < names.length; start += STREETS_OF_FILE) {
    const body = packNames(names.slice(start, start + STREETS_OF_FILE))
    files.push({ ...(await storeFile('names', body, round)), inputs: `${inputs}/${String(start)}` })
  }
  return files
}

/**
 * Hashes the content before compressing it, the slowest step: a file that is already stored is not compressed again.
 */
async function storeFile(kind: StoredPackFile['kind'], content: unknown, { deps: { db, clock } }: Round) {
  const text = JSON.stringify(content)
  const hash = sha256(text).slice(0, 32)
  const stored = await keepPack(db, hash, clock.now())
  if (stored !== undefined) return { kind, hash, bytes: stored }
  const body = await compress(text, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: text.length > BEST_UP_TO_BYTES ? 9 : constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_SIZE_HINT]: Buffer.byteLength(text),
    },
  })
  await insertPack(db, { hash, kind, body }, clock.now())
  return { kind, hash, bytes: body.length }
}

/** A shorter interval would not change the manifest, which is accurate to the hour. */
const CONFIRM_EVERY_MS = 5 * MINUTE_MS

/** Confirms that the files of all regions are up to date; returns false when they are stale. */
export async function confirmPacks({ db, clock, config }: Pick<PackDeps, 'db' | 'clock' | 'config'>): Promise<boolean> {
  const seenMs = clock.now()
  if (await arePacksStale({ db, config })) return false
  await confirmAllPackRegions(db, seenMs, seenMs - CONFIRM_EVERY_MS)
  return true
}
