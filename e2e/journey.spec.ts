import type { BrowserContext, Page } from '@playwright/test'
import { createAccount, type CountryCode } from './account.ts'
import { expect, keepCountry, test, WITH_WORKER } from './fixtures.ts'
import { untilInstalled } from './offline.ts'
import { PageErrors } from './page-errors.ts'
import { Baywise } from './pages/baywise.ts'
import { bookAt, mustFindPark, stayFromNow } from './parks.ts'
import type { Language } from './words.ts'

test.use(WITH_WORKER)

/** Has no day or night maximum, so an added hour always costs something. */
const PARK = 'Green P Carpark 288'
const OTHER_PARK = 'Green P Carpark 215'
/** The plate as typed, and as shown on bookings and passes. */
const TYPED_PLATE = 'CKTB 482'
const PLATE = 'CKTB482'
const NEW_PLATE = 'BMWR119'

/** Texts outside of the catalogues: amounts in Canadian dollars. */
const FIGURES: Readonly<
  Record<Language, { readonly money: RegExp; readonly credit: string; readonly canada: string }>
> = {
  en: { money: /^C\$\d+\.\d{2}$/, credit: 'C$100.00', canada: 'Canada' },
  fr: { money: /^\d+,\d{2}\s\$$/, credit: '100,00 $', canada: 'Canada' },
}

/** What the online part of the journey leaves on the phone. */
interface Kept {
  readonly code: string
  readonly slug: string
  readonly balance: string
}

async function findPark(app: Baywise, figures: (typeof FIGURES)['en']): Promise<void> {
  await app.find.search('Toronto')
  await expect(app.page).toHaveURL(/\/search\?search=Toronto/)
  await app.find.expectTotals(figures.money)
  await expect(app.find.map).toBeVisible()
  await app.find.growList()
  // The list shows twenty cards at first, sorted by distance from the city centre.
  const more = app.frame.button('Show more')
  while (!(await app.find.card(PARK).isVisible()) && (await more.isVisible())) await more.click()
  await app.find.card(PARK).click()
  await expect(app.frame.heading).toHaveText(PARK)
}

async function bookFromWallet(app: Baywise): Promise<string> {
  const total = (await app.checkout.pay.innerText()).replace(/[^\d.,]/g, '')
  const code = await app.checkout.payForPass()
  await app.bookings.expectPass({ code, plate: PLATE })
  // The wallet shows the same amount as the button did.
  await app.page.goto('/wallet')
  await expect(app.wallet.transaction(new RegExp(PARK))).toContainText(total)
  return code
}

async function changeBooking(app: Baywise, code: string): Promise<void> {
  await app.page.goto('/bookings')
  await app.bookings.rows('Now and next').filter({ hasText: PARK }).click()
  await expect(app.page).toHaveURL(`/booking-details/${code}`)
  const length = app.page.getByRole('main')
  await expect(length).toContainText(PLATE)
  await app.bookings.extend()
  await app.bookings.changePlate(NEW_PLATE)
  await expect(length).toContainText(NEW_PLATE)
  await app.frame.link('Show pass').click()
  await app.bookings.expectPass({ code, plate: NEW_PLATE })
}

async function cancelAnother(app: Baywise): Promise<void> {
  await app.page.goto('/search?search=Green P Carpark 215')
  await app.find.card(OTHER_PARK).click()
  await app.find.bookLink.click()
  const code = await app.checkout.payForPass()
  await app.page.goto(`/booking-details/${code}`)
  await app.bookings.cancel()
  await app.frame.expectText('{money} was refunded to your wallet.')
  await app.page.goto('/bookings')
  await expect(app.bookings.rows('Past and cancelled').filter({ hasText: OTHER_PARK })).toBeVisible()
  await expect(app.bookings.rows('Now and next')).toHaveCount(1)
}

async function readWallet(app: Baywise, credit: string): Promise<string> {
  await app.page.goto('/wallet')
  // Welcome credit, booking, extension, second booking and its refund.
  await expect(app.wallet.transactions).toHaveCount(5)
  await expect(app.wallet.transaction(app.words.like('Welcome credit (demo)'))).toContainText(credit)
  await expect(app.wallet.transaction(app.words.like('Refund, {park}'))).toContainText(OTHER_PARK)
  return app.wallet.balance.innerText()
}

/** Expects every page to open from its address alone, with the stored data and the time when they were saved. */
async function expectKept(app: Baywise, kept: Kept): Promise<void> {
  const { page, frame, words } = app
  await page.goto('/')
  await expect(page.getByText(PARK).first()).toBeVisible()
  await expect(frame.link('Pass')).toBeVisible()
  await frame.expectOffline()

  await page.goto('/bookings')
  await expect(app.bookings.rows('Now and next').filter({ hasText: PARK })).toBeVisible()
  await frame.expectText('Saved {time}')
  await page.goto(`/booking-details/${kept.code}`)
  await expect(page.getByRole('main')).toContainText(NEW_PLATE)
  await frame.expectText('Saved {time}')
  await frame.link('Show pass').click()
  await app.bookings.expectPass({ code: kept.code, plate: NEW_PLATE })

  await page.goto('/profile')
  await expect(app.profile.vehicles.filter({ hasText: TYPED_PLATE })).toBeVisible()
  await frame.expectText('Saved {time}')
  await page.goto('/wallet')
  await expect(app.wallet.balance).toHaveText(kept.balance)
  await frame.expectText('Balance saved {time}')

  await page.goto('/search?search=Toronto')
  await app.find.growList()
  await expect(app.find.cards.first()).toBeVisible()
  await frame.expectOffline()
  await expect(app.find.map).toBeVisible()
  await page.goto(`/park/${kept.slug}`)
  await expect(frame.heading).toHaveText(PARK)
  await expect(page.getByText(words.like('total, {when}; price as of {0}'))).toBeVisible()
}

async function expectCheckoutWaits(app: Baywise, context: BrowserContext, slug: string): Promise<void> {
  const { page, frame, checkout } = app
  await page.goto(`/checkout/${slug}`)
  await frame.expectText('Needs a connection')
  await checkout.typePlate('ZZ 999')
  await checkout.setExactTimes()
  const until = await checkout.until.inputValue()
  const later = `${String(Number(until.slice(0, 4)) + 1)}${until.slice(4)}`
  await checkout.until.fill(later)
  await checkout.until.fill(until)
  await page.reload()
  await frame.expectText('Needs a connection')
  await expect(checkout.plate).toHaveValue('ZZ 999')
  await checkout.setExactTimes()
  await expect(checkout.until).toHaveValue(until)
  await checkout.tellMe.click()
  await context.setOffline(false)
  await frame.expectText('The connection is back. Check your choices and pay.')
  await expect(checkout.plate).toHaveValue('ZZ 999')
  const code = await checkout.payForPass()
  await app.bookings.expectPass({ code, plate: 'ZZ999' })
}

async function useOnline(app: Baywise, page: Page, language: Language): Promise<Kept> {
  const figures = FIGURES[language]
  await page.goto('/')
  await app.frame.answerWelcome(figures.canada)
  await findPark(app, figures)
  await untilInstalled(page)
  await app.find.bookLink.click()
  await expect(page).toHaveURL(/\/checkout\//)
  const checkoutAddress = page.url()
  await app.checkout.typePlate(TYPED_PLATE)
  await app.checkout.signInToPay.click()
  await app.auth.createAccount(page.request)
  await expect(page).toHaveURL(checkoutAddress)
  await expect(app.checkout.plate).toHaveValue(TYPED_PLATE)

  await page.goto('/profile')
  await app.profile.addVehicle(TYPED_PLATE)
  await page.goto(checkoutAddress)
  await expect(app.checkout.vehicle).toContainText(TYPED_PLATE)
  const code = await bookFromWallet(app)
  await changeBooking(app, code)
  await cancelAnother(app)
  const balance = await readWallet(app, figures.credit)
  return { code, balance, slug: new URL(checkoutAddress).pathname.split('/')[2] ?? '' }
}

for (const language of ['en', 'fr'] as const) {
  test.describe(`in ${language === 'en' ? 'English' : 'French'}`, () => {
    test.use({ language, country: null })

    test('a newcomer finds, books, changes and cancels, and has all of it with no signal', async ({
      app,
      context,
      page,
      words,
    }) => {
      const kept = await test.step('online', () => useOnline(app, page, language))
      await test.step('the app closed and opened again with no signal', async () => {
        await context.setOffline(true)
        await page.close()
        const again = new Baywise(await context.newPage(), words)
        await expectKept(again, kept)
        await expectCheckoutWaits(again, context, kept.slug)
      })
    })
  })
}

test('the phone restarted while the provider is gone opens the pass', async ({
  playwright,
  provider,
  request,
  words,
}, info) => {
  const account = await createAccount(request)
  const park = await mustFindPark(request, PARK)
  const { booking_code: code } = await bookAt(request, account, { park, stay: stayFromNow(), plate: PLATE })
  const { launchOptions = {}, viewport = null, contextOptions = {} } = info.project.use
  const options = {
    ...launchOptions,
    ...contextOptions,
    viewport,
    baseURL: provider.url,
    locale: 'en-CA',
    timezoneId: 'America/Toronto',
  }
  const start = (): Promise<BrowserContext> =>
    playwright.chromium.launchPersistentContext(info.outputPath('phone'), options)

  const before = await start()
  await before.addInitScript<CountryCode>(keepCountry, 'CA')
  const app = new Baywise(await before.newPage(), words)
  await app.auth.signIn(account, '/bookings')
  await expect(app.bookings.rows('Now and next')).toHaveCount(1)
  await app.page.goto(`/booking-details/${code}/pass`)
  await app.bookings.expectPass({ code, plate: PLATE })
  await untilInstalled(app.page)
  await before.close()

  await provider.halt('SIGKILL')
  const after = await start()
  const errors = new PageErrors(after)
  const again = new Baywise(await after.newPage(), words)
  await again.page.goto('/')
  await expect(again.page.getByText(PARK).first()).toBeVisible()
  await again.frame.expectOffline()
  await again.frame.link('Pass').click()
  await again.bookings.expectPass({ code, plate: PLATE })
  await after.close()
  await provider.resume()
  expect(errors.unexpected()).toEqual([])
})
