/// <reference lib="webworker" />
declare const self: ServiceWorkerGlobalScope

/*
 * Served at /sw.js in place of the worker (SW_KILL=1) when a release must be withdrawn at once: it replaces any
 * installed worker without asking, removes it, its caches and itself, and reloads its pages from the network. IndexedDB
 * is not touched: the page sends what is in the outbox.
 */

async function leave(): Promise<void> {
  await self.registration.unregister()
  for (const name of await self.caches.keys()) await self.caches.delete(name)
  // Only pages that this worker controls: a page that registers it again is not reloaded, so there is no loop.
  for (const client of await self.clients.matchAll({ type: 'window' })) {
    // Not awaited: the answer may wait for this very event. A page that is gone needs no answer.
    client.navigate(client.url).catch(() => undefined)
  }
}

self.addEventListener('install', (event) => event.waitUntil(self.skipWaiting()))
self.addEventListener('activate', (event) => event.waitUntil(leave()))
