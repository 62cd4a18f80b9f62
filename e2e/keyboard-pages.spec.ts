import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { walk } from './keyboard.ts'
import { findKnown, makeDriver, open, pathsOf, pathsOfDriver } from './places.ts'

const HEIGHT = 740
const PHONE = 360
const DESK = 1024

async function walkTo(to: 'end' | 'foot', page: Page, where: string): Promise<readonly string[]> {
  const stops = await walk(page, to)
  if (stops.length === 0) return [`${where}: nothing can be reached`]
  return stops.flatMap(({ name, faults }) => faults.map((fault) => `${where}: ${name}: ${fault}`))
}

/**
 * Starts at the phone's width, then walks a wide window from its top again. Walks the footer on the first page only.
 */
async function findFaults(page: Page, paths: readonly string[]): Promise<readonly string[]> {
  const found: string[] = []
  for (const [index, path] of paths.entries()) {
    const to = index === 0 ? 'end' : 'foot'
    await page.setViewportSize({ width: PHONE, height: HEIGHT })
    await open(page, path)
    found.push(...(await walkTo(to, page, `${path}, ${String(PHONE)} px wide`)))
    await page.setViewportSize({ width: DESK, height: HEIGHT })
    found.push(...(await walkTo(to, page, `${path}, ${String(DESK)} px wide`)))
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
