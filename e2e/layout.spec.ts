import type { Page } from '@playwright/test'
import { expect, PAGES_ALONE, test } from './fixtures.ts'
import { findSmallOrCut, NARROW_PX } from './narrow.ts'
import { findKnown, makeDriver, open, pathsOf, pathsOfDriver } from './places.ts'

test.use(PAGES_ALONE)
// Two dozen pages in each.
test.setTimeout(180_000)

const WIDTHS = [NARROW_PX, 360, 768]
/** Chromium's own 16, and what a driver who wants 40 % more sets. */
const FONT_SIZES = [16, 23]

/** What reaches past the right edge and does not scroll or end in dots on its own. */
function findTooWide(): readonly string[] {
  const wide = document.documentElement.clientWidth
  if (document.documentElement.scrollWidth <= wide) return []
  const scrolls = (element: Element): boolean => {
    for (let box = element.parentElement; box !== null && box !== document.body; box = box.parentElement)
      if (getComputedStyle(box).overflowX !== 'visible') return true
    return false
  }
  const found = [...document.body.querySelectorAll('*')].filter(
    (element) => element.getBoundingClientRect().right > wide + 1 && !scrolls(element),
  )
  return [
    `${String(document.documentElement.scrollWidth)} px`,
    ...found.slice(-3).map(({ outerHTML }) => outerHTML.slice(0, 160)),
  ]
}

async function measure(page: Page, paths: readonly string[]): Promise<Readonly<Record<string, readonly string[]>>> {
  const devtools = await page.context().newCDPSession(page)
  const found: Record<string, readonly string[]> = {}
  for (const path of paths) {
    await open(page, path)
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 740 })
      for (const standard of FONT_SIZES) {
        await devtools.send('Page.setFontSizes', { fontSizes: { standard } })
        await expect
          .poll(() => page.evaluate(() => getComputedStyle(document.documentElement).fontSize))
          .toBe(`${String(standard)}px`)
        const tooWide = await page.evaluate(findTooWide)
        const isNarrowest = width === NARROW_PX && standard === FONT_SIZES[0]
        const faults = [...tooWide, ...(isNarrowest ? await page.evaluate(findSmallOrCut) : [])]
        if (faults.length > 0) found[`${path} at ${String(width)} px, text ${String(standard)} px`] = faults
      }
    }
  }
  return found
}

for (const language of ['en', 'fr'] as const) {
  test.describe(`no page is wider than the screen, also with text of 140 %, nor cut or too small for a finger at 320 px, in ${language}`, () => {
    test.use({ language })

    test('for a visitor', async ({ page, request }) => {
      const known = await findKnown(request)
      expect(await measure(page, [...pathsOf('visitor', known), ...pathsOf('reader', known), '/no/such/page'])).toEqual(
        {},
      )
    })

    test('for a driver', async ({ app, page, request }) => {
      const driver = await makeDriver(request, language)
      await app.auth.signIn(driver.account)
      expect(await measure(page, pathsOfDriver(driver))).toEqual({})
    })
  })
}
