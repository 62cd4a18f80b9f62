import { expect, type BrowserContext, type Page } from '@playwright/test'

/** Waits until the service worker is active and has precached the app: from here on it opens without a signal. */
export async function untilInstalled(page: Page): Promise<void> {
  await expect
    .poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.active?.state), {
      message: 'service worker active',
      timeout: 30_000,
    })
    .toBe('activated')
}

/** Runs something with the network of all pages and workers cut off, and gives it back afterwards. */
export async function whileOffline(context: BrowserContext, work: () => Promise<void>): Promise<void> {
  await context.setOffline(true)
  try {
    await work()
  } finally {
    await context.setOffline(false)
  }
}
