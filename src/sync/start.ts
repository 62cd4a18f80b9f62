import { hasRegions } from '../db/read/has-regions.ts'
import { startEngine } from './engine.ts'
import { type AppContext, appContext } from './app-context.ts'

/** After the page has settled. */
const REGIONS_AFTER_MS = 15_000

/** Most phones keep no region and never load the code that maintains them. */
async function lookAfterRegions(phone: AppContext): Promise<void> {
  if (!(await hasRegions(phone.dbs))) return
  try {
    const { startKeepingPacks } = await import('./packs/keep-packs-fresh.ts')
    startKeepingPacks(phone)
  } catch (error) {
    // The code is not on this phone yet, and there is no connection: kept regions are readable without it.
    phone.log.info('regions_not_looked_after', { error: String(error) })
  }
}

/** Starts everything that an open page does automatically. */
export function startSync(phone: AppContext = appContext): void {
  startEngine(phone)
  phone.timers.after(REGIONS_AFTER_MS, () => phone.inBackground(lookAfterRegions(phone)))
}
