/// <reference lib="webworker" />
import { must } from '../src/lib/assert.ts'
import type * as OnDemand from './on-demand.ts'
// The build answers `?script` with the address of the built script.
// oxlint-disable-next-line import/default
import script from './on-demand.ts?script'
import type { WorkerScope } from './scope.ts'

declare const self: WorkerScope & { readonly baywiseOnDemand?: typeof OnDemand }

/** Evaluates the second script, once in a worker's life. Throws where it was not stored. */
export function onDemand(): typeof OnDemand {
  if (self.baywiseOnDemand === undefined) self.importScripts(script)
  return must(self.baywiseOnDemand, script)
}

/** Only scripts that were imported during the installation are stored with the worker, and can be imported without a connection. */
export function storeOnDemand(): void {
  self.addEventListener('install', (event) => {
    event.waitUntil(
      new Promise<void>((resolve) => {
        onDemand()
        resolve()
      }),
    )
  })
}
