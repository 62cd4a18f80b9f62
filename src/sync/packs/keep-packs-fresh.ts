import { changeRegion } from '../../db/apply/regions.ts'
import { readRecents } from '../../db/read/recents.ts'
import { type KeptRegion, readRegionChoices, readRegions } from '../../db/read/regions.ts'
import { isAtBox } from '../../domain/region-at.ts'
import type { LatLng } from '../../lib/cell.ts'
import { whenIdle } from '../../lib/when-idle.ts'
import type { AppContext } from '../app-context.ts'
import { isPageVisible, listenForTriggers } from '../triggers.ts'
import { isCostly } from './is-costly.ts'
import { HOME_OLD_AFTER_MS, isRunnable, mayGoOn, OLD_AFTER_MS, wantAgain } from './pack-steps.ts'
import { runPacks } from './run-packs.ts'

const LOOK_EVERY_MS = 600_000
/** A busy page goes first, but not forever. */
const IDLE_WITHIN_MS = 10_000

/**
 * Returns the last searched place. The kept region around it is the home region: most likely where its driver parks
 * next.
 */
async function findHome(phone: AppContext): Promise<LatLng | null> {
  const { value } = await readRecents(phone.dbs)
  return value.searches.find(({ near }) => near !== null)?.near ?? null
}

function isOld({ kept, isBroken, box }: KeptRegion, home: LatLng | null, now: number): boolean {
  if (kept === null) return false
  const age = home !== null && isAtBox(home, box) ? HOME_OLD_AFTER_MS : OLD_AFTER_MS
  // A time in the future comes from a wrong clock.
  return isBroken || Math.abs(now - kept.savedAt) > age
}

/**
 * Continues paused downloads that may go on and checks old regions for updates: only regions that the driver has
 * requested, and on metered connections only with their consent. Resolves when all of that is over.
 */
export async function keepPacksFresh(phone: AppContext): Promise<void> {
  const [rows, choices, home] = await Promise.all([
    readRegions(phone.dbs),
    readRegionChoices(phone.dbs),
    findHome(phone),
  ])
  const now = phone.clock.now()
  const isMetered = isCostly(choices)
  const around = { now, isMetered, isOffline: phone.connection.get().state === 'offline' }
  for (const row of rows) {
    const isDue = row.job === null ? !isMetered && !around.isOffline && isOld(row, home, now) : mayGoOn(row, around)
    if (isDue) await changeRegion(phone.dbs, row.region, (latest) => wantAgain(latest, { at: now, isAsked: false }))
  }
  if (rows.some(isRunnable) || (await readRegions(phone.dbs)).some(isRunnable)) await runPacks(phone)
}

const looked = new WeakSet<AppContext>()

/** Maintains the kept regions while the page is open, in idle time, from the first call on. */
export function startKeepingPacks(phone: AppContext): void {
  if (looked.has(phone)) return
  looked.add(phone)
  const look = (): void => {
    if (isPageVisible()) whenIdle(() => phone.inBackground(keepPacksFresh(phone)), IDLE_WITHIN_MS)
  }
  look()
  listenForTriggers(look, LOOK_EVERY_MS)
}
