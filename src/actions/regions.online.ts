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

/** A list of regions changes seldom. */
const LIST_VALID_MS = 86_400_000

/** Brings the list of a country's regions to the phone, unless it came today. */
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

/** Wishes are written at once; what follows shows in the region's row. */
const wish = (work: (phone: AppContext) => Promise<unknown>, phone: AppContext): Promise<Result<null, ActionError>> =>
  withStorage(async () => {
    await work(phone)
    return ok(null)
  })

/** Keeps a region of the list on this phone, whatever the line costs: the driver has seen its size. */
export const keepRegion = (pack: PackRegionWire, phone: AppContext = appContext): Promise<Result<null, ActionError>> =>
  wish(async ({ dbs, clock }) => {
    await changeRegion(dbs, pack.region, (row) => want(row, pack, { at: clock.now(), isAsked: true }))
    phone.inBackground(persistStorage(phone))
    goOn(phone)
  }, phone)

/** On with it after a pause, or an update of what is kept. */
export const continueRegion = (region: string, phone: AppContext = appContext): Promise<Result<null, ActionError>> =>
  wish(async ({ dbs, clock }) => {
    await changeRegion(dbs, region, (row) => wantAgain(row, { at: clock.now(), isAsked: true }))
    goOn(phone)
  }, phone)

export const pauseRegion = (region: string, phone: AppContext = appContext): Promise<Result<null, ActionError>> =>
  wish(({ dbs, clock }) => changeRegion(dbs, region, (row) => pause(row, 'driver', clock.now())), phone)

/** No more of it: what had come of this run goes, what was whole before stays. */
export const stopRegion = (region: string, phone: AppContext = appContext): Promise<Result<null, ActionError>> =>
  wish(async ({ dbs }) => {
    await changeRegion(dbs, region, callOff)
    await dropStaged(dbs, region)
    await releaseStreets(dbs)
  }, phone)

/** Takes a region off this phone with all that nothing else needs. */
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

/** From the page of regions on they are looked after, also those that are kept only now. */
export const lookAfterRegions = (phone: AppContext = appContext): void => startKeepingPacks(phone)

/** A region that was offered is not offered again. */
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
