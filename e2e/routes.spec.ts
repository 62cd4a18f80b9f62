import { expect, type Page } from '@playwright/test'
import { matchPath } from 'react-router-dom'
import { moreRoutes } from '../src/config/more-routes.ts'
import { routes } from '../src/config/routes.ts'
import { test, WITH_WORKER } from './fixtures.ts'
import { untilAllKept, whileOffline } from './offline.ts'
import { makeDriver, pathsOf, pathsOfDriver } from './places.ts'

test.use(WITH_WORKER)

/*
 * layout.spec.ts opens every page online in both languages, signed in and out; accessibility-places.spec.ts analyses
 * them. The fixture (page-errors.ts) fails the test on any error or missing text.
 */

/** Not precached: stored from their first use on, or useless without a connection (src/lib/kept-files.ts). */
const NOT_KEPT: ReadonlySet<string> = new Set(['/scan', '/check', '/operator'])

/** Specified addresses that redirect, or that share a page with another address. */
const OTHERS = [
  '/home',
  '/auth/register',
  '/auth/forgot-password',
  '/payment-success',
  ...['airport', 'city', 'stadium', 'station'].map((kind) => `/parking-types/${kind}-parking`),
]

const PATTERNS = Object.values({ ...routes, ...moreRoutes }).map(({ pattern }) => pattern as string)
const leadsSomewhere = (href: string): boolean => {
  const { pathname } = new URL(href, 'http://localhost')
  return (
    pathname.startsWith('/api/') ||
    OTHERS.includes(pathname) ||
    PATTERNS.some((pattern) => matchPath(pattern, pathname) !== null)
  )
}

/** Opens every page without signal; returns their faults. */
async function crawl(page: Page, paths: readonly string[], notFound: string): Promise<readonly string[]> {
  const wrong: string[] = []
  for (const path of paths.filter((each) => !NOT_KEPT.has(each))) {
    await page.goto(path)
    await expect(page.locator('main, dialog[open]').first(), path).toBeVisible()
    await expect(page.locator('[data-still]'), path).toHaveCount(0)
    await expect(page.locator('h1, dialog[open] h2, [role="alert"]').first(), path).toBeAttached()
    const text = (await page.locator('body').textContent()) ?? ''
    if (text.includes(notFound)) wrong.push(`${path} is no page`)
    if (text.includes('Loading Issue')) wrong.push(`${path} did not load`)
    const hrefs = await page
      .locator('a[href^="/"]')
      .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
    wrong.push(...hrefs.filter((href) => !leadsSomewhere(href)).map((href) => `${path}: ${href} leads nowhere`))
  }
  return wrong
}

for (const language of ['en', 'fr'] as const) {
  test.describe(`with no signal, in ${language}`, () => {
    test.use({ language })

    test(`every page opens, for a visitor and a driver, and no link of it is dead, in ${language}`, async ({
      app,
      context,
      page,
      request,
      words,
    }) => {
      const notFound = words.say("We can't seem to find the page you're looking for.")
      const driver = await makeDriver(request, language)
      await page.goto('/')
      await untilAllKept(page)
      await whileOffline(context, async () => {
        const open = [...pathsOf('visitor', driver), ...pathsOf('reader', driver), ...OTHERS]
        expect(await crawl(page, open, notFound)).toEqual([])
      })
      await app.auth.signIn(driver.account)
      await whileOffline(context, async () => {
        expect(await crawl(page, pathsOfDriver(driver), notFound)).toEqual([])
      })
    })
  })
}
