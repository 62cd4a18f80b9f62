/// <reference lib="webworker" />
import type { WorkerScope } from './scope.ts'

declare const self: WorkerScope

const isConsent = (data: unknown): boolean =>
  typeof data === 'object' && data !== null && 'type' in data && data.type === 'SKIP_WAITING'

/** A new release waits for the driver's consent, so that the app never changes during a checkout. */
export function updateByConsent(): void {
  self.addEventListener('message', (event) => {
    if (isConsent(event.data)) event.waitUntil(self.skipWaiting())
  })
  self.addEventListener('activate', (event) => {
    // The first visit's page works offline without having been reloaded.
    event.waitUntil(self.clients.claim())
  })
}
