import { expect, type Locator, type Page } from '@playwright/test'

/** More stops than any page has. */
const MOST_STOPS = 150

export interface Stop {
  readonly name: string
  /** What is wrong with the current focus; empty when all is well. */
  readonly faults: readonly string[]
  /** In the footer, which is the same on every page. */
  readonly isFoot: boolean
}

/** Runs in the page. Returns null when no element of the page has the focus, as after its last stop. */
async function readStop(): Promise<Stop | null> {
  const untilFrame = () => new Promise((resolve) => requestAnimationFrame(resolve))
  await untilFrame()
  await untilFrame()
  const focused = document.activeElement
  if (focused === null || focused === document.body) return null
  const name = (focused.getAttribute('aria-label') ?? focused.textContent ?? '').trim().slice(0, 40)
  const faults: string[] = []
  // The focus ring may be on the box of a field, the face of a chip or the row of a link.
  const carriers = [focused, focused.firstElementChild, focused.nextElementSibling, ...ancestors(focused, 4)]
  const isMarked = (element: Element | null): boolean => {
    if (element === null) return false
    const { outlineStyle, outlineWidth } = getComputedStyle(element)
    return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 1.5
  }
  if (!carriers.some(isMarked)) faults.push('no visible focus')
  // On a busy machine a scrolling list or map takes more than one frame to settle.
  for (let frame = 0; frame < 30 && !isSeen(focused); frame += 1) await untilFrame()
  if (!isSeen(focused)) faults.push(`covered by ${coverOf(focused)}`)
  const isFoot = focused.closest('footer') !== null
  return { name: `${focused.tagName.toLowerCase()} "${name}"`, faults, isFoot }

  function ancestors(element: Element, levels: number): Element[] {
    const parent = element.parentElement
    return levels === 0 || parent === null ? [] : [parent, ...ancestors(parent, levels - 1)]
  }

  /** Names the topmost element at its centre, which can no longer be inspected after the failure. */
  function coverOf(element: Element): string {
    const { x, y, width, height } = (element.closest('label') ?? element).getBoundingClientRect()
    const top = document.elementFromPoint(x + width / 2, y + height / 2)
    const what =
      top === null ? 'nothing' : `${top.tagName.toLowerCase()} "${(top.textContent ?? '').trim().slice(0, 40)}"`
    return `${what} at ${x.toFixed()}, ${y.toFixed()}, scrolled by ${window.scrollY.toFixed()}`
  }

  /** Whether some point of the element, or of the label around a field of no size, is on top. */
  function isSeen(element: Element): boolean {
    const shown = element.closest('label') ?? element
    return [...shown.getClientRects()].some((box) =>
      [0.5, 0.1, 0.9].some((x) =>
        [0.5, 0.1, 0.9].some((y) => {
          const top = document.elementFromPoint(box.left + box.width * x, box.top + box.height * y)
          return top !== null && (shown.contains(top) || top.contains(shown))
        }),
      ),
    )
  }
}

/**
 * Returns the focused element and its faults, after the next frame: the browser scrolls the focused element into view,
 * and the map undoes that scroll and pans instead, in the frame that follows.
 */
export const stopNow = (page: Page): Promise<Stop | null> => page.evaluate(readStop)

/** Expects some element to have the focus, marked and uncovered. */
export async function expectSeenFocus(page: Page, when: string): Promise<void> {
  expect(await stopNow(page), `focus ${when}`).toMatchObject({ faults: [] })
}

const isFocused = (wanted: Locator): Promise<boolean> =>
  wanted.evaluate((element) => element === document.activeElement)

/** Presses Tab until `wanted` has the focus; every stop on the way must be marked and uncovered. */
export async function tabTo(page: Page, wanted: Locator, key: 'Tab' | 'Shift+Tab' = 'Tab'): Promise<void> {
  await expect(wanted).toBeVisible()
  for (let pressed = 0; pressed < MOST_STOPS; pressed += 1) {
    await page.keyboard.press(key)
    const stop = await stopNow(page)
    expect(stop?.faults ?? [], `focus at ${stop?.name ?? 'the browser'}`).toEqual([])
    if (await isFocused(wanted)) return
  }
  throw new Error(`not reached by the keyboard: ${wanted.toString()}`)
}

/** Tabs to an element and presses it. */
export async function pressAt(page: Page, wanted: Locator, key: 'Enter' | 'Space' = 'Enter'): Promise<void> {
  await tabTo(page, wanted)
  await page.keyboard.press(key)
}

/** Collects every stop from the top of the page or dialog to its end, or to the footer. */
export async function walk(page: Page, to: 'end' | 'foot' = 'end'): Promise<readonly Stop[]> {
  const stops: Stop[] = []
  while (stops.length < MOST_STOPS) {
    await page.keyboard.press('Tab')
    const stop = await stopNow(page)
    if (stop === null) return stops
    stops.push(stop)
    if (stop.isFoot && to === 'foot') return stops
  }
  throw new Error('the focus never leaves the page')
}
