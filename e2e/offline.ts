import { readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, type BrowserContext, type Page } from '@playwright/test'
import { fileGroupOf } from '../src/lib/kept-files.ts'

/** Polling intervals: Playwright's own second would be half of most waits here. */
const LOOKS_MS = [100, 200]

/** Waits until the service worker is active and has precached the app, so that it opens without a signal. */
export async function untilInstalled(page: Page): Promise<void> {
  await expect
    .poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.active?.state), {
      message: 'service worker active',
      timeout: 30_000,
      intervals: LOOKS_MS,
    })
    .toBe('activated')
}

/** Also waits for the pages that the app stores when idle. */
export async function untilAllKept(page: Page): Promise<void> {
  await untilInstalled(page)
  const countKept = async (): Promise<number> => {
    if (!(await caches.has('later-files'))) return 0
    return (await (await caches.open('later-files')).keys()).length
  }
  await expect
    .poll(() => page.evaluate(countKept), {
      message: 'pages that are kept later',
      timeout: 30_000,
      intervals: LOOKS_MS,
    })
    .toBe(listLaterFiles().size)
}

function listLaterFiles(): ReadonlySet<string> {
  const worker = readFileSync(path.join(import.meta.dirname, '../dist/sw.js'), 'utf8')
  return new Set(
    (worker.match(/assets\/[\w.-]+\.(?:json|js|css)/g) ?? []).filter((file) => fileGroupOf(file) === 'later'),
  )
}

/** Cuts off the network of all pages and workers while `work` runs, then restores it. */
export async function whileOffline(context: BrowserContext, work: () => Promise<void>): Promise<void> {
  await context.setOffline(true)
  try {
    await work()
  } finally {
    await goOnline(context)
  }
}

/** Chromium 150 sends no `online` event to a page that was opened while its network was cut off; phones do. */
export async function goOnline(context: BrowserContext): Promise<void> {
  await context.setOffline(false)
  for (const page of context.pages()) await page.evaluate(() => dispatchEvent(new Event('online')))
}
