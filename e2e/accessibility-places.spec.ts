import type { Page } from '@playwright/test'
import { expectAccessible, expectAccessibleInLight } from './axe.ts'
import { test } from './fixtures.ts'
import { findKnown, makeDriver, open, pathsOf, pathsOfDriver } from './places.ts'

/**
 * Tall enough that no row is half hidden by a bar: axe reports a partly covered target as too small, though it can be
 * scrolled into view.
 */
const TALL = { width: 360, height: 2400 }

async function lookAt(page: Page, paths: readonly string[]): Promise<void> {
  for (const path of paths) {
    await open(page, path)
    await expectAccessible(page, path)
  }
}

test.describe('on a phone', () => {
  test.use({ viewport: TALL })

  test('every page of text', async ({ page, request }) => {
    await lookAt(page, pathsOf('reader', await findKnown(request)))
  })

  test('every page of a driver', async ({ app, page, request }) => {
    const driver = await makeDriver(request)
    await app.auth.signIn(driver.account)
    await lookAt(page, pathsOfDriver(driver))
  })
})

test.describe('on a desk', () => {
  test.use({ viewport: { width: 1440, height: 900 } })

  const lookInLight = async (page: Page, paths: readonly string[]): Promise<void> => {
    for (const path of paths) {
      await open(page, path)
      await expectAccessibleInLight(page, path)
    }
  }

  test('every page of a visitor in its wide form', async ({ page, request }) => {
    const driver = await makeDriver(request)
    const ofDrivers = pathsOfDriver(driver)
    await lookInLight(
      page,
      pathsOf('visitor', driver).filter((path) => !ofDrivers.includes(path)),
    )
  })

  test('every page of a driver in its wide form, and one of text', async ({ app, page, request }) => {
    const driver = await makeDriver(request)
    await app.auth.signIn(driver.account)
    await lookInLight(page, [...pathsOfDriver(driver), ...pathsOf('reader', driver).slice(0, 1)])
  })
})
