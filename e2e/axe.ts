import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { expect, test, type Page } from '@playwright/test'
import type axe from 'axe-core'
import { familyOf } from '../scripts/test-fonts.mjs'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const WCAG_2_2_AA = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
/** Fonts in which pages are looked at once more. */
const { BAYWISE_FONTS: otherFonts } = process.env
/** All that another appearance can change: structure and names are the same in light and dark. */
const ABOUT_COLOUR = ['color-contrast', 'link-in-text-block']

/** Which of axe's rules are asked: by their names, or all that have one of some tags. */
type Rules = Exclude<axe.RunOptions['runOnly'], undefined>
const named = (values: string[]): Rules => ({ type: 'rule', values })
const tagged = (values: string[]): Rules => ({ type: 'tag', values })

/**
 * A pin of the map may lie half behind another or behind the sheet; its park is a full-sized row of the list on the same page, which
 * is the criterion's exception for an equivalent control (WCAG 2.2, 2.5.8).
 */
const hasEquivalent = (id: string, html: string): boolean => id === 'target-size' && html.includes('data-pin')

/** axe's own results, or null where the page has no axe yet. */
function runInPage(page: Page, options: axe.RunOptions): Promise<axe.Result[] | null> {
  return page.evaluate(async (given) => {
    const { axe: inPage } = window as { axe?: typeof axe }
    return inPage === undefined ? null : (await inPage.run(document, given)).violations
  }, options)
}

/**
 * Without axe's own driver for Playwright, which hands the page its 1.5 MB twice for each look: a journey looks at a page in two themes
 * and two fonts. Frames are not looked into; the app has none of its own.
 */
async function violationsOf(page: Page, rules: Rules): Promise<readonly string[]> {
  const options: axe.RunOptions = { runOnly: rules, resultTypes: ['violations'], iframes: false }
  let violations = await runInPage(page, options)
  if (violations === null) {
    await page.evaluate(`${AXE};undefined`)
    violations = await runInPage(page, options)
  }
  if (violations === null)
    throw new Error('axe was not there after it had been loaded: the page went on to another one')
  return violations.flatMap(({ id, nodes }) =>
    nodes
      .filter(({ html }) => !hasEquivalent(id, html))
      .map((node) => `${id}: ${node.target.join(' ')} ${node.html} ${node.failureSummary ?? ''}`),
  )
}

/** Expects no accessibility violation on the page as it is now, in light and in dark; `name` says which state was looked at. */
export async function expectAccessible(page: Page, name: string): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await violationsOf(page, named(ABOUT_COLOUR)), `accessibility of ${name}, dark`).toEqual([])
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
  expect(await findViolations(page), `accessibility of ${name}, light`).toEqual([])
  // Journeys elsewhere pass the same screens. Fonts change sizes alone.
  if (otherFonts === undefined || !path.basename(test.info().file).startsWith('accessibility')) return
  const found = await inFonts(page, familyOf(otherFonts), () =>
    atWholeHeight(page, () => violationsOf(page, named(['target-size']))),
  )
  expect(found, `targets of ${name} in ${otherFonts}`).toEqual([])
}

/** What is wrong with the page as it is now, in the theme of now: for those who go on whatever they find. */
export function findViolations(page: Page): Promise<readonly string[]> {
  return atWholeHeight(page, () => violationsOf(page, tagged(WCAG_2_2_AA)))
}
