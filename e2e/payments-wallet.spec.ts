import { readFile } from 'node:fs/promises'
import type { Route } from '@playwright/test'
import { createAccount } from './account.ts'
import { expectAccessible } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { untilAllKept, whileOffline } from './offline.ts'
import { bookAt, mustFindPark, stayFromNow } from './parks.ts'
import { mailsTo, mustReadCode } from './sandbox-mail.ts'
import { toTheEnd } from './scroll.ts'

test.describe('the wallet', () => {
  test('shows, searches and prints what was paid, and gives it as a file, also with no signal @worker', async ({
    app,
    context,
    page,
    request,
  }) => {
    const account = await createAccount(request)
    const park = await mustFindPark(request, 'Green P Carpark 58')
    await bookAt(request, account, { park, stay: stayFromNow(), plate: 'CKTB482' })
    await app.auth.signIn(account, '/wallet')
    await expect(app.wallet.transactions).toHaveCount(2)
    // Nothing is wider than the phone.
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(360)
    // A background job numbers receipts after the booking.
    await expect(async () => {
      await page.goto('/wallet')
      await app.frame.link('Receipts').click()
      await expect(app.wallet.transactions).toHaveCount(1, { timeout: 5_000 })
    }).toPass({ timeout: 60_000 })
    await toTheEnd(page)
    await expectAccessible(page, 'wallet, receipts')
    await app.wallet.transactions.getByRole('link').click()
    await expect(app.frame.heading).toHaveText(/CA-\d{6}/)
    await app.frame.expectText('Total tax')
    await expectAccessible(page, 'receipt')
    await page.emulateMedia({ media: 'print' })
    await expect(app.frame.button('Print or save as PDF')).toBeHidden()
    await expect(page.getByRole('navigation').first()).toBeHidden()
    await page.emulateMedia({ media: 'screen' })

    await untilAllKept(page)
    const receipt = page.url()
    await whileOffline(context, async () => {
      await page.goto(receipt)
      await app.frame.expectText('Total tax')
      await page.goto('/wallet')
      // Text typed into the snapshot would be lost; drivers cannot type there, but a test can.
      await expect(page.locator('[data-still]')).toHaveCount(0)
      await app.payments.search.fill('carpark 58')
      await expect(app.wallet.transactions).toHaveCount(1)
      await app.payments.search.fill('nowhere')
      await app.frame.expectText('None found')
      const saved = page.waitForEvent('download')
      await app.frame.button('Statement (CSV)').click()
      const text = await readFile(await (await saved).path(), 'utf8')
      expect(text.trim().split('\r\n')).toHaveLength(3)
      await app.frame.expectText('No connection: the file contains what’s saved on this phone.')
      await expectAccessible(page, 'wallet, none found, statement of what is saved')
    })
  })

  test.describe('where every request is seen', () => {
    test('gives back what was paid in, and takes the request back, also where the answer to that is lost', async ({
      app,
      context,
      page,
      request,
    }) => {
      const account = await createAccount(request)
      await app.auth.signIn(account, '/wallet')
      await app.frame.link('Withdraw').click()
      await app.frame.expectText(
        'Nothing to withdraw. You can withdraw money you paid in and haven’t spent, but not welcome credit.',
      )
      await app.payments.startTopUp('25')
      await app.payments.choose('pay')
      await expect(app.payments.isCredited).toBeVisible()
      await page.goto('/wallet/withdraw')
      await app.payments.amount.fill('26')
      await app.frame.button('Request the withdrawal').click()
      await app.frame.expectText('Enter an amount up to {most}.')
      await expectAccessible(page, 'withdrawal, amount refused')
      await app.payments.amount.fill('10')
      await app.frame.button('Request the withdrawal').click()
      await app.frame.expectText('Confirm the withdrawal of {0}')
      await expectAccessible(page, 'withdrawal, to be confirmed')
      // At most two codes a minute are mailed to one address; the first was for the registration.
      const isMailed = async () => (await mailsTo(request, account.email))[0]?.subject.includes('withdrawal') === true
      await expect(async () => {
        if (!(await isMailed())) await app.frame.button('Send another code').click()
        expect(await isMailed()).toBe(true)
      }).toPass({ intervals: [1_000, 5_000] })
      // The mail may take a while; the page may even be reloaded.
      await page.goto('/wallet')
      await app.frame.link('Confirm the withdrawal').click()
      await page.reload()
      await page.getByLabel(app.words.say('Code'), { exact: true }).fill(await mustReadCode(request, account.email))
      await app.frame.button('Confirm the withdrawal').click()
      await app.frame.expectText('Requested: the money is on hold')
      await expectAccessible(page, 'withdrawal requested')
      await page.goto('/wallet')
      await app.frame.expectText('plus {0} on hold for a withdrawal')
      await page.goto('/wallet/withdraw')
      const keys: (string | undefined)[] = []
      const lose = async (route: Route): Promise<void> => {
        keys.push(route.request().headers()['idempotency-key'])
        // The first request never arrives; later ones arrive, but their answers are lost.
        if (keys.length > 1) await route.fetch()
        await route.abort('connectionfailed')
      }
      await context.route(/\/withdrawals\/[^/]+$/, lose)
      // The look-up of the outcome fails too; otherwise it would settle the request, sometimes before the question is
      // visible.
      const unanswered = (route: Route): Promise<void> => route.abort('connectionfailed')
      await context.route('**/api/v1/requests/*', unanswered)
      await app.frame.button('Cancel withdrawal').click()
      await app.frame.expectText('Cancelling the withdrawal of {0}')
      await app.frame.expectText(
        'Not confirmed: your request may or may not have arrived. Trying again won’t make a second one.',
      )
      await toTheEnd(page)
      await expectAccessible(page, 'taking a withdrawal back, answer lost')
      await context.unroute(/\/withdrawals\/[^/]+$/, lose)
      await context.unroute('**/api/v1/requests/*', unanswered)
      expect(new Set(keys).size).toBe(1)
      // Opening the page looks up the outcome by its key.
      await page.goto('/wallet/withdraw')
      await app.frame.expectText('Withdrawal cancelled')
      await expect(app.frame.button('Try again')).toBeHidden()
      await expect(app.frame.button('Cancel withdrawal')).toBeHidden()
      await page.goto('/wallet')
      await expect(app.wallet.balance).toHaveText('C$125.00')
    })
  })
})
