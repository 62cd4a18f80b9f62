/// <reference lib="webworker" />
declare const self: ServiceWorkerGlobalScope

/*
 * Served at /sw.js in place of the worker (SW_KILL=1) when a release must be taken back at once: it replaces whatever worker is there
 * without asking, removes it, its caches and itself, and has its pages loaded anew, from the network. IndexedDB is not touched: what
 * waits in the outbox is sent by the page.
 */

async function leave(): Promise<void> {
  await self.registration.unregister()
  for (const name of await self.caches.keys()) await self.caches.delete(name)
  // Only pages that this worker controls: one that registers it anew is not loaded again, so nothing goes round in circles.
  for (const client of await self.clients.matchAll({ type: 'window' })) {
    // Not awaited: the answer may wait for this very event. A page that is gone needs none.
    client.navigate(client.url).catch(() => undefined)
  }
}

self.addEventListener('install', (event) => event.waitUntil(self.skipWaiting()))
self.addEventListener('activate', (event) => event.waitUntil(leave()))
