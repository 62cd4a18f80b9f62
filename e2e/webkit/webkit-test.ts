import { test as base } from '@playwright/test'
import { FaultProxy } from '../faults/fault-proxy.ts'
import { ProviderProcess } from '../provider-process.ts'
import { WebKitPage } from './webkit-page.ts'
import { openWindow, type WebKitWindow } from './webkit-window.ts'

interface Fixtures {
  /** Carries all traffic of the phone; the test's own `request` fixture bypasses it. */
  readonly network: FaultProxy
  readonly window: WebKitWindow
  readonly phone: WebKitPage
}

/** A WebKit window with a real provider and a breakable network: the driver cannot go offline. */
export const test = base.extend<Fixtures, { readonly provider: ProviderProcess }>({
  provider: [
    async ({ browserName: _unneeded }, provide) => {
      const provider = await ProviderProcess.start()
      await provide(provider)
      await provider.stop()
    },
    { scope: 'worker', timeout: 150_000 },
  ],
  baseURL: async ({ provider }, provide) => provide(provider.url),
  network: async ({ provider }, provide) => {
    const network = await FaultProxy.start(provider.url)
    await provide(network)
    await network.stop()
  },
  window: async ({ browserName: _unneeded }, provide) => {
    const window = await openWindow()
    await provide(window)
    await window.close()
  },
  phone: async ({ network, window }, provide) => provide(new WebKitPage(window, network.url)),
})
