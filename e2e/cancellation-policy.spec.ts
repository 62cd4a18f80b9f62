import type { APIRequestContext } from '@playwright/test'
import { createAccount } from './account.ts'
import { expectAccessible } from './axe.ts'
import { expectNoOverflow } from './bad-input-driver.ts'
import { changeDatabase } from './database.ts'
import { expect, keepCountry, test, WITH_WORKER } from './fixtures.ts'
import { untilAllKept, whileOffline } from './offline.ts'
import { openConsole } from './open-console.ts'
import { Baywise } from './pages/baywise.ts'
import { bookAt, listBookings, mustFindPark, stayFromNow, stayQuery } from './parks.ts'
import { languagesOrOnly } from './views.ts'

test.use(WITH_WORKER)

test.use({ viewport: { width: 360, height: 740 } })

async function balanceOf(request: APIRequestContext, { accessToken }: { accessToken: string }): Promise<number> {
  const headers = { authorization: `Bearer ${accessToken}` }
  const answer = await request.get('/api/v1/wallet', { headers, params: { currency: 'CAD' } })
  const { data }: { data: { balance: number } } = await answer.json()
  return data.balance
}

const PARKS = { en: 'Green P Carpark 58', fr: 'Green P Carpark 34' } as const

for (const language of languagesOrOnly('fr')) {
  test.describe(language, () => {
    test.use({ language })

    test('an owner chooses a policy, a driver sees it before paying, cancels with no signal, and gets back what it says', async ({
      app,
      browser,
      page,
      provider,
      request,
      words,
    }, info) => {
      const park = await mustFindPark(request, PARKS[language])
      const { code } = park as unknown as { readonly code: string }
      const driver = await createAccount(request, { language })
      const stay = stayFromNow({ inHours: 5 })
      const earlier = await bookAt(request, driver, { park, stay, plate: 'POLI 001' })

      await openConsole({ app, page, provider, request }, { organisation: `Policy ${language}`, language, park: code })
      await page.goto(`/operator?show=parks&park=${code}`)
      const policy = page.getByLabel(words.say('Cancellation policy'), { exact: true })
      await expect(policy).toHaveValue('usual')
      await policy.selectOption('day_before')
      await expect(
        page.getByText(words.like('Until {hours} hours before the start: {percent}% of the price.')),
      ).toBeVisible()
      await expectAccessible(page, 'a policy in the console')
      await page.screenshot({ path: info.outputPath('policy.png'), fullPage: true })
      await page
        .locator('form', { has: policy })
        .getByRole('button', { name: words.say('Save'), exact: true })
        .click()
      await expect(page.getByText(words.say('Drivers see it now.'))).toBeVisible()

      const context = await browser.newContext({
        baseURL: provider.url,
        viewport: { width: 360, height: 740 },
        locale: language === 'en' ? 'en-CA' : 'fr-CA',
      })
      await context.addInitScript(keepCountry, 'CA' as const)
      const phone = new Baywise(await context.newPage(), words)
      const own = phone.page.getByRole('main').locator('a[href="/cancellation-policy"]')
      await phone.auth.signIn(driver, `/park/${park.slug}?${stayQuery(stay)}`)
      await expect(own).toBeVisible()
      await expectNoOverflow(phone.page, 'a park with its own policy')
      await phone.page.getByRole('heading', { name: words.say('If your plans change') }).scrollIntoViewIfNeeded()
      await phone.page.screenshot({ path: info.outputPath('park.png') })
      await phone.page.goto(`/checkout/${park.slug}?${stayQuery(stay)}`)
      await expect(own).toBeVisible()
      await expectAccessible(phone.page, 'checkout by a policy of its own')
      await phone.page.screenshot({ path: info.outputPath('checkout.png'), fullPage: true })
      await phone.page.goto('/cancellation-policy')
      await expect(phone.page.getByRole('heading', { name: words.say('24 hours ahead'), exact: true })).toBeVisible()
      await expectAccessible(phone.page, 'policies')
      await phone.page.screenshot({ path: info.outputPath('policies.png'), fullPage: true })

      const booking = await bookAt(request, driver, { park, stay, plate: 'POLI 002' })
      // Moves both bookings past their undo period.
      await changeDatabase(provider, [
        [
          `update bookings set created_at = created_at - interval '1 hour', version = version + 1, updated_at = now()
            where booking_id = any($1)`,
          [[earlier.booking_id, booking.booking_id]],
        ],
      ])
      const before = await balanceOf(request, driver)
      const half = Math.floor((booking.total + 1) / 2)
      const back = (minor: number) =>
        phone.bookings.dialog.getByRole('button', {
          name: new RegExp((minor / 100).toFixed(2).replace('.', '[.,]')),
        })
      await phone.page.goto(`/booking-details/${booking.booking_code}`)
      await expect(phone.page.getByRole('main')).toContainText('POLI')
      await untilAllKept(phone.page)
      await whileOffline(context, async () => {
        await phone.bookings.openDialog('Cancel', 'Cancel this booking?')
        await expect(back(half)).toBeVisible()
        await phone.page.screenshot({ path: info.outputPath('cancel.png') })
        await back(half).click()
        await expect(phone.bookings.dialog).toBeHidden()
        await expect(phone.page.getByText(words.say('Waiting for signal')).first()).toBeVisible()
      })
      await expect.poll(() => balanceOf(request, driver), { timeout: 30_000 }).toBe(before + half)
      const state = (await listBookings(request, driver)).find((one) => one.booking_id === booking.booking_id)
      expect(state?.status).toBe('cancelled')

      // A booking made before the change is refunded in full until its start.
      await phone.page.goto(`/booking-details/${earlier.booking_code}`)
      await phone.bookings.cancel()
      await expect.poll(() => balanceOf(request, driver)).toBe(before + half + earlier.total)
      await context.close()
    })
  })
}
