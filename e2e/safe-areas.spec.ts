import type { Page } from '@playwright/test'
import { expect, test } from './fixtures.ts'
import { makeDriver, open, pathsOfDriver } from './places.ts'

/** An iPhone held sideways: notch insets on both sides, a bar at the bottom. */
const INSETS = { top: 0, left: 47, right: 47, bottom: 21 } as const

test.use({ viewport: { width: 750, height: 342 } })

async function takeEdges(page: Page): Promise<void> {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Emulation.setSafeAreaInsetsOverride', { insets: INSETS })
}

/** Finds controls and text under a notch, and pinned ones under the bar at the bottom. */
function findUnderEdges({ left, right, bottom }: typeof INSETS): readonly string[] {
  const [end, floor] = [document.documentElement.clientWidth - right, innerHeight - bottom]
  const isPinned = (element: Element): boolean => {
    for (let box: Element | null = element; box !== null && box !== document.body; box = box.parentElement) {
      const { position, overflowY } = getComputedStyle(box)
      // Inside a scroller, the element can be scrolled into view.
      if (overflowY === 'auto' || overflowY === 'scroll') return false
      if (position === 'fixed' || position === 'sticky') return true
    }
    return false
  }
  const goesOn = (element: Element): boolean =>
    element.closest('details:not([open]), .leaflet-container, [role=group], [role=slider], svg') !== null
  const root = document.querySelector('dialog[open]') ?? document.body
  return [...root.querySelectorAll('a[href], button, input, select, h1, h2, p')]
    .filter((element) => {
      const box = element.getBoundingClientRect()
      const isShown = box.width > 1 && getComputedStyle(element).clipPath === 'none'
      // Exempt: a closed menu keeps its size, a row of chips scrolls, a map pans.
      if (!isShown || goesOn(element)) return false
      const isUnder = box.left < left - 1 || box.right > end + 1
      return isUnder || (box.top < innerHeight && box.bottom > floor + 1 && isPinned(element))
    })
    .map((element) => element.outerHTML.slice(0, 140))
}

test('nothing to press or to read lies under the notch of a phone held sideways, or under the bar below', async ({
  app,
  page,
  request,
}) => {
  const driver = await makeDriver(request)
  await app.auth.signIn(driver.account)
  await takeEdges(page)
  const found: Record<string, readonly string[]> = {}
  const look = async (name: string): Promise<void> => {
    const under = await page.evaluate(findUnderEdges, INSETS)
    if (under.length > 0) found[name] = under
  }
  for (const path of [...pathsOfDriver(driver), '/search?search=Toronto', `/park/${driver.park.slug}`, '/check']) {
    await open(page, path)
    await look(path)
  }
  await open(page, '/')
  await app.frame.openMenu()
  await look('menu')
  expect(found).toEqual({})
})
