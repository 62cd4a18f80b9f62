/// <reference lib="webworker" />
import { must } from '../src/lib/assert.ts'
import { consoleLog } from '../src/lib/log.ts'
import { fetchBuilt } from './fetch-built.ts'
import type * as OnDemand from './on-demand.ts'
// The build resolves `?script` to the address of the built script and the hash of its bytes.
// oxlint-disable-next-line import/default
import script, { integrity } from './on-demand.ts?script'
import type { WorkerScope } from './scope.ts'

declare const self: WorkerScope & { readonly baywiseOnDemand?: typeof OnDemand }

/** Evaluates the second script, once in a worker's life. Throws when the script was not stored. */
export function onDemand(): typeof OnDemand {
  if (self.baywiseOnDemand === undefined) self.importScripts(script)
  return must(self.baywiseOnDemand, script)
}

/**
 * Imports the second script during the installation: only such scripts are stored with the worker and can be imported
 * offline. Without background sync only error reports need it, so its absence does not fail the installation.
 */
export function storeOnDemand(): void {
  self.addEventListener('install', (event) => {
    const store = async (): Promise<void> => {
      // importScripts takes no hash, but the browser's HTTP cache gives it the copy that was just verified.
      await fetchBuilt({ url: script, integrity })
      onDemand()
    }
    event.waitUntil(
      store().catch((error: unknown) => {
        if ('sync' in self.registration) throw error
        consoleLog.warn('sw_second_script_not_stored', { error: String(error) })
      }),
    )
  })
}
