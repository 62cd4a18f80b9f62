import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { createAccount } from './account.ts'
import { expectAccessible } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { untilAllKept, whileOffline } from './offline.ts'
import { operate } from './operate.ts'
import { codeOf, makePairingCode, OTHER_PARK, PARK, phoneOf } from './pages/check-page.ts'
import { mustFindPark } from './parks.ts'
import type { ProviderProcess } from './provider-process.ts'
import { PHONE_IN_ENGLISH } from './views.ts'

const TORONTO = 'America/Toronto'
/** Returns a date such as `2026-11-25`, in the car park's zone. */
const dayIn = (days: number): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone: TORONTO, dateStyle: 'short' }).format(Date.now() + days * 86_400_000)

interface Sold {
  readonly park: string
  readonly name: string
  readonly hours: string | null
}

/** Creates a pass for C$40.00 plus 13 % tax. Returns its number. */
async function sellPass(provider: ProviderProcess, { park, name, hours }: Sold): Promise<string> {
  const tax = { code: 'hst', name: 'HST', kind: 'percent', value: 13_000, compound: false, included: false }
  const product = {
    ...{ country_code: 'CA', kind: 'monthly_pass', park, price: '40.00', names: { en: name, fr: name } },
    details: { en: 'Come and go', fr: 'Entrez et sortez' },
    taxes: [{ ...tax, from: null, to: null }],
    pass: { at_once: 5, hours },
  }
  const file = path.join(provider.dataDir, 'pass.json')
  await writeFile(file, JSON.stringify(product))
  return /Product (\d+)/.exec(await operate(provider, 'products', 'add', file))?.[1] ?? ''
}

for (const { name: view, ...shown } of PHONE_IN_ENGLISH) {
  const { language, viewport } = shown
  test.describe(`monthly passes, ${view}`, () => {
    test.use(shown)

    test('one is bought at its car park, kept on the phone, and checked with no signal, in and out @worker', async ({
      app,
      browser,
      context,
      page,
      provider,
      request,
      words,
    }, info) => {
      const { slug } = await mustFindPark(request, PARK)
      const name = `Day and night ${view}`
      const plate = `MNT${String(viewport.width)}${language}`.toUpperCase()
      await sellPass(provider, { park: codeOf(slug), name, hours: null })
      const look = async (state: string): Promise<void> => {
        await expectAccessible(page, state)
        await page.screenshot({ path: info.outputPath(`${state}.png`), fullPage: true })
      }
      const account = await createAccount(request)
      await app.auth.signIn(account, `/park/${slug}`)
      const row = page.getByRole('link', { name })
      await row.scrollIntoViewIfNeeded()
      await look('park')
      await row.click()
      await expect(app.frame.heading).toHaveText(name)
      const day = page.locator('[name="first_day"]')
      await day.fill('')
      await app.frame.expectText('Choose a day from today to {furthest}.')
      await day.fill(dayIn(0))
      await app.checkout.typePlate(plate)
      await look('pass')
      await untilAllKept(page)
      await page.getByRole('button', { name: app.words.like('Pay {total} from wallet') }).click()
      await expect(app.frame.heading).toHaveText(PARK)
      await look('booking')
      const code = page.url().split('/').at(-1) ?? ''
      await whileOffline(context, async () => {
        await page.goto(`/booking-details/${code}/pass`)
        await expect(page.getByText(plate).first()).toBeVisible()
        await look('offline pass')
        await page.goto('/')
        await expect(page.getByText(words.like('Valid until {0}')).first()).toBeVisible()
        await look('home')
        await page.goto('/bookings')
        await expect(page.getByText(name).first()).toBeVisible()
        await look('bookings')
      })
      const locale = language === 'en' ? 'en-CA' : 'fr-CA'
      const gate = await browser.newContext({ locale, viewport: { width: 360, height: 740 } })
      const other = await mustFindPark(request, OTHER_PARK)
      const check = await phoneOf(gate, words, await makePairingCode(provider, [slug, other.slug].map(codeOf)))
      await whileOffline(gate, async () => {
        await check.checkCode(code)
        await check.expectVerdict('VALID')
        await check.page.screenshot({ path: info.outputPath('gate.png') })
        await check.frame.button('Yes, let in').click()
        await check.checkCode(code)
        await check.expectVerdict('ALREADY INSIDE')
        await check.frame.button('It is leaving now').click()
        await check.checkCode(code)
        await check.expectVerdict('VALID')
      })
      await gate.close()
    })

    test('one with hours says when it holds, before it is bought and after', async ({
      app,
      page,
      provider,
      request,
    }, info) => {
      const { slug } = await mustFindPark(request, PARK)
      const name = `Early shift ${view}`
      const id = await sellPass(provider, { park: codeOf(slug), name, hours: 'Mon-Fri 06:00-20:00' })
      const account = await createAccount(request)
      await app.auth.signIn(account, '/marketplace')
      await expect(page.getByText(name)).toBeVisible()
      await page.screenshot({ path: info.outputPath('marketplace.png'), fullPage: true })
      await page.goto(`/marketplace/${id}`)
      await expect(page.getByText(/0?6\D.{0,5} – 20/)).toBeVisible()
      await app.checkout.typePlate('MNTH100')
      await page.screenshot({ path: info.outputPath('pass-hours.png'), fullPage: true })
      await page.getByRole('button', { name: app.words.like('Pay {total} from wallet') }).click()
      await expect(app.frame.heading).toHaveText(PARK)
      await expect(page.getByText(/0?6\D.{0,5} – 20/)).toBeVisible()
      // Its first day is tomorrow, so the refund is full.
      await app.frame.expectText('Cancel now: {back} back')
      await page.screenshot({ path: info.outputPath('booking-hours.png'), fullPage: true })
      await page.getByRole('link', { name: app.words.say('Show pass') }).click()
      await expect(page.getByText('MNTH100').first()).toBeVisible()
      await page.screenshot({ path: info.outputPath('pass-face-hours.png') })
    })
  })
}
