/// <reference lib="webworker" />
import type { PrecacheEntry } from 'workbox-precaching'

/** The worker's global, with the list of files that the build writes into it. */
export interface WorkerScope extends ServiceWorkerGlobalScope {
  readonly __WB_MANIFEST: (PrecacheEntry | string)[]
}
