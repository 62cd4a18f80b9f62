import { expect, type Locator, type Page } from '@playwright/test'

/** More stops than any page has. */
const MOST_STOPS = 150

export interface Stop {
  readonly name: string
  /** What is wrong with the focus as it is now; empty when nothing is. */
  readonly faults: readonly string[]
  /** In the foot of the page, which is the same on every page. */
  readonly isFoot: boolean
}

/** In the page. Null: nothing of it has the focus, as after its last stop. */
async function readStop(): Promise<Stop | null> {
  const untilFrame = () => new Promise((resolve) => requestAnimationFrame(resolve))
  await untilFrame()
  await untilFrame()
  const focused = document.activeElement
  if (focused === null || focused === document.body) return null
  const name = (focused.getAttribute('aria-label') ?? focused.textContent ?? '').trim().slice(0, 40)
  const faults: string[] = []
  // The box of a field, the face of a chip and the row of a link carry the mark for it.
  const carriers = [focused, focused.firstElementChild, focused.nextElementSibling, ...ancestors(focused, 4)]
  const isMarked = (element: Element | null): boolean => {
    if (element === null) return false
    const { outlineStyle, outlineWidth } = getComputedStyle(element)
    return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 1.5
  }
  if (!carriers.some(isMarked)) faults.push('no visible focus')
  // On a busy machine a list or a map that scrolls itself takes more frames than one to come to rest.
  for (let frame = 0; frame < 30 && !isSeen(focused); frame += 1) await untilFrame()
  if (!isSeen(focused)) faults.push(`covered by ${coverOf(focused)}`)
  const isFoot = focused.closest('footer') !== null
  return { name: `${focused.tagName.toLowerCase()} "${name}"`, faults, isFoot }

  function ancestors(element: Element, levels: number): Element[] {
    const parent = element.parentElement
    return levels === 0 || parent === null ? [] : [parent, ...ancestors(parent, levels - 1)]
  }

  /** What is on top in its middle, which nobody sees any more once the test has failed. */
  function coverOf(element: Element): string {
    const { x, y, width, height } = (element.closest('label') ?? element).getBoundingClientRect()
    const top = document.elementFromPoint(x + width / 2, y + height / 2)
    const what =
      top === null ? 'nothing' : `${top.tagName.toLowerCase()} "${(top.textContent ?? '').trim().slice(0, 40)}"`
    return `${what} at ${x.toFixed()}, ${y.toFixed()}, scrolled by ${window.scrollY.toFixed()}`
  }

  /** Some point of it, or of the label that stands for a field of no size, is on top. */
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
 * Where the focus is, and what is wrong with it, once the frame after the key has been drawn: the browser scrolls what is
 * focused into sight, and the map takes that scroll back and pans itself, in the frame that follows.
 */
export const stopNow = (page: Page): Promise<Stop | null> => page.evaluate(readStop)

/** Expects the focus to be somewhere, marked and uncovered. */
export async function expectSeenFocus(page: Page, when: string): Promise<void> {
  expect(await stopNow(page), `focus ${when}`).toMatchObject({ faults: [] })
}

const isFocused = (wanted: Locator): Promise<boolean> =>
  wanted.evaluate((element) => element === document.activeElement)

/** Goes by Tab alone until this has the focus; every stop on the way is marked and uncovered. */
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

/** Goes there and presses it. */
export async function pressAt(page: Page, wanted: Locator, key: 'Enter' | 'Space' = 'Enter'): Promise<void> {
  await tabTo(page, wanted)
  await page.keyboard.press(key)
}

/** Every stop from the top of the page, or of the dialog, to its end, or to its foot. */
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
