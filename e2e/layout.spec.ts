import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { findCut, findSmall, noteSizes, textSizeOf } from './large-text.ts'
import { findSmallOrCut, findTooWide, NARROW_PX } from './narrow.ts'
import { findKnown, makeDriver, open, pathsOf, pathsOfDriver } from './places.ts'

interface View {
  readonly width: number
  readonly height: number
  /** Root font size in px: Chromium's default is 16; a driver who wants 40 % more sets 23. */
  readonly text: number
  readonly looks: readonly (() => readonly string[])[]
}

const USUAL = { width: 360, height: 740 }
const USUAL_TEXT = 16

/** Opening a page is the expensive part, so every view of a page is checked before moving on. */
const VIEWS: readonly View[] = [
  { ...USUAL, text: 16, looks: [findTooWide] },
  { ...USUAL, text: 23, looks: [findTooWide] },
  { ...USUAL, text: 32, looks: [findCut, findSmall] },
  // Page zoom of 200 % halves the page's width and height; CSS sees nothing else of it.
  { width: 640, height: 400, text: 16, looks: [findCut] },
  { width: NARROW_PX, height: 740, text: 16, looks: [findTooWide, findSmallOrCut] },
  { width: NARROW_PX, height: 740, text: 23, looks: [findTooWide] },
  { width: 768, height: 740, text: 16, looks: [findTooWide] },
  { width: 768, height: 740, text: 23, looks: [findTooWide] },
]

const twoFrames = (): Promise<void> =>
  new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve())))

async function lookAt(page: Page, looks: View['looks']): Promise<readonly string[]> {
  const faults: string[] = []
  for (const look of looks) faults.push(...(await page.evaluate(look)))
  return faults
}

async function measure(page: Page, paths: readonly string[]): Promise<Readonly<Record<string, readonly string[]>>> {
  const setTextSize = await textSizeOf(page)
  const found: Record<string, readonly string[]> = {}
  for (const path of paths) {
    await page.setViewportSize(USUAL)
    await setTextSize(USUAL_TEXT)
    await open(page, path)
    await page.evaluate(noteSizes)
    for (const { width, height, text, looks } of VIEWS) {
      await page.setViewportSize({ width, height })
      await setTextSize(text)
      let faults = await lookAt(page, looks)
      // A code is rendered again in whole pixels of the new width, some frames later.
      if (faults.length > 0) {
        await page.evaluate(twoFrames)
        faults = await lookAt(page, looks)
      }
      if (faults.length > 0) found[`${path} at ${String(width)} px, text ${String(text)} px`] = faults
    }
  }
  return found
}

for (const language of ['en', 'fr'] as const) {
  test.describe(`no page is wider than the screen with text of 100, 140 and 200 %, nor cut at 200 %, nor cut or too small for a finger at 320 px, in ${language}`, () => {
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
