import type { Page } from '@playwright/test'
import { findCut, setTextSize } from './large-text.ts'
import { expect, PAGES_ALONE, test } from './fixtures.ts'
import { findKnown, makeDriver, open, pathsOf, pathsOfDriver } from './places.ts'

test.use(PAGES_ALONE)
test.setTimeout(120_000)

interface View {
  readonly name: string
  readonly width: number
  readonly height: number
  /** Of the root, in px: Chromium's own is 16. */
  readonly text: number
}

/** Page zoom halves what the page may be wide and high: that is all that CSS sees of it. */
const VIEWS: readonly View[] = [
  { name: 'text of 200 %', width: 360, height: 740, text: 32 },
  { name: 'page zoom of 200 %', width: 640, height: 400, text: 16 },
]

declare global {
  interface Window {
    usual?: readonly { readonly element: Element; readonly px: number }[]
  }
}

/** Each element with text of its own, and how large that is. */
function noteSizes(): void {
  const hasText = (element: Element) =>
    [...element.childNodes].some(({ nodeType, textContent }) => nodeType === 3 && textContent?.trim() !== '')
  window.usual = [...document.body.querySelectorAll('*')]
    .filter((element) => hasText(element) && element.closest('.leaflet-container, svg') === null)
    .map((element) => ({ element, px: Number.parseFloat(getComputedStyle(element).fontSize) }))
}

/** Text that is not half as large again where the driver's is twice as large; long sums give way to the phone's width. */
function findSmall(): readonly string[] {
  return (window.usual ?? []).flatMap(({ element, px }) => {
    const isSeen = element.isConnected && element.checkVisibility()
    const grown = Number.parseFloat(getComputedStyle(element).fontSize) / px
    if (!isSeen || grown >= 1.5 || element.closest('[data-fit="12"]') !== null) return []
    return [`grows to ${grown.toFixed(2)}: ${element.textContent.trim().slice(0, 40)}`]
  })
}

async function measure(page: Page, paths: readonly string[]): Promise<Readonly<Record<string, readonly string[]>>> {
  const found: Record<string, readonly string[]> = {}
  for (const path of paths) {
    await page.setViewportSize({ width: 360, height: 740 })
    await setTextSize(page, 16)
    await open(page, path)
    await page.evaluate(noteSizes)
    for (const { name, width, height, text } of VIEWS) {
      await page.setViewportSize({ width, height })
      await setTextSize(page, text)
      const cut = [...(await page.evaluate(findCut)), ...(text === 32 ? await page.evaluate(findSmall) : [])]
      if (cut.length > 0) found[`${path}, ${name}`] = cut
    }
  }
  return found
}

for (const language of ['en', 'fr'] as const) {
  test.describe(`no text is cut and no page scrolls sideways at 200 %, in ${language}`, () => {
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
