import type { Page } from '@playwright/test'
import { test as base } from '../fixtures.ts'
import { FaultProxy } from './fault-proxy.ts'

interface FaultFixtures {
  /** Carries all traffic of the phone; the test's own `request` fixture bypasses it. */
  readonly network: FaultProxy
  /** `page only`: the browser has no background sync to wake the worker. */
  readonly drains: 'page and worker' | 'page only'
}

/** The project's test with a breakable network between phone and provider. */
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

/**
 * Fires the event a browser sends when it believes the connection is back; the app then checks with the provider
 * itself.
 */
export const tellOnline = (page: Page): Promise<boolean> =>
  page.evaluate(() => globalThis.dispatchEvent(new Event('online')))

export const tellOffline = (page: Page): Promise<boolean> =>
  page.evaluate(() => globalThis.dispatchEvent(new Event('offline')))
