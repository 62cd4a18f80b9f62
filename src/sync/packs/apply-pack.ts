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
  /** When the provider sent it, by this phone's clock. */
  readonly savedAt: number
}

/** When a file was made, by this phone's clock. */
const madeAtOf = (phone: AppContext, { manifest, savedAt }: Answered): number =>
  Math.min(savedAt, Date.parse(manifest.made_at) + (phone.clockAheadMs() ?? 0))

interface Applying extends Answered {
  readonly dbs: Databases
  readonly madeAt: number
}

/** Files whose car parks enter the mirror together: waiting for storage after each one takes longer than writing it. */
export const FILES_AT_ONCE = 8

/** Returns the cells of a staged file. */
async function readStaged({ dbs, manifest }: Applying, hash: string): Promise<readonly ParkTileOfPack[]> {
  const file = must(await findStagedFile(dbs, manifest.region, hash), 'a file that was staged')
  return file.kind === 'names' ? [] : must(readTiles(file.body, manifest), 'a file that was checked')
}

/** Returns the cells of all these files. */
async function applyFiles(run: Applying, hashes: readonly string[]): Promise<ReadonlySet<number>> {
  const { dbs, madeAt, savedAt } = run
  const cells = new Set<number>()
  for (let from = 0; from < hashes.length; from += FILES_AT_ONCE) {
    const tiles: ParkTileOfPack[] = []
    // One after another: parsing all of them at once would block the page.
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

/** Removes streets that neither a kept region nor a downloading one needs. */
export async function releaseStreets(dbs: Databases): Promise<void> {
  const rows = await readRegions(dbs)
  const needed = new Set(
    rows.flatMap(({ kept, job }) => [...(kept?.streets ?? []).map(({ url }) => url), ...(job?.streets ?? [])]),
  )
  await createRegionStreets().release((url) => needed.has(url))
}

/**
 * Stores the staged files in the mirror, cell by cell, in short transactions, and completes the region at the end.
 * After a crash it starts over, which changes nothing that is already stored.
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
  // Cells without any car park left are in no file.
  const empty = [...new Set([...held.values()].flat())].filter((cell) => !here.has(cell))
  await applyPackedTiles(dbs, { tiles: empty.map((cell) => ({ cell, parks: [] })), madeAt: run.madeAt, savedAt })
  const isWhole = await applyWhole(dbs, { region, kept: keptOf(answered) })
  await releaseStreets(dbs)
  return isWhole ? ok(null) : err('called_off')
}
