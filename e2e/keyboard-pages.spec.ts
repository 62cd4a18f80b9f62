import type { Page } from '@playwright/test'
import { expect, PAGES_ALONE, test } from './fixtures.ts'
import { walk } from './keyboard.ts'
import { findKnown, makeDriver, open, pathsOf, pathsOfDriver } from './places.ts'

test.use(PAGES_ALONE)
test.setTimeout(120_000)

async function findFaults(page: Page, paths: readonly string[]): Promise<readonly string[]> {
  const found: string[] = []
  for (const path of paths) {
    await open(page, path)
    const stops = await walk(page)
    if (stops.length === 0) found.push(`${path}: nothing can be reached`)
    for (const { name, faults } of stops) for (const fault of faults) found.push(`${path}: ${name}: ${fault}`)
  }
  return found
}

for (const width of [360, 1024]) {
  test.describe(`by the Tab key, ${String(width)} px wide, the focus is marked and never covered`, () => {
    test.use({ viewport: { width, height: 740 } })

    test('on pages of a visitor', async ({ page, request }) => {
      expect(await findFaults(page, pathsOf('visitor', await findKnown(request)))).toEqual([])
    })

    test('on pages of text', async ({ page, request }) => {
      const known = await findKnown(request)
      expect(await findFaults(page, [...pathsOf('reader', known), '/no/such/page'])).toEqual([])
    })

    test('on pages of a driver', async ({ app, page, request }) => {
      const driver = await makeDriver(request)
      await app.auth.signIn(driver.account)
      expect(await findFaults(page, pathsOfDriver(driver))).toEqual([])
    })
  })
}
