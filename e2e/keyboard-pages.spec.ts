import type { Page } from '@playwright/test'
import { expect, PAGES_ALONE, test } from './fixtures.ts'
import { walk } from './keyboard.ts'
import { findKnown, makeDriver, open, pathsOf, pathsOfDriver } from './places.ts'

test.use(PAGES_ALONE)
test.setTimeout(180_000)

const HEIGHT = 740
const PHONE = 360
const DESK = 1024

async function walkAt(page: Page, path: string, width: number): Promise<readonly string[]> {
  const stops = await walk(page)
  const where = `${path}, ${String(width)} px wide`
  if (stops.length === 0) return [`${where}: nothing can be reached`]
  return stops.flatMap(({ name, faults }) => faults.map((fault) => `${where}: ${name}: ${fault}`))
}

/** The phone's width first; a window that is then drawn wide is walked from its top again. */
async function findFaults(page: Page, paths: readonly string[]): Promise<readonly string[]> {
  const found: string[] = []
  for (const path of paths) {
    await page.setViewportSize({ width: PHONE, height: HEIGHT })
    await open(page, path)
    found.push(...(await walkAt(page, path, PHONE)))
    await page.setViewportSize({ width: DESK, height: HEIGHT })
    found.push(...(await walkAt(page, path, DESK)))
  }
  return found
}

test.describe('by the Tab key, on a phone and 1024 px wide, the focus is marked and never covered', () => {
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
