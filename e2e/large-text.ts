import { expect, type Page } from '@playwright/test'

declare global {
  interface Window {
    usual?: readonly { readonly element: Element; readonly px: number }[]
  }
}

/**
 * Returns a function that sets the browser's font size setting for every page opened afterwards: px of the root
 * element, 16 by default.
 */
export async function textSizeOf(page: Page): Promise<(px: number) => Promise<void>> {
  const devtools = await page.context().newCDPSession(page)
  const read = () => page.evaluate(() => getComputedStyle(document.documentElement).fontSize)
  return async (px) => {
    await devtools.send('Page.setFontSizes', { fontSizes: { standard: px } })
    await expect.poll(read, { intervals: [20] }).toBe(`${String(px)}px`)
  }
}

export const setTextSize = async (page: Page, px: number): Promise<void> => (await textSizeOf(page))(px)

/** Records each element that has text of its own, with its font size. */
export function noteSizes(): void {
  const hasText = (element: Element) =>
    [...element.childNodes].some(({ nodeType, textContent }) => nodeType === 3 && textContent?.trim() !== '')
  window.usual = [...document.body.querySelectorAll('*')]
    .filter((element) => hasText(element) && element.closest('.leaflet-container, svg') === null)
    .map((element) => ({ element, px: Number.parseFloat(getComputedStyle(element).fontSize) }))
}

/**
 * Finds text that grows less than 1.5 times when the driver's font size doubles; long amounts may shrink to fit the
 * phone's width.
 */
export function findSmall(): readonly string[] {
  return (window.usual ?? []).flatMap(({ element, px }) => {
    const isSeen = element.isConnected && element.checkVisibility()
    const grown = Number.parseFloat(getComputedStyle(element).fontSize) / px
    if (!isSeen || grown >= 1.5 || element.closest('[data-fit="12"]') !== null) return []
    return [`grows to ${grown.toFixed(2)}: ${element.textContent.trim().slice(0, 40)}`]
  })
}

/**
 * Finds text that is cut off or ends in an ellipsis without its full text elsewhere, and a page that scrolls sideways.
 */
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
    // Text for screen readers only is one pixel wide on purpose.
    const isUnseen = position === 'absolute' && (clipPath !== 'none' || element.clientWidth <= 1)
    return hides && !isUnseen && element.scrollWidth > element.clientWidth + 1
  }
  /**
   * Whether the full text is elsewhere: in a title, or on the page that a list's row links to, such as a car park's
   * address.
   */
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
