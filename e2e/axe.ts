import path from 'node:path'
import { AxeBuilder } from '@axe-core/playwright'
import { expect, test, type Page } from '@playwright/test'
import { familyOf } from '../scripts/test-fonts.mjs'

const WCAG_2_2_AA = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
/** Fonts in which pages are looked at once more. */
const { BAYWISE_FONTS: otherFonts } = process.env
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
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectNone(newBuilder(page).withRules(ABOUT_COLOUR), `${name}, dark`)
  await page.emulateMedia({ colorScheme: 'light' })
  await expectAccessibleInLight(page, name)
}

const MOST_LOOKS = 3

/**
 * What `look` finds on a window as high as the page: what lies half under the bottom bar can be scrolled free, so it is not too small,
 * and what lies there depends on the fonts. A dialog has no such bar, and its page behind does not scroll.
 */
async function atWholeHeight(page: Page, look: () => Promise<readonly string[]>): Promise<readonly string[]> {
  const size = page.viewportSize()
  if (size === null) return look()
  const heightOfAll = () =>
    page.evaluate(() => (document.querySelector('dialog[open]') === null ? document.documentElement.scrollHeight : 0))
  let height = size.height
  let needed = await heightOfAll()
  let found: readonly string[] = []
  // What comes late makes the page longer, also while it is looked at. A page that is always a little higher than its window never ends.
  for (let looks = 0; looks === 0 || (needed > height && looks < MOST_LOOKS); looks++) {
    height = Math.max(height, needed)
    if (height > size.height) await page.setViewportSize({ ...size, height })
    found = await look()
    needed = await heightOfAll()
  }
  if (height > size.height) await page.setViewportSize(size)
  return found
}

/** What `look` finds where all text is shown in one family. */
async function inFonts(page: Page, family: string, look: () => Promise<readonly string[]>): Promise<readonly string[]> {
  const sheet = await page.evaluateHandle((rule) => {
    const added = new CSSStyleSheet()
    added.replaceSync(rule)
    document.adoptedStyleSheets = [...document.adoptedStyleSheets, added]
    return added
  }, `* { font-family: '${family}' !important }`)
  const found = await look()
  await page.evaluate((added) => {
    document.adoptedStyleSheets = document.adoptedStyleSheets.filter((own) => own !== added)
  }, sheet)
  await sheet.dispose()
  return found
}

/** The same in the theme of now alone, where another test has looked at the colours of both. */
export async function expectAccessibleInLight(page: Page, name: string): Promise<void> {
  const builder = newBuilder(page).withTags(WCAG_2_2_AA)
  expect(await atWholeHeight(page, () => violationsOf(builder)), `accessibility of ${name}, light`).toEqual([])
  // Journeys elsewhere pass the same screens. Fonts change sizes alone.
  if (otherFonts === undefined || !path.basename(test.info().file).startsWith('accessibility')) return
  const found = await inFonts(page, familyOf(otherFonts), () =>
    atWholeHeight(page, () => violationsOf(newBuilder(page).withRules('target-size'))),
  )
  expect(found, `targets of ${name} in ${otherFonts}`).toEqual([])
}

/** What is wrong with the page as it is now, in the theme of now: for those who go on whatever they find. */
export function findViolations(page: Page): Promise<readonly string[]> {
  return atWholeHeight(page, () => violationsOf(newBuilder(page).withTags(WCAG_2_2_AA)))
}
