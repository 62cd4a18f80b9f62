import type { Page } from '@playwright/test'
import { test as base } from '../fixtures.ts'
import { FaultProxy } from './fault-proxy.ts'

interface FaultFixtures {
  /** All that the phone sends and gets goes through here; what the test asks for by `request` does not. */
  readonly network: FaultProxy
  /** `page` only: the browser wakes no worker for what waits. */
  readonly drains: 'page and worker' | 'page only'
}

/** The project's test with a network between phone and provider that can break. */
export const test = base.extend<FaultFixtures>({
  drains: ['page and worker', { option: true }],
  network: async ({ provider }, provide) => {
    const network = await FaultProxy.start(provider.url)
    await provide(network)
    await network.stop()
  },
  baseURL: async ({ network }, provide) => provide(network.url),
  request: async ({ playwright, provider }, provide) => {
    const request = await playwright.request.newContext({ baseURL: provider.url })
    await provide(request)
    await request.dispose()
  },
  context: async ({ context, drains }, provide) => {
    if (drains === 'page only') await context.addInitScript(removeBackgroundSync)
    await provide(context)
  },
})

/** As in Safari and Firefox. Runs in the page. */
export function removeBackgroundSync(): void {
  if ('ServiceWorkerRegistration' in globalThis) Reflect.deleteProperty(ServiceWorkerRegistration.prototype, 'sync')
  Reflect.deleteProperty(globalThis, 'SyncManager')
}

/** What a browser fires when it thinks that the connection is back; the app asks the provider itself. */
export const tellOnline = (page: Page): Promise<boolean> =>
  page.evaluate(() => globalThis.dispatchEvent(new Event('online')))

export const tellOffline = (page: Page): Promise<boolean> =>
  page.evaluate(() => globalThis.dispatchEvent(new Event('offline')))
