import type { Page } from '@playwright/test'
import { expect, test, WITH_WORKER } from './fixtures.ts'
import { untilAllKept, whileOffline } from './offline.ts'
import { type Driver, makeDriver, open } from './places.ts'
import { checkoutOf } from './parks.ts'

test.use(WITH_WORKER)

interface Box {
  readonly name: string
  readonly at: string
}

/**
 * Returns the vertical position and height of every control; a control may get wider for its sign. The strip at the top
 * changes its text at the same height.
 */
function boxesOf(): readonly Box[] {
  const controls = [...document.querySelectorAll('main button, main a, main input, main select, nav a')]
  return controls
    .filter((control) => control.getClientRects().length > 0)
    .map((control) => {
      const { y, height } = control.getBoundingClientRect()
      const name = control.getAttribute('href') ?? control.getAttribute('name') ?? control.tagName
      return { name, at: [y + window.scrollY, height].map(Math.round).join(' ') }
    })
}

const settle = async (page: Page): Promise<readonly Box[]> => {
  let before = ''
  await expect
    .poll(
      async () => {
        const now = JSON.stringify(await page.evaluate(boxesOf))
        const isStill = now === before
        before = now
        return isStill
      },
      { intervals: [1_000] },
    )
    .toBe(true)
  return page.evaluate(boxesOf)
}

const pathsOf = ({ park, code }: Driver): readonly string[] => [
  '/',
  `/park/${park.slug}`,
  checkoutOf(park),
  '/wallet',
  '/bookings',
  `/booking-details/${code}`,
]

for (const language of ['en', 'fr'] as const) {
  test.describe(`when the connection goes, in ${language}`, () => {
    test.use({ language })

    test('no control of home, car park, checkout, wallet and bookings moves', async ({
      app,
      context,
      page,
      request,
    }) => {
      const driver = await makeDriver(request, language)
      await app.auth.signIn(driver.account, '/bookings')
      await untilAllKept(page)
      for (const path of pathsOf(driver)) {
        await open(page, path)
        await page.waitForLoadState('networkidle')
        const online = await settle(page)
        await whileOffline(context, async () => {
          await page.evaluate(() => window.dispatchEvent(new Event('offline')))
          await app.frame.expectOffline()
          expect(await settle(page), path).toEqual(online)
        })
        await page.evaluate(() => window.dispatchEvent(new Event('online')))
      }
    })
  })
}
