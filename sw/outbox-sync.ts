/// <reference lib="webworker" />
import { SYNC_TAG } from '../src/sync/sync-tag.ts'
import { onDemand } from './load-on-demand.ts'
import type { WorkerScope } from './scope.ts'
import type { SyncEvent } from './sync-event.ts'

declare const self: WorkerScope

const drain = async (): Promise<void> => onDemand().drainOnSync()

/**
 * Sends the outbox on a sync event: the browser reports that there may be a signal again, with or without an open page.
 * A rejection makes the browser schedule a retry.
 */
export function sendWhatWaits(): void {
  self.addEventListener('sync', (event: Event) => {
    const sync = event as SyncEvent
    if (sync.tag === SYNC_TAG) sync.waitUntil(drain())
  })
}
