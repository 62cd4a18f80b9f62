/// <reference lib="webworker" />
import { must } from '../src/lib/assert.ts'
import { consoleLog } from '../src/lib/log.ts'
import { fetchBuilt } from './fetch-built.ts'
import type * as OnDemand from './on-demand.ts'
// The build answers `?script` with the address of the built script, and the hash of its bytes.
// oxlint-disable-next-line import/default
import script, { integrity } from './on-demand.ts?script'
import type { WorkerScope } from './scope.ts'

declare const self: WorkerScope & { readonly baywiseOnDemand?: typeof OnDemand }

/** Evaluates the second script, once in a worker's life. Throws where it was not stored. */
export function onDemand(): typeof OnDemand {
  if (self.baywiseOnDemand === undefined) self.importScripts(script)
  return must(self.baywiseOnDemand, script)
}

/**
 * Only scripts that were imported during the installation are stored with the worker, and can be imported without a connection. Without
 * background sync nothing but error reports needs it, and the app is not given up for them.
 */
export function storeOnDemand(): void {
  self.addEventListener('install', (event) => {
    const store = async (): Promise<void> => {
      // importScripts takes no hash: the browser's HTTP cache gives it the copy that was just compared.
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
