import { AxeBuilder } from '@axe-core/playwright'
import { expect, type Page } from '@playwright/test'

const WCAG_2_2_AA = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
/** All that another appearance can change: structure and names are the same in light and dark. */
const ABOUT_COLOUR = ['color-contrast', 'link-in-text-block']

/**
 * A pin of the map may lie half behind another or behind the sheet; its park is a full-sized row of the list on the same page, which
 * is the criterion's exception for an equivalent control (WCAG 2.2, 2.5.8).
 */
const hasEquivalent = (id: string, html: string): boolean => id === 'target-size' && html.includes('data-pin')

async function expectNone(builder: AxeBuilder, name: string): Promise<void> {
  const { violations } = await builder.analyze()
  const found = violations.flatMap(({ id, nodes }) =>
    nodes
      .filter(({ html }) => !hasEquivalent(id, html))
      .map((node) => `${id}: ${node.target.join(' ')} ${node.html} ${node.failureSummary ?? ''}`),
  )
  expect(found, `accessibility of ${name}`).toEqual([])
}

/** Expects no accessibility violation on the page as it is now, in light and in dark; `name` says which state was looked at. */
export async function expectAccessible(page: Page, name: string): Promise<void> {
  await page.emulateMedia({ colorScheme: 'dark' })
  await expectNone(new AxeBuilder({ page }).withRules(ABOUT_COLOUR), `${name}, dark`)
  await page.emulateMedia({ colorScheme: 'light' })
  await expectAccessibleInLight(page, name)
}

/** The same in the theme of now alone, where another test has looked at the colours of both. */
export async function expectAccessibleInLight(page: Page, name: string): Promise<void> {
  await expectNone(new AxeBuilder({ page }).withTags(WCAG_2_2_AA), `${name}, light`)
}
