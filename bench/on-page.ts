import type { BrowserContext, Page } from '@playwright/test'

const ORIGIN = 'https://page.bench/'

/** Runs `work` on a new page with this script that has read nothing yet, in a browser that stores data on disk. */
export async function onPage<T>(context: BrowserContext, script: string, work: (page: Page) => Promise<T>): Promise<T> {
  const page = await context.newPage()
  try {
    await page.route(ORIGIN, (route) => route.fulfill({ contentType: 'text/html', body: '<!doctype html>' }))
    await page.goto(ORIGIN)
    await page.addScriptTag({ content: script })
    return await work(page)
  } finally {
    await page.close()
  }
}
