import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { expect, test, type Page } from '@playwright/test'
import type axe from 'axe-core'
import { familyOf } from '../scripts/test-fonts.mjs'

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const WCAG_2_2_AA = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
/** Extra fonts in which pages are checked again. */
const { BAYWISE_FONTS: otherFonts } = process.env
/** The only rules a theme can affect: structure and names are the same in light and dark. */
const ABOUT_COLOUR = ['color-contrast', 'link-in-text-block']

/** Which of axe's rules to run: by name, or all that have one of the given tags. */
type Rules = Exclude<axe.RunOptions['runOnly'], undefined>
const named = (values: string[]): Rules => ({ type: 'rule', values })
const tagged = (values: string[]): Rules => ({ type: 'tag', values })

/**
 * A map pin may be half hidden by another pin or by the sheet; its park is also a full-sized row in the list on the
 * same page, which meets the criterion's exception for an equivalent control (WCAG 2.2, 2.5.8).
 */
const hasEquivalent = (id: string, html: string): boolean => id === 'target-size' && html.includes('data-pin')

/** Returns axe's results; null when axe is not loaded in the page yet. */
function runInPage(page: Page, options: axe.RunOptions): Promise<axe.Result[] | null> {
  return page.evaluate(async (given) => {
    const { axe: inPage } = window as { axe?: typeof axe }
    return inPage === undefined ? null : (await inPage.run(document, given)).violations
  }, options)
}

/**
 * Runs axe without its own Playwright driver, which injects its 1.5 MB twice per check: a journey checks a page in two
 * themes and two fonts. Skips frames; the app has none of its own.
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

/**
 * Expects no accessibility violation on the current page, in light and in dark; `name` names the state in the failure
 * message.
 */
export async function expectAccessible(page: Page, name: string): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await violationsOf(page, named(ABOUT_COLOUR)), `accessibility of ${name}, dark`).toEqual([])
  await page.emulateMedia({ colorScheme: 'light' })
  await expectAccessibleInLight(page, name)
}

const MOST_LOOKS = 3

/**
 * Runs `look` with the window as tall as the page: a target half hidden by the bottom bar can be scrolled into view, so
 * it is not too small, and which targets are hidden depends on the fonts. A dialog has no such bar, and the page behind
 * it does not scroll.
 */
async function atWholeHeight(page: Page, look: () => Promise<readonly string[]>): Promise<readonly string[]> {
  const size = page.viewportSize()
  if (size === null) return look()
  const heightOfAll = () =>
    page.evaluate(() => (document.querySelector('dialog[open]') === null ? document.documentElement.scrollHeight : 0))
  let height = size.height
  let needed = await heightOfAll()
  let found: readonly string[] = []
  // Late content makes the page taller, even during a check. The limit ends the loop on a page that is always a little
  // taller than its window.
  for (let looks = 0; looks === 0 || (needed > height && looks < MOST_LOOKS); looks++) {
    height = Math.max(height, needed)
    if (height > size.height) await page.setViewportSize({ ...size, height })
    found = await look()
    needed = await heightOfAll()
  }
  if (height > size.height) await page.setViewportSize(size)
  return found
}

/** Runs `look` with all text in one font family. */
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

/** Checks the current theme only, for pages whose colours another test checks in both themes. */
export async function expectAccessibleInLight(page: Page, name: string): Promise<void> {
  expect(await findViolations(page), `accessibility of ${name}, light`).toEqual([])
  // Journeys in other files visit the same screens, and a font changes sizes only.
  if (otherFonts === undefined || !path.basename(test.info().file).startsWith('accessibility')) return
  const found = await inFonts(page, familyOf(otherFonts), () =>
    atWholeHeight(page, () => violationsOf(page, named(['target-size']))),
  )
  expect(found, `targets of ${name} in ${otherFonts}`).toEqual([])
}

/** Returns the violations of the current page in the current theme, for callers that continue whatever is found. */
export function findViolations(page: Page): Promise<readonly string[]> {
  return atWholeHeight(page, () => violationsOf(page, tagged(WCAG_2_2_AA)))
}
