import { runInNewContext } from 'node:vm'
import type { Page, Route } from '@playwright/test'
import { createAccount } from './account.ts'
import { expectAccessible } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { goOnline, untilAllKept } from './offline.ts'

const scrolled = (page: Page): Promise<number> => page.evaluate(() => Math.round(scrollY))

const NOT_FOUND = "We can't seem to find the page you're looking for."

/** Pages linked from footer and header; each must exist. */
const PAGES = [
  ['/about', 'About us'],
  ['/help', 'Help'],
  ['/terms', 'Terms of use'],
  ['/privacy-policy', 'Privacy policy'],
  ['/cancellation-policy', 'Cancellation policy'],
  ['/vehicle-docs-renewal', 'Vehicle documents'],
  ['/403', 'Access Denied'],
  ['/no/such/page', NOT_FOUND],
] as const

test('every link of header and footer leads to a page that is there, also with no signal @worker', async ({
  app,
  context,
  page,
}) => {
  await page.goto('/')
  await expect(page.getByRole('contentinfo')).toContainText(`© ${String(new Date().getFullYear())} Baywise`)
  const links = page.locator('footer a, header a')
  const targets = await links.evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''))
  expect(targets.filter((target) => !target.startsWith('/'))).toEqual([])
  await untilAllKept(page)
  await context.setOffline(true)
  const headings = new Map<string, string>(PAGES)
  for (const target of new Set([...targets, ...headings.keys()])) {
    await page.goto(target)
    const heading = headings.get(target)
    if (heading !== undefined) await expect(app.frame.heading).toHaveText(app.words.say(heading))
    else await expect(app.frame.heading).not.toHaveText(app.words.say(NOT_FOUND))
    await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
  }
  await goOnline(context)
})

test('pages of text and refusals are accessible', async ({ app, page }) => {
  for (const path of ['/about', '/help', '/403']) {
    await page.goto(path)
    await expect(app.frame.heading).toBeVisible()
    await expectAccessible(page, path)
  }
})

test('the header pill shrinks and turns translucent after 20 px; a new page starts at its top, going back keeps the place', async ({
  app,
  page,
}) => {
  await page.goto('/parks-list')
  await expect(app.find.cards.first()).toBeVisible()
  const pill = page.locator('header > div')
  await page.mouse.wheel(0, 19)
  await expect(pill).not.toHaveAttribute('data-shrunk')
  await page.mouse.wheel(0, 600)
  await expect(pill).toHaveAttribute('data-shrunk', 'true')
  const before = await scrolled(page)
  expect(before).toBeGreaterThan(20)
  await page
    .locator('footer')
    .getByRole('link', { name: 'Terms of use' })
    .evaluate((link: HTMLElement) => link.click())
  await expect(app.frame.heading).toHaveText('Terms of use')
  await expect.poll(() => scrolled(page)).toBe(0)
  await page.goBack()
  await expect(app.find.cards.first()).toBeVisible()
  await expect.poll(() => scrolled(page)).toBe(before)
})

test.describe('with an account', () => {
  test.use({ viewport: { width: 1024, height: 740 } })

  test('the avatar shows the first letter of the name; its menu leads on, and Logout asks', async ({
    app,
    page,
    request,
  }) => {
    await app.auth.signIn(await createAccount(request))
    const opener = page.locator('header summary', { hasText: 'Account' })
    await expect(opener).toContainText('A')
    for (const [name, path] of [
      ['My Bookings', '/bookings'],
      ['Wallet', '/wallet'],
      ['Profile', '/profile'],
    ] as const) {
      await opener.click()
      await page.locator('header details[open]').getByRole('link', { name, exact: true }).click()
      await expect(page).toHaveURL(path)
      await expect(page.locator('header details[open]')).toHaveCount(0)
    }
    // Tabbing out of the menu closes it.
    await opener.focus()
    await page.keyboard.press('Enter')
    await expect(page.locator('header details[open]')).toHaveCount(1)
    await page.keyboard.press('Shift+Tab')
    await expect(page.locator('header details[open]')).toHaveCount(0)
    // Variant A: a full-width bar on account pages.
    await expect(page.locator('header > div[data-shrunk]')).toHaveCount(0)
    await opener.click()
    await page.locator('header details[open]').getByRole('button', { name: 'Logout' }).click()
    await expect(page).toHaveURL('/')
    await expect(page.locator('header').getByRole('link', { name: 'Get Started' })).toBeVisible()
  })

  test('Vehicle Docs is offered where Nigeria is chosen, and only there', async ({ page }) => {
    await page.goto('/')
    const link = page.locator('header').getByRole('link', { name: 'Vehicle Docs' })
    await expect(link).toHaveCount(0)
    await page.locator('header summary').first().click()
    await page.getByRole('button', { name: 'Nigeria' }).click()
    await link.click()
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Vehicle documents')
  })
})

test('the menu of a phone has what the wide header has', async ({ app, page }) => {
  await page.goto('/')
  await app.frame.openMenu()
  for (const name of ['Home', 'Find Parking', 'About us', 'Get Started']) {
    await expect(app.frame.dialog.getByRole('link', { name })).toBeVisible()
  }
  await app.frame.dialog.getByRole('link', { name: 'About us' }).click()
  await expect(app.frame.dialog).toBeHidden()
  await expect(app.frame.heading).toHaveText('About us')
})

test.describe('an app that does not come', () => {
  test('is said to be late after eight seconds, and takes its place when it comes after all', async ({
    app,
    context,
    page,
  }) => {
    const held: Route[] = []
    let isHeld = true
    await context.route('**/assets/main-*.js', (route) => (isHeld ? void held.push(route) : route.continue()))
    await page.clock.install()
    await page.goto('/parks-list', { waitUntil: 'commit' })
    await expect.poll(() => held.length).toBeGreaterThan(0)
    await expect(page.locator('.shell')).toBeVisible()
    await page.clock.runFor(8_000)
    await expect(page.getByRole('heading', { name: 'Unable to load the application' })).toBeVisible()
    await expect(page.getByRole('button', { name: /^Retry/ })).toBeVisible()
    isHeld = false
    for (const route of held) await route.continue()
    await expect(app.frame.heading).not.toHaveText('Unable to load the application')
    await expect(page.getByRole('contentinfo')).toBeVisible()
  })

  test('texts that are 40 % longer break no page of a phone', async ({ app, context, page }) => {
    // Cached, because all pages load nearly the same files.
    const longer = new Map<string, Promise<Parameters<Route['fulfill']>[0]>>()
    const ask = async (route: Route) => {
      const response = await route.fetch()
      const code = await response.text()
      const isCatalogue = /\/en-[^/]+$/.test(route.request().url())
      if (!isCatalogue && !code.includes('baywiseTexts')) return { response, body: code }
      return { response, body: lengthen(code, isCatalogue) }
    }
    await context.route('**/assets/*.js', async (route) => {
      const url = route.request().url()
      const answer = longer.get(url) ?? ask(route)
      longer.set(url, answer)
      await route.fulfill(await answer)
    })
    await page.goto('/')
    await expect(page.getByRole('contentinfo')).toContainText('Contact Us~')
    for (const path of [
      '/',
      '/search?search=Toronto',
      '/parks-list',
      '/auth',
      '/register',
      '/bookings',
      '/activity',
      '/about',
    ]) {
      await page.goto(path)
      await expect(page.locator('main')).toContainText('~')
      await expect(page.locator('[aria-busy="true"]')).toHaveCount(0)
      expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(360)
    }
    await page.goto('/')
    // The page's restored snapshot does not answer taps yet.
    await expect(page.locator('[data-still]')).toHaveCount(0)
    await page.getByRole('button', { name: /^Menu/ }).click()
    await app.frame.dialog.getByRole('button', { name: /^Settings/ }).click()
    await expect(app.frame.dialog).toContainText('Language~')
    expect(await app.frame.dialog.evaluate((panel) => panel.scrollWidth - panel.clientWidth)).toBe(0)
  })
})

type Token = string | readonly [string, string?, Readonly<Record<string, readonly Token[]>>?]

/** Compiled texts are lists of strings and placeholders; lengthens each string by 40 %, in words that may wrap. */
const grow = (tokens: readonly Token[]): readonly Token[] =>
  tokens.map((token) => {
    if (typeof token === 'string') return /[a-z]{2}/i.test(token) ? token + more(token) : token
    const [name, kind, forms] = token
    if (kind === undefined || typeof forms !== 'object') return token
    return [name, kind, Object.fromEntries(Object.entries(forms).map(([form, inner]) => [form, grow(inner)]))]
  })

/** Filler of 40 % of the text's length, rounded up. */
const more = (text: string): string => `~${'abc '.repeat(text.length)}`.slice(0, Math.ceil(text.length * 0.4)).trimEnd()

type Texts = Readonly<Record<string, string | readonly Token[]>>

/** A text without placeholders may be a plain string. */
const growAll = (texts: Texts): Texts =>
  Object.fromEntries(
    Object.entries(texts).map(([id, text]) => [id, typeof text === 'string' ? grow([text]) : grow(text)]),
  )

/** Lengthens the English texts in a catalogue, or in a file that contains its own texts in both languages. */
function lengthen(code: string, isCatalogue: boolean): string {
  const literal = /JSON\.parse\((`|'|")((?:\\.|(?!\1).)*)\1\)/gs
  return code.replace(literal, (whole, quote: string, escaped: string) => {
    const found = JSON.parse(runInNewContext(quote + escaped + quote)) as Texts & { en?: Texts; fr?: Texts }
    const { en, fr } = found
    if (!isCatalogue && (en === undefined || fr === undefined)) return whole
    const longer = isCatalogue ? growAll(found) : { en: growAll(en ?? {}), fr }
    return `JSON.parse(${JSON.stringify(JSON.stringify(longer))})`
  })
}
