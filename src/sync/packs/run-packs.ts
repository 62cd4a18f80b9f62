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
 *            tap, or by itself when old
 *                     |
 *                     v
 *   (nothing) ---> wanted ---> downloading ---> applying ---> kept
 *                     ^             |               |           |
 *        goes on:     |             v               v           +--- old, or the driver asks ---> wanted, beside what is kept
 *   the driver, signal,             +---> paused <--+
 *   Wi-Fi, a day later +------------------- | driver | no_signal | metered | full | provider | wrong
 *
 *   Stop: the row goes, or what was kept stays as it was. Delete: row, files, streets and car parks go.
 *
 * All of it stands in the region's row: any tab shows it and changes it, and the tab that holds the lock works on it. It looks at the row
 * before each piece, so that a pause is at most one piece late. A tab that dies leaves its row as it was; the next one that looks goes on from
 * the files that wait. What is kept changes in one transaction at the end, so that it is always one whole revision.
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
  // Its places are found with no signal, too, and its streets drawn.
  void tellWorker({ type: 'KEEP_FILES', group: 'places', part: row.country })
  void tellWorker({ type: 'KEEP_FILES', group: 'streets' })
  return applyPack(phone, { manifest, savedAt }, kept)
}

/** On a full phone nothing else is given up for a region: it waits, and says so. */
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
    // Not even a word fits: what has come of this region makes room for it.
    await dropStaged(dbs, region)
    await say()
  }
}

/** The last piece may have come after the driver's word. */
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

/** Brings all regions that are wanted, one after the other, in one tab of the phone. Ends when none can go on. */
export async function runPacks(phone: AppContext): Promise<void> {
  for (;;) {
    const turn = await phone.locks.runIfFree(LOCK, () => runAll(phone))
    // Whoever holds the lock sees new wishes before it ends, or right after.
    if (!turn.ok || (await findNext(phone)) === undefined) return
  }
}
