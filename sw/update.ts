/// <reference lib="webworker" />
import type { WorkerScope } from './scope.ts'

declare const self: WorkerScope

const isConsent = (data: unknown): boolean =>
  typeof data === 'object' && data !== null && 'type' in data && data.type === 'SKIP_WAITING'

/** A new release waits until the driver agrees: it never changes the app under a checkout. */
export function updateByConsent(): void {
  self.addEventListener('message', (event) => {
    if (isConsent(event.data)) event.waitUntil(self.skipWaiting())
  })
  self.addEventListener('activate', (event) => {
    // The page of the first visit works without a connection before it was ever reloaded.
    event.waitUntil(self.clients.claim())
  })
}
