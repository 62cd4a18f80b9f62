import { expect, type Page } from '@playwright/test'

/** As chosen in the browser's settings: px of the root, 16 by default. */
export async function setTextSize(page: Page, px: number): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Page.setFontSizes', { fontSizes: { standard: px } })
  await expect
    .poll(() => page.evaluate(() => getComputedStyle(document.documentElement).fontSize))
    .toBe(`${String(px)}px`)
}

/** Text that ends in dots or is cut off without the whole of it in a name or a title, and a page that scrolls sideways. */
export function findCut(): readonly string[] {
  const root = document.documentElement
  const reaches = [...document.body.querySelectorAll('*')].filter(
    (element) => element.getBoundingClientRect().right > root.clientWidth + 1,
  )
  const sideways =
    root.scrollWidth > root.clientWidth
      ? [`${String(root.scrollWidth)} px`, ...reaches.slice(-3).map(({ outerHTML }) => outerHTML.slice(0, 160))]
      : []
  const cuts = (element: Element): boolean => {
    const { overflowX, clipPath, position } = getComputedStyle(element)
    const hides = overflowX === 'hidden' || overflowX === 'clip'
    // What is there for screen readers alone is meant to be one pixel.
    const isUnseen = position === 'absolute' && (clipPath !== 'none' || element.clientWidth <= 1)
    return hides && !isUnseen && element.scrollWidth > element.clientWidth + 1
  }
  /** The page of a list's row says in full what the row shortens: an address in the list of car parks. */
  const hasWhole = (element: Element): boolean => element.closest('li a[href], [title]') !== null
  const isMap = (element: Element): boolean => element.closest('.leaflet-container') !== null
  const found = [...document.body.querySelectorAll('*')].filter(
    (element) =>
      element instanceof HTMLElement &&
      element.innerText.trim() !== '' &&
      element.checkVisibility() &&
      cuts(element) &&
      !hasWhole(element) &&
      !isMap(element),
  )
  return [...sideways, ...found.map((element) => `${element.className}: ${element.textContent.trim().slice(0, 80)}`)]
}
