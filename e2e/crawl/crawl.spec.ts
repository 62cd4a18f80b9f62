import { matchPath } from 'react-router-dom'
import { moreRoutes } from '../../src/config/more-routes.ts'
import { routes } from '../../src/config/routes.ts'
import { expect, test } from '../fixtures.ts'
import { untilAllKept, whileOffline } from '../offline.ts'
import { openConsole } from '../open-console.ts'
import { mustFindPark } from '../parks.ts'
import { pathsOf, pathsOfDriver } from '../places.ts'
import { makeWorld, readSpecifiedRoutes, toAddress } from './addresses.ts'
import { Crawler } from './crawler.ts'

/**
 * Not precached: stored from their first use on, with the parts they need, or useless without a connection
 * (src/lib/kept-files.ts).
 */
const NOT_KEPT: ReadonlySet<string> = new Set(['/scan', '/check', '/operator'])
const PATTERNS = Object.values({ ...routes, ...moreRoutes }).map(({ pattern }) => pattern as string)
/** How many car parks, bookings and posts linked from lists are opened, per kind. */
const OF_EACH_KIND = 3

/** One for each language, because a car park belongs to a single organisation. */
const OWN_PARK = { en: 'Green P Carpark 43', fr: 'Green P Carpark 58' } as const

/** Returns the links to open as pages: every one whose pattern has no placeholder, and a few of each other pattern. */
function toFollow(links: Iterable<string>, seen: ReadonlySet<string>): readonly string[] {
  const opened = new Map<string, number>()
  return [...links].filter((href) => {
    const { pathname } = new URL(href, 'http://localhost')
    if (seen.has(href) || pathname.startsWith('/api/')) return false
    const pattern = PATTERNS.find((each) => matchPath(each, pathname) !== null) ?? pathname
    const count = (opened.get(pattern) ?? 0) + 1
    opened.set(pattern, count)
    return count <= OF_EACH_KIND
  })
}

for (const language of ['en', 'fr'] as const) {
  test.describe(`in ${language}`, () => {
    test.use({ language })

    test(`every address of the specification, signed in and out, online and offline, in ${language}`, async ({
      app,
      context,
      page,
      pageErrors,
      request,
      words,
    }) => {
      const world = await makeWorld(request, language)
      const specified = readSpecifiedRoutes().map((route) => ({ ...route, address: toAddress(route, world) }))
      const addresses = specified.map(({ address }) => address)
      const found = new Map<string, readonly string[]>()
      const crawler = new Crawler({ page, request, words, pageErrors })
      const isKept = (path: string): boolean => !NOT_KEPT.has(path)

      const walk = async (who: string, own: readonly string[]): Promise<void> => {
        const paths = [...new Set([...addresses, ...own])]
        const note = (path: string, how: string, faults: readonly string[]): void => {
          found.set(`${path} ${who} ${how}`, faults)
        }
        for (const path of paths) note(path, 'online', await crawler.look(path))
        for (const path of toFollow(crawler.links.keys(), new Set(paths)))
          note(path, 'by a link', await crawler.open(path))
        await untilAllKept(page)
        await whileOffline(context, async () => {
          for (const path of paths.filter(isKept)) note(path, 'offline', await crawler.open(path))
        })
      }

      await walk('visitor', [...pathsOf('visitor', world), ...pathsOf('reader', world)])
      await app.auth.signIn(world.account)
      await walk('driver', [...pathsOfDriver(world), moreRoutes.order.href(world.order)])

      const WAYS = ['visitor online', 'visitor offline', 'driver online', 'driver offline'] as const
      const mark = (faults: readonly string[] | undefined): string =>
        faults === undefined ? '–' : faults.length === 0 ? '✓' : '✗'
      const lines = specified.map(({ value, address, test: title }) =>
        [value, ...WAYS.map((way) => mark(found.get(`${address} ${way}`))), title].join(' | '),
      )
      console.log([`route | ${WAYS.join(' | ')} | shown by`, ...lines].join('\n'))
      console.log(
        `${language}: ${String(specified.length)} routes, ${String(found.size)} pages opened, ${String(crawler.links.size)} links`,
      )
      expect([...found].filter(([, faults]) => faults.length > 0)).toEqual([])
      expect(await crawler.askForLinks(), 'links that the server does not answer').toEqual([])
    })

    test(`every page of the console, narrow and wide, online and offline, in ${language}`, async ({
      app,
      context,
      page,
      pageErrors,
      provider,
      request,
      words,
    }) => {
      const crawler = new Crawler({ page, request, words, pageErrors })
      const { slug } = await mustFindPark(request, OWN_PARK[language])
      const park = slug.split('-').at(-1)?.toUpperCase() ?? ''
      await openConsole(
        { app, page, provider, request },
        { organisation: `Crawled Parking ${language}`, language, park },
      )
      // The menu is collapsed on a narrow screen.
      await page.setViewportSize({ width: 1280, height: 800 })
      const hrefs = await page
        .getByRole('navigation', { name: words.say('Console') })
        .getByRole('link')
        .evaluateAll((links) => links.map((link) => link.getAttribute('href') ?? ''))
      expect(hrefs.length).toBeGreaterThan(0)
      const found: [string, readonly string[]][] = []
      for (const width of [360, 1280]) {
        await page.setViewportSize({ width, height: 800 })
        for (const href of hrefs) found.push([`${href} at ${String(width)} px`, await crawler.look(href)])
      }
      const menu = page.getByRole('navigation', { name: words.say('Console') })
      await whileOffline(context, async () => {
        for (const href of hrefs) {
          await menu.locator(`a[href="${href}"]`).click()
          found.push([`${href} offline`, await crawler.lookWithoutConnection()])
        }
      })
      console.log(`${language}: ${String(hrefs.length)} pages of the console at 360 and 1280 px, and offline`)
      expect(found.filter(([, faults]) => faults.length > 0)).toEqual([])
    })
  })
}
