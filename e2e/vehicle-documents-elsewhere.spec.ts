import { addDays } from '../src/domain/vehicle-documents.ts'
import { createAccount } from './account.ts'
import { expectAccessible } from './axe.ts'
import { expect, test } from './fixtures.ts'

const DATE = addDays(new Date().toISOString().slice(0, 10), 20)

for (const [country, language, region] of [
  ['US', 'en', 'NY'],
  ['CA', 'fr', 'ON'],
  ['SN', 'fr', 'DK'],
] as const) {
  test.describe(`vehicle documents, ${country}`, () => {
    test.use({ language, country, viewport: { width: 360, height: 740 } })

    test('says where documents are renewed, sells nothing, and keeps dates and says that it reminds of them', async ({
      app,
      page,
      request,
      words,
    }, info) => {
      const say = (id: string) => words.say(id)
      const driver = await createAccount(request, { country, language })
      const added = await request.post('/api/v1/user/vehicles/', {
        headers: { authorization: `Bearer ${driver.accessToken}`, 'idempotency-key': crypto.randomUUID() },
        data: { plate: 'CKTB 482', country_code: country, region },
      })
      expect(added.status(), await added.text()).toBe(201)
      await app.auth.signIn(driver, '/vehicle-docs-renewal')
      await expect(page.getByText(/Nig[eé]ria/).first()).toBeVisible()
      await page.getByRole('button', { name: say('Change expiry dates'), exact: true }).click()
      await page.getByLabel(say('Vehicle licence'), { exact: true }).fill(DATE)
      await page.getByRole('button', { name: say('Save dates'), exact: true }).click()
      // The form closes once the document is stored.
      await expect(page.getByLabel(say('Vehicle licence'), { exact: true })).toHaveCount(0)
      await expect(page.getByText(say('Waiting for signal'), { exact: true })).toHaveCount(0, { timeout: 30_000 })
      await page.reload()
      await expect(page.getByRole('link', { name: new RegExp(say('Email and notification')) })).toBeVisible()
      await expect(page.getByRole('checkbox')).toHaveCount(0)
      await expect(page.locator('input[type="file"]')).toHaveCount(0)
      await expectAccessible(page, `vehicle documents, ${country}`)
      await page.screenshot({ path: info.outputPath('elsewhere.png'), fullPage: true })
      await page.getByRole('button', { name: say('Change expiry dates'), exact: true }).click()
      await expect(page.getByLabel(say('Vehicle licence'), { exact: true })).toHaveValue(DATE)
    })
  })
}
