import { expectAccessible } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { openConsole } from './open-console.ts'
import { languagesOrOnly } from './views.ts'

test.use({ viewport: { width: 360, height: 740 } })

for (const language of languagesOrOnly('fr')) {
  test.describe(`an operator's day, ${language}`, () => {
    test.use({ language })

    test('an owner sees the day, closes the car park, sets its early arrival, plans prices and withdraws them, reads statements, pairs a phone and finds it all noted', async ({
      app,
      page,
      provider,
      request,
      words,
    }, info) => {
      const button = (id: string) => page.getByRole('button', { name: words.say(id), exact: true })
      const field = (id: string) => page.getByLabel(words.say(id), { exact: true })
      const parks = (await (await request.get('/api/v1/parks/front/parks?country=CA&size=2')).json()) as {
        items: { code: string; name: string }[]
      }
      // One for each language, because a car park belongs to a single organisation.
      const park = parks.items[language === 'en' ? 0 : 1]
      if (park === undefined) throw new Error('No car park')
      const invited = { organisation: `Day Parking ${language}`, language, park: park.code }
      await openConsole({ app, page, provider, request }, invited)

      await page.goto('/operator?show=today')
      await expect(page.getByText(words.say('Taken now'))).toBeVisible()
      await expectAccessible(page, 'the day of an operator')
      await page.screenshot({ path: info.outputPath('today.png'), fullPage: true })

      const menu = page.getByRole('navigation', { name: words.say('Console') })
      await expect(menu.getByRole('link')).toHaveCount(0)
      await menu.getByRole('button').click()
      await expectAccessible(page, 'the open menu of the console')
      await menu.getByRole('link', { name: words.say('Closures') }).click()
      await expect(menu.getByRole('link')).toHaveCount(0)
      await expect(menu.getByRole('button')).toBeFocused()
      await expect(menu.getByRole('button')).toHaveText(words.say('Closures'))
      await button('Close now').click()
      await expect(page.getByText(words.say('Enter the reason.')).first()).toBeVisible()
      await field('Reason in English, as drivers read it').fill('Flood on level 1')
      await field('Reason in French').fill('Inondation au niveau 1')
      await button('Close now').click()
      await expect(page.getByText(words.say('The car park is closed. Drivers are being told.'))).toBeVisible()
      await expect(page.getByRole('heading', { name: words.say('Closed now') })).toBeVisible()
      await expectAccessible(page, 'closures of an operator')
      await page.screenshot({ path: info.outputPath('closures.png'), fullPage: true })
      const shown = await request.get(`/api/v1/front/parks/${park.code}`)
      const { data } = (await shown.json()) as { data: { rate: { tariff: { closures?: unknown[] } } } }
      expect(data.rate.tariff.closures).toHaveLength(1)
      await button('Open again').click()
      await expect(page.getByRole('heading', { name: words.say('Opened again') })).toBeVisible()

      await page.goto('/operator?show=parks')
      await field('Early arrival, minutes').fill('30')
      await page
        .locator('form', { has: field('Early arrival, minutes') })
        .getByRole('button', { name: words.say('Save'), exact: true })
        .click()
      await expect(page.locator('form').getByText(words.say('Saved'), { exact: true })).toBeVisible()
      await expectAccessible(page, 'car parks of an operator')

      await page.goto('/operator?show=prices')
      await page.getByText(words.say('At a time'), { exact: true }).click()
      await button('Plan these prices').click()
      const heading = (id: string) => page.getByRole('heading', { name: new RegExp(`^${words.say(id)},`) })
      await expect(heading('Planned')).toBeVisible()
      await expectAccessible(page, 'prices of an operator')
      await page.screenshot({ path: info.outputPath('prices.png'), fullPage: true })
      await button('Withdraw').click()
      await expect(heading('Withdrawn')).toBeVisible()

      await page.goto('/operator?show=statements')
      await expect(button('Download all lines (CSV)')).toBeVisible()
      await expectAccessible(page, 'statements of an operator')
      const download = page.waitForEvent('download')
      await button('Download all lines (CSV)').click()
      expect((await download).suggestedFilename()).toContain(park.code)
      await page.screenshot({ path: info.outputPath('statements.png'), fullPage: true })

      await page.goto('/operator?show=phones')
      await button('Make a code').click()
      await expect(page.getByText(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/)).toBeVisible()
      await expectAccessible(page, 'attendants’ phones of an operator')
      await page.screenshot({ path: info.outputPath('phones.png'), fullPage: true })

      await page.goto('/operator?show=changes')
      await expect(page.getByText(words.say('Attendant’s phone paired'))).toBeVisible()
      await expect(page.getByText(words.say('Car park closed'), { exact: true })).toBeVisible()
      await expect(page.getByText(words.say('Arrival and departure times set'), { exact: true })).toBeVisible()
      await expectAccessible(page, 'changes of an operator')
      await page.screenshot({ path: info.outputPath('changes.png'), fullPage: true })
    })
  })
}
