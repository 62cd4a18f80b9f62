import { listPacks } from '../api/packs.ts'
import type { PackRegionWire } from '../contract/packs.ts'
import { applyPackList, applyRegionChoices, changeRegion, dropStaged, removeRegion } from '../db/apply/regions.ts'
import { readPackList } from '../db/read/regions.ts'
import { ok, type Result } from '../lib/result.ts'
import { releaseStreets } from '../sync/packs/apply-pack.ts'
import { keepPacksFresh, startKeepingPacks } from '../sync/packs/keep-packs-fresh.ts'
import { callOff, pause, want, wantAgain } from '../sync/packs/pack-steps.ts'
import { runPacks } from '../sync/packs/run-packs.ts'
import { persistStorage } from '../sync/persist-storage.ts'
import { type AppContext, appContext } from '../sync/app-context.ts'
import type { ActionError } from './failures.ts'
import { attempt } from './requests.online.ts'
import { withStorage } from './requests.ts'

/** A list of regions rarely changes. */
const LIST_VALID_MS = 86_400_000

/** Downloads the list of a country's regions, unless it was fetched within a day. */
export const loadPackList = (country: string, phone: AppContext = appContext): Promise<Result<null, ActionError>> =>
  withStorage(async () => {
    const { savedAt } = await readPackList(country, phone.dbs)
    if (savedAt !== null && Math.abs(phone.clock.now() - savedAt) < LIST_VALID_MS) return ok(null)
    const answer = await attempt(phone, () => listPacks(phone.client, country))
    if (!answer.ok) return answer
    await applyPackList(phone.dbs, country, { packs: answer.value, savedAt: phone.clock.now() })
    return ok(null)
  })

const goOn = (phone: AppContext): void => phone.inBackground(runPacks(phone))

/** Stores the request at once; the region's row shows what follows. */
const wish = (work: (phone: AppContext) => Promise<unknown>, phone: AppContext): Promise<Result<null, ActionError>> =>
  withStorage(async () => {
    await work(phone)
    return ok(null)
  })

/** Keeps a region of the list on this phone, even on a metered connection: the driver has seen its size. */
export const keepRegion = (pack: PackRegionWire, phone: AppContext = appContext): Promise<Result<null, ActionError>> =>
  wish(async ({ dbs, clock }) => {
    await changeRegion(dbs, pack.region, (row) => want(row, pack, { at: clock.now(), isAsked: true }))
    phone.inBackground(persistStorage(phone))
    goOn(phone)
  }, phone)

/** Continues after a pause, or updates a kept region. */
export const continueRegion = (region: string, phone: AppContext = appContext): Promise<Result<null, ActionError>> =>
  wish(async ({ dbs, clock }) => {
    await changeRegion(dbs, region, (row) => wantAgain(row, { at: clock.now(), isAsked: true }))
    goOn(phone)
  }, phone)

export const pauseRegion = (region: string, phone: AppContext = appContext): Promise<Result<null, ActionError>> =>
  wish(({ dbs, clock }) => changeRegion(dbs, region, (row) => pause(row, 'driver', clock.now())), phone)

/** Stops a download: removes what this run has fetched; a region that was complete before stays. */
export const stopRegion = (region: string, phone: AppContext = appContext): Promise<Result<null, ActionError>> =>
  wish(async ({ dbs }) => {
    await changeRegion(dbs, region, callOff)
    await dropStaged(dbs, region)
    await releaseStreets(dbs)
  }, phone)

/** Removes a region from this phone with all data that nothing else needs. */
export const deleteRegion = (region: string, phone: AppContext = appContext): Promise<Result<null, ActionError>> =>
  wish(async ({ dbs }) => {
    await removeRegion(dbs, region)
    await releaseStreets(dbs)
  }, phone)

export const chooseLine = (onAnyLine: boolean, phone: AppContext = appContext): Promise<Result<null, ActionError>> =>
  wish(async ({ dbs, clock }) => {
    await applyRegionChoices(dbs, (choices) => ({ ...choices, onAnyLine }), clock.now())
    phone.inBackground(keepPacksFresh(phone))
  }, phone)

/** Starts maintaining regions when their page opens, including those that are added later. */
export const lookAfterRegions = (phone: AppContext = appContext): void => startKeepingPacks(phone)

/** Stops offering a region. */
export const dismissRegion = (region: string, phone: AppContext = appContext): Promise<Result<null, ActionError>> =>
  wish(
    ({ dbs, clock }) =>
      applyRegionChoices(
        dbs,
        (choices) => ({ ...choices, dismissed: [...new Set([...choices.dismissed, region])] }),
        clock.now(),
      ),
    phone,
  )
