import { expectAccessible } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { openConsole } from './open-console.ts'
import { mustFindPark } from './parks.ts'
import { PHONE_IN_ENGLISH } from './views.ts'

/** One for each test, because a car park belongs to a single organisation. */
const OWN_PARK = {
  ...{ en: 'Green P Carpark 45', 'en desk': 'Green P Carpark 68' },
  ...{ fr: 'Green P Carpark 109', 'fr desk': 'Green P Carpark 219' },
} as Readonly<Record<string, string>>
const TAKEN = { en: 'This code is taken. Choose another one.', fr: 'Ce code est déjà pris. Choisissez-en un autre.' }
const inDays = (days: number): string => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

for (const { language, viewport, name: view } of PHONE_IN_ENGLISH) {
  test.describe(`coupons and plans of an operator, ${view}`, () => {
    test.use({ language, viewport })

    test('a coupon and a plan are refused with nothing lost, made, noted and ended', async ({
      app,
      page,
      provider,
      request,
      words,
    }, info) => {
      const button = (id: string) => page.getByRole('button', { name: words.say(id), exact: true })
      const named = (name: string) => page.locator(`[name="${name}"]`)
      const says = (id: string) => expect(page.getByText(words.say(id), { exact: true }).first()).toBeVisible()
      const picture = (name: string) => page.screenshot({ path: info.outputPath(`${name}.png`), fullPage: true })
      const { slug } = await mustFindPark(request, OWN_PARK[view] ?? '')
      const park = slug.split('-').at(-1)?.toUpperCase() ?? ''
      await openConsole({ app, page, provider, request }, { organisation: `Offers ${view}`, language, park })
      const code = `OFF${view.replaceAll(/\W/g, '').toUpperCase()}`

      await page.goto('/operator?show=coupons')
      await says('Your car parks have no coupons yet.')
      await named('code').fill('TWO CODES')
      await named('discount').fill('101')
      await named('maximum').fill('-2')
      await named('first_day').fill('2026-01-01')
      await named('last_day').fill('2026-02-01')
      await button('Issue the coupon').click()
      await expect(named('code')).toBeFocused()
      for (const text of [
        'Enter 3 to 20 letters and digits, without spaces.',
        'Enter a whole number from 1 to 100.',
        'Enter an amount, or leave it empty.',
        'This day has passed.',
      ])
        await says(text)
      await expectAccessible(page, 'a new coupon, refused')
      await picture('coupon-refused')
      const fill = async () => {
        await named('code').fill(code)
        await named('discount').fill('10')
        await named('maximum').fill('2')
        await named('last_day').fill(inDays(30))
        await named('limit_in_all').fill('500')
        await button('Issue the coupon').click()
      }
      await fill()
      await says('Coupon issued')
      const coupon = page.getByRole('article').filter({ hasText: code })
      await expect(coupon).toContainText(words.say('Can be used'))
      await expectAccessible(page, 'coupons of an operator')
      await picture('coupons')
      await fill()
      // The provider's own text.
      await expect(page.getByText(TAKEN[language])).toBeVisible()
      await expect(named('discount')).toHaveValue('10')
      await expect(page.locator('[name="code"]')).toHaveAttribute('aria-invalid', 'true')
      await picture('coupon-taken')
      await coupon.getByRole('button', { name: words.say('End the coupon') }).click()
      await expectAccessible(page, 'the question before a coupon is ended')
      await picture('coupon-end')
      await coupon.getByRole('button', { name: words.say('End the coupon') }).click()
      await expect(coupon.getByRole('button')).toHaveCount(0)

      await page.goto('/operator?show=plans')
      await says('Your car parks have no plans yet.')
      await named('percent').fill('0')
      await button('Sell the plan').click()
      await expect(named('name_en')).toBeFocused()
      await says('Enter a price above 0.')
      await says('Enter a whole number from 1 to 100.')
      await expectAccessible(page, 'a new plan, refused')
      await picture('plan-refused')
      await named('name_en').fill(`Commuter ${view}`)
      await named('name_fr').fill(`Navette ${view}`)
      await named('price').fill('9')
      await named('percent').fill('10')
      await button('Sell the plan').click()
      const plan = page.getByRole('article').filter({ hasText: view })
      await expect(plan).toContainText(words.say('On sale'))
      await expectAccessible(page, 'plans of an operator')
      await picture('plans')
      await plan.getByRole('button', { name: words.say('Stop selling') }).click()
      await plan.getByRole('button', { name: words.say('Stop selling') }).click()
      await expect(plan).toContainText(words.say('Sold no more'))
      await page.goto('/operator?show=changes')
      for (const noted of ['Coupon added', 'Coupon ended', 'Plan added', 'Plan changed']) await says(noted)
    })
  })
}
