import type { Booking } from '../src/contract/bookings.ts'
import type { Subscription } from '../src/contract/plans.ts'
import { createAccount } from './account.ts'
import { expectAccessible } from './axe.ts'
import { changeDatabase } from './database.ts'
import { expect, test, WITH_WORKER } from './fixtures.ts'
import { untilAllKept, whileOffline } from './offline.ts'
import { checkoutOf, mustFindPark } from './parks.ts'
import { PHONE_IN_ENGLISH } from './views.ts'

test.use(WITH_WORKER)

const PARK = 'Green P Carpark 58'

for (const { name: view, ...shown } of PHONE_IN_ENGLISH) {
  const { language } = shown
  test.describe(`a plan, ${view}`, () => {
    test.use(shown)

    test('begun from the wallet, it lowers an offline quote and the booking; it is stopped and ends with its month', async ({
      app,
      context,
      page,
      provider,
      request,
      words,
    }, info) => {
      const button = (id: string) => page.getByRole('button', { name: words.like(id) })
      const picture = async (name: string) => {
        for (const colorScheme of ['dark', 'light'] as const) {
          await page.emulateMedia({ colorScheme })
          await page.screenshot({ path: info.outputPath(`${name}-${colorScheme}.png`), fullPage: true })
        }
      }
      const account = await createAccount(request, { language })
      await changeDatabase(provider, [
        [
          `insert into payment_methods (method_id, user_id, currency, gateway, kind, token, consent, created_at)
           select gen_random_uuid(), user_id, 'CAD', 'stripe', 'card', 'kept', 'kept', now() from users where email = $1`,
          [account.email],
        ],
      ])
      await app.auth.signIn(account, '/subscription-plans')
      await expect(page.getByText(words.like('With the plan: {difference} more'))).toBeVisible()
      await expectAccessible(page, 'plans')
      await picture('plans')
      await untilAllKept(page)
      await whileOffline(context, async () => {
        await page.reload()
        await expect(app.frame.heading).toHaveText(words.say('Plans'))
        await expect(page.getByText(words.say('Needs a connection')).first()).toBeVisible()
        await page.screenshot({ path: info.outputPath('plans-offline.png') })
      })
      await button('Start today, {total}').click()
      await expect(button('Stop plan')).toBeVisible()
      await expectAccessible(page, 'a plan that runs')
      await picture('running')
      const byCard = page.getByRole('checkbox', {
        name: words.say('If the wallet is short at renewal, charge my saved card'),
      })
      await byCard.click()
      await expect(byCard).toBeChecked()
      await whileOffline(context, async () => {
        await expect(byCard).toBeDisabled()
        await expect(page.getByText(words.like('{doing} needs a connection.')).first()).toBeVisible()
        await expect(byCard).toBeChecked()
      })
      await page.reload()
      await expect(byCard).toBeChecked()

      await page.goto(checkoutOf(await mustFindPark(request, PARK)))
      const line = page.getByText(language === 'fr' ? 'Régulier' : 'Regular', { exact: true })
      await expect(line).toBeVisible()
      await whileOffline(context, async () => {
        await page.reload()
        await app.checkout.typePlate('CKTB 482')
        await expect(line).toBeVisible()
        await line.scrollIntoViewIfNeeded()
        await page.screenshot({ path: info.outputPath('checkout-offline.png') })
      })
      await app.checkout.pay.click()
      await expect(app.frame.heading).toHaveText(words.say('You’re booked'))
      const headers = { authorization: `Bearer ${account.accessToken}` }
      const read = async (): Promise<Booking | undefined> =>
        ((await (await request.get('/api/v1/bookings/list', { headers })).json()) as { items: Booking[] }).items[0]
      expect((await read())?.lines).toContainEqual(expect.objectContaining({ kind: 'plan' }))
      await expect.poll(async () => (await read())?.receipt_number ?? null, { timeout: 20_000 }).not.toBeNull()
      await page.goto(`/wallet/receipts/${String((await read())?.receipt_number)}`)
      await expect(line).toBeVisible()
      await page.screenshot({ path: info.outputPath('receipt.png'), fullPage: true })

      await page.goto('/subscription-plans')
      await page.getByRole('link', { name: words.like('Receipt {number}') }).click()
      await expect(line).toBeVisible()
      await page.screenshot({ path: info.outputPath('plan-receipt.png'), fullPage: true })
      await page.goBack()
      await button('Stop plan').click()
      await expect(page.getByText(words.like('Ends {day}. Nothing more is charged.'))).toBeVisible()
      await picture('stopped')
      await button('Keep plan').click()
      await expect(button('Stop plan')).toBeVisible()
      await button('Stop plan').click()
      await expect(button('Keep plan')).toBeVisible()
      // Ends the paid month.
      await changeDatabase(provider, [
        [
          `update subscriptions set period_end = now(), due_at = now() where user_id = (select user_id from users where email = $1)`,
          [account.email],
        ],
      ])
      const states = async (): Promise<readonly string[]> => {
        const answer = await request.get('/api/v1/subscriptions', { headers })
        return ((await answer.json()) as { items: Subscription[] }).items.map(({ state }) => state)
      }
      await expect.poll(states, { timeout: 30_000 }).toEqual(['ended'])
      await page.reload()
      await expect(button('Start today, {total}')).toBeVisible()
      await page.goto(checkoutOf(await mustFindPark(request, PARK)))
      await app.checkout.typePlate('CKTB 483')
      await expect(line).toHaveCount(0)
    })
  })
}
