import type { PackManifestWire } from '../../contract/packs.ts'
import type { ParkTileOfPack } from '../../contract/park-pack.ts'
import { applyPackedTiles, renewPackedTiles } from '../../db/apply/region-tile.ts'
import { applyWhole, changeRegion } from '../../db/apply/regions.ts'
import type { Databases } from '../../db/databases.ts'
import { findStagedFile, readRegionFiles, readRegions } from '../../db/read/regions.ts'
import type { KeptPack } from '../../db/region-row.ts'
import { createRegionStreets } from '../../db/region-streets.ts'
import { must } from '../../lib/assert.ts'
import { err, ok, type Result } from '../../lib/result.ts'
import type { AppContext } from '../app-context.ts'
import { readTiles } from './check-pack-file.ts'
import { applying, sizeOf } from './pack-steps.ts'

export interface Answered {
  readonly manifest: PackManifestWire
  /** When the provider answered with it, by this phone. */
  readonly savedAt: number
}

/** When a file was made, by this phone's clock. */
const madeAtOf = (phone: AppContext, { manifest, savedAt }: Answered): number =>
  Math.min(savedAt, Date.parse(manifest.made_at) + (phone.clockAheadMs() ?? 0))

interface Applying extends Answered {
  readonly dbs: Databases
  readonly madeAt: number
}

/** Files of which the car parks come into the mirror together: to wait for the storage after each takes longer than to write it. */
export const FILES_AT_ONCE = 8

/** What a file speaks of. */
async function readStaged({ dbs, manifest }: Applying, hash: string): Promise<readonly ParkTileOfPack[]> {
  const file = must(await findStagedFile(dbs, manifest.region, hash), 'a file that was staged')
  return file.kind === 'names' ? [] : must(readTiles(file.body, manifest), 'a file that was checked')
}

/** Gives the cells of all these files. */
async function applyFiles(run: Applying, hashes: readonly string[]): Promise<ReadonlySet<number>> {
  const { dbs, madeAt, savedAt } = run
  const cells = new Set<number>()
  for (let from = 0; from < hashes.length; from += FILES_AT_ONCE) {
    const tiles: ParkTileOfPack[] = []
    // One after the other: to look at all of them would hold up the page.
    for (const hash of hashes.slice(from, from + FILES_AT_ONCE)) tiles.push(...(await readStaged(run, hash)))
    if (tiles.length > 0) await applyPackedTiles(dbs, { tiles, madeAt, savedAt })
    for (const { cell } of tiles) cells.add(cell)
  }
  return cells
}

const keptOf = ({ manifest, savedAt }: Answered): KeptPack => ({
  revision: manifest.revision,
  savedAt,
  validUntil: manifest.valid_until,
  parks: manifest.parks,
  bytes: sizeOf(manifest),
  hashes: manifest.files.map(({ hash }) => hash),
  streets: manifest.streets,
})

/** Streets that neither a region that is here nor one on its way has are given up. */
export async function releaseStreets(dbs: Databases): Promise<void> {
  const rows = await readRegions(dbs)
  const needed = new Set(
    rows.flatMap(({ kept, job }) => [...(kept?.streets ?? []).map(({ url }) => url), ...(job?.streets ?? [])]),
  )
  await createRegionStreets().release((url) => needed.has(url))
}

/**
 * Brings the files that wait into the mirror, cell by cell, each in short transactions, and makes the region whole at the end. Done again from
 * the start after a crash: it changes nothing then that is there already.
 */
export async function applyPack(
  phone: AppContext,
  answered: Answered,
  before: KeptPack | null,
): Promise<Result<null, 'called_off'>> {
  const { manifest, savedAt } = answered
  const { region } = manifest
  const { dbs } = phone
  const row = await changeRegion(dbs, region, applying)
  if (row?.job?.state !== 'applying') return err('called_off')
  const run = { ...answered, dbs, madeAt: madeAtOf(phone, answered) }
  const { held, staged } = await readRegionFiles(dbs, region)
  const named = new Set(manifest.files.map(({ hash }) => hash))
  const cells = await applyFiles(
    run,
    [...staged.keys()].filter((hash) => named.has(hash)),
  )
  const same = [...held].filter(([hash]) => named.has(hash)).flatMap(([, own]) => own)
  if (before !== null)
    await renewPackedTiles(dbs, same, { from: before.validUntil, until: manifest.valid_until, savedAt })
  const here = new Set([...cells, ...same])
  // Cells whose last car park is gone are in no file any more.
  const empty = [...new Set([...held.values()].flat())].filter((cell) => !here.has(cell))
  await applyPackedTiles(dbs, { tiles: empty.map((cell) => ({ cell, parks: [] })), madeAt: run.madeAt, savedAt })
  const isWhole = await applyWhole(dbs, { region, kept: keptOf(answered) })
  await releaseStreets(dbs)
  return isWhole ? ok(null) : err('called_off')
}
