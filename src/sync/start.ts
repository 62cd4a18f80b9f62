import { hasRegions } from '../db/read/has-regions.ts'
import { startEngine } from './engine.ts'
import { type AppContext, appContext } from './app-context.ts'

/** Once the page is at rest. */
const REGIONS_AFTER_MS = 15_000

/** Most phones keep no region, and never load what looks after them. */
async function lookAfterRegions(phone: AppContext): Promise<void> {
  if (!(await hasRegions(phone.dbs))) return
  try {
    const { startKeepingPacks } = await import('./packs/keep-packs-fresh.ts')
    startKeepingPacks(phone)
  } catch (error) {
    // Not on this phone yet, and no connection: what is kept is read without it.
    phone.log.info('regions_not_looked_after', { error: String(error) })
  }
}

/** Everything that an open page does by itself. */
export function startSync(phone: AppContext = appContext): void {
  startEngine(phone)
  phone.timers.after(REGIONS_AFTER_MS, () => phone.inBackground(lookAfterRegions(phone)))
}
