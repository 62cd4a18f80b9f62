import { getPack } from '../../api/packs.ts'
import { changeRegion, dropStaged } from '../../db/apply/regions.ts'
import { readRegionChoices, readRegions } from '../../db/read/regions.ts'
import type { PauseReason, RegionRow } from '../../db/region-row.ts'
import { err, type Result } from '../../lib/result.ts'
import { StorageError } from '../../lib/storage-trouble.ts'
import { tellWorker } from '../../lib/tell-worker.ts'
import type { AppContext } from '../app-context.ts'
import { applyPack, releaseStreets } from './apply-pack.ts'
import { fetchPack, reasonOf, type RunEnd } from './fetch-pack.ts'
import { isCostly } from './is-costly.ts'
import { isRunnable, pause } from './pack-steps.ts'

const LOCK = 'regions'

/*
 *            tap, or automatically when old
 *                     |
 *                     v
 *   (nothing) ---> wanted ---> downloading ---> applying ---> kept
 *                     ^             |               |           |
 *        goes on:     |             v               v           +--- old, or the driver asks ---> wanted, copy kept
 *   the driver, signal,             +---> paused <--+
 *   Wi-Fi, a day later +------------------- | driver | no_signal | metered | full | provider | wrong
 *
 *   Stop: the row is removed, or the kept copy stays as it was. Delete: removes row, files, streets and car parks.
 *
 * The region's row holds all of this: any tab shows and changes it, and the tab that holds the lock does the work. That
 * tab reads the row before each piece, so a pause is at most one piece late. A tab that dies leaves its row as it was;
 * the next one continues from the staged files. The kept copy changes in one transaction at the end, so it is always
 * one whole revision.
 */
async function runOne(phone: AppContext, row: RegionRow): Promise<Result<null, RunEnd>> {
  const { region, job, kept } = row
  if (job === null) return err('called_off')
  if (!job.isAsked && isCostly(await readRegionChoices(phone.dbs))) return err('metered')
  const answer = await getPack(phone.client, region)
  if (!answer.ok) return err(reasonOf(answer.error))
  const manifest = answer.value
  if (manifest.country_code !== row.country) return err('wrong')
  const savedAt = phone.clock.now()
  const fetched = await fetchPack(phone, manifest)
  if (!fetched.ok) return fetched
  // Makes its places searchable and its streets visible with no signal too.
  void tellWorker({ type: 'KEEP_FILES', group: 'places', part: row.country })
  void tellWorker({ type: 'KEEP_FILES', group: 'streets' })
  return applyPack(phone, { manifest, savedAt }, kept)
}

/** On a full phone a region displaces no other data: it pauses and says so. */
async function runInRoom(phone: AppContext, row: RegionRow): Promise<Result<null, RunEnd>> {
  try {
    return await runOne(phone, row)
  } catch (error) {
    if (error instanceof StorageError && error.reason === 'full') return err('full')
    throw error
  }
}

const findNext = async (phone: AppContext): Promise<RegionRow | undefined> =>
  (await readRegions(phone.dbs))
    .filter(isRunnable)
    .toSorted((a, b) => (a.job?.wantedAt ?? 0) - (b.job?.wantedAt ?? 0))[0]

async function rest(phone: AppContext, region: string, reason: PauseReason): Promise<void> {
  const { dbs } = phone
  const say = () => changeRegion(dbs, region, (now) => pause(now, reason, phone.clock.now()))
  try {
    await say()
  } catch (error) {
    if (!(error instanceof StorageError) || error.reason !== 'full') throw error
    // Not even this update fits: the region's staged files make room for it.
    await dropStaged(dbs, region)
    await say()
  }
}

/** Cleans up, since the last piece may have arrived after the driver cancelled. */
async function tidy({ dbs }: AppContext, region: string): Promise<void> {
  const row = (await readRegions(dbs)).find((one) => one.region === region)
  if (row !== undefined && row.job !== null) return
  await dropStaged(dbs, region)
  await releaseStreets(dbs)
}

async function runAll(phone: AppContext): Promise<void> {
  for (let row = await findNext(phone); row !== undefined; row = await findNext(phone)) {
    const end = await runInRoom(phone, row)
    if (end.ok) continue
    if (end.error === 'called_off') await tidy(phone, row.region)
    else await rest(phone, row.region, end.error)
  }
}

/** Downloads all wanted regions, one after another, in one tab of the phone. Ends when none can continue. */
export async function runPacks(phone: AppContext): Promise<void> {
  for (;;) {
    const turn = await phone.locks.runIfFree(LOCK, () => runAll(phone))
    // The lock holder sees new requests before it ends, or right afterwards.
    if (!turn.ok || (await findNext(phone)) === undefined) return
  }
}
