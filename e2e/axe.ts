import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const WCAG_2_2_AA = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
/** Fonts other than the machine's change sizes alone: names, roles and colours were looked at in the run before. */
const isOtherFonts = process.env.BAYWISE_FONTS !== undefined
/** All that another appearance can change: structure and names are the same in light and dark. */
const ABOUT_COLOUR = ['color-contrast', 'link-in-text-block']

/**
 * A pin of the map may lie half behind another or behind the sheet; its park is a full-sized row of the list on the same page, which
 * is the criterion's exception for an equivalent control (WCAG 2.2, 2.5.8).
 */
const hasEquivalent = (id: string, html: string): boolean => id === 'target-size' && html.includes('data-pin')

/**
 * In one piece in the page itself: the usual way collects the results in a second page, which takes twice as long and only matters for frames
 * of other origins. The app has none of its own.
 */
const newBuilder = (page: Page): AxeBuilder =>
  new AxeBuilder({ page }).setLegacyMode().options({ resultTypes: ['violations'] })

async function violationsOf(builder: AxeBuilder): Promise<readonly string[]> {
  const { violations } = await builder.analyze()
  return violations.flatMap(({ id, nodes }) =>
    nodes
      .filter(({ html }) => !hasEquivalent(id, html))
      .map((node) => `${id}: ${node.target.join(' ')} ${node.html} ${node.failureSummary ?? ''}`),
  )
}

async function expectNone(builder: AxeBuilder, name: string): Promise<void> {
  expect(await violationsOf(builder), `accessibility of ${name}`).toEqual([])
}

/** Expects no accessibility violation on the page as it is now, in light and in dark; `name` says which state was looked at. */
export async function expectAccessible(page: Page, name: string): Promise<void> {
  if (isOtherFonts) return expectAccessibleInLight(page, name)
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectNone(newBuilder(page).withRules(ABOUT_COLOUR), `${name}, dark`)
  await page.emulateMedia({ colorScheme: 'light' })
  await expectAccessibleInLight(page, name)
}

/**
 * Runs `work` on a window as high as the page: what lies half under the bottom bar can be scrolled free, so it is not too small, and
 * what lies there depends on the fonts. A dialog has no such bar, and its page behind does not scroll.
 */
async function atWholeHeight(page: Page, work: () => Promise<void>): Promise<void> {
  const size = page.viewportSize()
  if (size === null) return work()
  const heightOfAll = () =>
    page.evaluate(() => (document.querySelector('dialog[open]') === null ? document.documentElement.scrollHeight : 0))
  let height = 0
  // What comes late makes the page longer.
  await expect(async () => {
    const before = height
    height = await heightOfAll()
    expect(height).toBe(before)
  }).toPass({ intervals: [60] })
  if (height <= size.height) return work()
  await page.setViewportSize({ ...size, height })
  await work()
  await page.setViewportSize(size)
}

/** The same in the theme of now alone, where another test has looked at the colours of both. */
export async function expectAccessibleInLight(page: Page, name: string): Promise<void> {
  const builder = newBuilder(page)
  if (isOtherFonts) builder.withRules('target-size')
  else builder.withTags(WCAG_2_2_AA)
  await atWholeHeight(page, () => expectNone(builder, `${name}, light`))
}

/** What is wrong with the page as it is now, in the theme of now: for those who go on whatever they find. */
export async function findViolations(page: Page): Promise<readonly string[]> {
  let found: readonly string[] = []
  await atWholeHeight(page, async () => {
    found = await violationsOf(newBuilder(page).withTags(WCAG_2_2_AA))
  })
  return found
}
