import type { BrowserContext, Route } from '@playwright/test'
import { createAccount } from './account.ts'
import { expectAccessible } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { ProviderProcess } from './provider-process.ts'

/** What the public services answer for an address, in their documented form, or how they fail. */
type Reply = object | 'fail' | 'hang'

const URLS = {
  own: '**/api/v1/geo',
  ipapi: 'https://ipapi.co/**',
  ipwhois: 'https://ipwho.is/**',
  freeipapi: 'https://free.freeipapi.com/**',
} as const

const IP = '203.0.113.24'

const ipapi = (country_code: string, country_name: string, city: string) => ({
  ip: IP,
  city,
  country_code,
  country_name,
})

const ipwhois = (country_code: string, country: string, city: string) => ({
  success: true,
  ip: IP,
  city,
  country,
  country_code,
})

const freeipapi = (countryCode: string, countryName: string, cityName: string) => ({
  ipAddress: IP,
  cityName,
  countryName,
  countryCode,
})

const CORS = { 'access-control-allow-origin': '*' }

/**
 * Answers in place of each service; a service without a reply fails. Returns the names of the services asked, filled as
 * requests arrive.
 */
async function answer(context: BrowserContext, replies: Partial<Record<keyof typeof URLS, Reply>>): Promise<string[]> {
  const asked: string[] = []
  for (const [name, url] of Object.entries(URLS)) {
    const reply = replies[name as keyof typeof URLS] ?? 'fail'
    if (name === 'own' && reply === 'fail') continue
    await context.route(url, (route: Route) => {
      asked.push(name)
      if (reply === 'hang') return undefined
      return reply === 'fail' ? route.abort() : route.fulfill({ json: reply, headers: CORS })
    })
  }
  return asked
}

test.describe('where the operator has named public services', () => {
  test.use({ country: null })

  // This provider names the services to phones and in its privacy policy.
  let named: ProviderProcess
  test.beforeAll(async () => {
    named = await ProviderProcess.start({ GEO_SERVICES: 'ipapi.co,ipwho.is,freeipapi.com' })
  })
  test.afterAll(() => named.stop())

  const journeys = [
    { from: 'Nigeria', replies: { ipapi: ipapi('NG', 'Nigeria', 'Lagos') }, asked: ['ipapi'] },
    {
      from: 'Senegal',
      what: 'the first fails',
      replies: { ipwhois: ipwhois('SN', 'Senegal', 'Dakar') },
      asked: ['ipapi', 'ipwhois'],
    },
    {
      from: 'Canada',
      what: 'two fail',
      replies: { ipapi: { error: true, reason: 'RateLimited' }, freeipapi: freeipapi('CA', 'Canada', 'Toronto') },
      asked: ['ipapi', 'ipwhois', 'freeipapi'],
    },
    {
      from: 'United States',
      what: 'they disagree: the first is believed',
      replies: { ipapi: ipapi('US', 'United States', 'Chicago'), ipwhois: ipwhois('CA', 'Canada', 'Windsor') },
      asked: ['ipapi'],
    },
  ] as const

  for (const { from, replies, asked, ...rest } of journeys) {
    const what = 'what' in rest ? rest.what : 'the first answers'
    test(`a newcomer from ${from} is met in their country (${what})`, async ({ app, context, page }) => {
      const wasAsked = await answer(context, replies)
      await page.goto(named.url)
      const { welcome } = app.frame
      await expect(welcome.getByRole('status')).toHaveText(`${from} is a guess from your connection.`)
      await expect(welcome.getByRole('radio', { name: from })).toBeChecked()
      await expect(page.locator('body')).not.toContainText(IP)
      await expect(app.frame.dialog).toBeHidden()
      expect(wasAsked).toEqual(asked)
      await app.frame.answerWelcome(from)
      await expect(page.locator('header summary').first()).toHaveAccessibleName(`Country: ${from}`)
    })
  }

  test('a country that is not served gives the marked default', async ({ app, context, page }) => {
    await answer(context, { ipapi: ipapi('FR', 'France', 'Lyon') })
    await page.goto(named.url)
    const { welcome } = app.frame
    await expect(welcome.getByRole('status')).toContainText('Baywise isn’t in your country yet. Choose another:')
    // The phone's time zone is a better guess than the default.
    await expect(welcome.getByRole('radio', { name: 'Canada' })).toBeChecked()
    await expectAccessible(page, 'the welcome')
    expect(await page.evaluate(() => localStorage.getItem('countryAutoDetected'))).toBe('fallback')
  })

  test('while all of them hang home is in use, then the failure is said and the country asked for', async ({
    app,
    context,
    page,
  }) => {
    await answer(context, { ipapi: 'hang', ipwhois: 'hang', freeipapi: 'hang' })
    await page.clock.install()
    await page.goto(named.url)
    const said = app.frame.welcome.getByRole('status')
    await expect(said).toHaveText('Detecting your location...')
    await app.find.place.fill('Toronto')
    await page.clock.runFor(10_000)
    await expect(said).toContainText('We couldn’t tell your country. Choose it:')
    await expect(app.frame.dialog).toBeHidden()
    await app.frame.answerWelcome('Senegal')
    await expect(app.find.place).toHaveValue('Toronto')
    await page.reload()
    await expect(page.locator('header summary').first()).toHaveAccessibleName('Country: Senegal')
    await expect(app.frame.welcome).toBeHidden()
  })

  test('skipped, the welcome stays away; the countries are still a tap away, marked as failed', async ({
    app,
    context,
    page,
  }) => {
    await answer(context, {})
    await page.goto(named.url)
    await app.frame.welcome.getByRole('button', { name: 'Skip' }).click()
    await expect(app.frame.welcome).toBeHidden()
    await page.reload()
    await expect(page.locator('[data-still]')).toHaveCount(0)
    await expect(app.find.place).toBeVisible()
    await expect(app.frame.welcome).toBeHidden()
    await app.frame.openMenu()
    await app.frame.dialog.getByRole('button', { name: 'Settings' }).click()
    await app.frame.button('Change country/Region').click()
    await expect(app.frame.dialog).toContainText('Default (detection failed)')
    await expect(app.frame.dialog).not.toContainText('IP')
  })

  test('on another page the question lies beside it and can be closed', async ({ app, context, page }) => {
    await answer(context, { ipapi: 'hang', ipwhois: 'hang', freeipapi: 'hang' })
    await page.clock.install()
    await page.goto(`${named.url}/parks-list`)
    const overlay = page.getByRole('status').filter({ hasText: /^Detecting your location\.\.\.$/ })
    await expect(overlay).toBeVisible()
    await expectAccessible(page, 'the country is looked up')
    await page.clock.runFor(10_000)
    const asked = page.getByRole('status').filter({ hasText: 'We couldn’t tell your country. Choose it:' })
    await expect(asked).toBeVisible()
    await expect(app.frame.dialog).toBeHidden()
    await expectAccessible(page, 'the country is asked for')
    await asked.getByRole('button', { name: 'Choose country' }).click()
    await expect(app.frame.dialog).toContainText('Default (detection failed)')
    await app.frame.chooseCountry('Senegal')
    await expect(asked).toBeHidden()
  })
})

test.describe('with a country', () => {
  test('another one is chosen in the header: every tab follows, the cart is emptied, nothing reloads', async ({
    app,
    context,
    page,
  }) => {
    await page.addInitScript(() => addEventListener('storage-updated', () => document.body.append('[updated]')))
    await page.goto('/')
    await page.evaluate(() =>
      sessionStorage.setItem('baywise-checkout', JSON.stringify({ state: { plate: 'CKTB 482' }, version: 0 })),
    )
    const other = await context.newPage()
    await other.goto('/parks-list')
    await app.find.place.fill('Dakar')
    await page.locator('header summary').first().click()
    const list = page.getByRole('list', { name: 'Countries' })
    await expect(list.getByRole('button')).toHaveText([/Nigeria/, /Canada/, /Senegal/, /United States/])
    await expect(list.getByRole('button', { name: 'Canada' })).toHaveAttribute('aria-current', 'true')
    await list.getByRole('button', { name: 'Senegal' }).click()
    await expect(list).toBeHidden()
    for (const tab of [page, other]) {
      await expect(tab.locator('header summary').first()).toHaveAccessibleName('Country: Senegal')
    }
    await expect(page.getByText('[updated]')).toBeVisible()
    await expect(app.find.place).toHaveValue('Dakar')
    const cart = await page.evaluate(() => sessionStorage.getItem('baywise-checkout') ?? '')
    expect(cart).not.toContain('CKTB')
  })

  test('a dropdown closes by a tap outside and by Escape', async ({ page }) => {
    await page.goto('/')
    const opener = page.locator('header summary').first()
    const list = page.getByRole('list', { name: 'Countries' })
    await opener.click()
    await expect(list).toBeVisible()
    await page.mouse.click(8, 700)
    await expect(list).toBeHidden()
    await opener.press('Enter')
    await expect(list).toBeVisible()
    await expectAccessible(page, 'list of countries')
    await page.keyboard.press('Escape')
    await expect(list).toBeHidden()
    await expect(opener).toBeFocused()
  })

  test('the settings warn about the cart and lead to the countries', async ({ app, page }) => {
    await page.goto('/')
    await app.frame.openMenu()
    await app.frame.dialog.getByRole('button', { name: 'Settings' }).click()
    await expect(app.frame.dialog).toContainText('If you change region, your shopping cart is emptied.')
    await app.frame.button('Change country/Region').click()
    await app.frame.chooseCountry('Nigeria')
    await expect(page.locator('header summary').first()).toHaveAccessibleName('Country: Nigeria')
    expect(await page.evaluate(() => localStorage.getItem('countryAutoDetected'))).toBe('false')
  })
})

test.describe('in French without a choice', () => {
  test.use({ language: 'fr' })

  test('the provider is asked to speak French too', async ({ page, request }) => {
    const { email } = await createAccount(request)
    const sent = page.waitForRequest('**/api/v1/auth/login')
    await page.goto('/auth')
    await page.getByLabel('E-mail').fill(email)
    await page
      .getByLabel(/^Mot de passe/)
      .first()
      .fill('not the right one')
    await page.keyboard.press('Enter')
    expect((await sent).headers()['accept-language']).toBe('fr')
    await expect(page.locator('html')).toHaveAttribute('lang', 'fr')
  })
})
