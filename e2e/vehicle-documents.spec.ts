import { readFile, stat } from 'node:fs/promises'
import path from 'node:path'
import type { Page } from '@playwright/test'
import { addDays } from '../src/domain/vehicle-documents.ts'
import { createAccount } from './account.ts'
import { expectAccessible } from './axe.ts'
import { expect, test, WITH_WORKER } from './fixtures.ts'
import { goOnline, untilAllKept } from './offline.ts'
import { operate } from './operate.ts'
import { PHONE_IN_FRENCH } from './views.ts'

test.use(WITH_WORKER)

const TODAY = new Date().toISOString().slice(0, 10)
const PLATE = 'ABC-123DE'

const takePicture = async (page: Page): Promise<Buffer> =>
  page.screenshot({ clip: { x: 0, y: 0, width: 200, height: 200 } })

for (const { name: view, ...shown } of PHONE_IN_FRENCH) {
  test.describe(`vehicle documents, ${view}`, () => {
    test.use({ ...shown, country: 'NG' })

    test('what is due is photographed offline, sent and paid for once there is signal, and followed to its end', async ({
      app,
      context,
      page,
      provider,
      request,
      words,
    }, info) => {
      const say = (id: string) => words.say(id)
      const button = (id: string) => page.getByRole('button', { name: say(id), exact: true })
      const driver = await createAccount(request, { country: 'NG', language: shown.language })
      const added = await request.post('/api/v1/user/vehicles/', {
        headers: { authorization: `Bearer ${driver.accessToken}`, 'idempotency-key': crypto.randomUUID() },
        data: { plate: PLATE, country_code: 'NG', region: 'LA' },
      })
      expect(added.status(), await added.text()).toBe(201)
      await app.auth.signIn(driver, '/vehicle-docs-renewal')
      await expect(page.getByText(PLATE).first()).toBeAttached()
      await untilAllKept(page)

      await context.setOffline(true)
      await page.reload()
      await button('Change expiry dates').click()
      await page.getByLabel(say('Vehicle licence'), { exact: true }).fill(addDays(TODAY, 8))
      await page.getByLabel(say('Roadworthiness'), { exact: true }).fill(addDays(TODAY, -20))
      await page.getByLabel(say('Insurance, third party'), { exact: true }).fill(addDays(TODAY, 110))
      await button('Save dates').click()
      await expect(page.getByRole('checkbox')).toHaveCount(3)
      await expect(page.getByRole('checkbox', { checked: true })).toHaveCount(2)
      const file = { name: 'paper.png', mimeType: 'image/png', buffer: await takePicture(page) }
      await page.locator('input[type="file"]').nth(0).setInputFiles(file)
      await page.locator('input[type="file"]').nth(1).setInputFiles(file)
      await expect(page.getByText(say('Waiting for signal'), { exact: true })).toHaveCount(3)
      await page
        .locator('input[type="file"]')
        .nth(0)
        .setInputFiles({ ...file, buffer: Buffer.alloc(10_000_001, 1) })
      await expect(page.getByRole('alert').filter({ hasText: /10/ })).toBeVisible()
      await page.reload()
      await expect(page.getByText(say('Waiting for signal'), { exact: true })).toHaveCount(3)
      await page.screenshot({ path: info.outputPath('offline.png'), fullPage: true })
      await page.goto('/activity')
      await expect(page.getByText(PLATE)).toHaveCount(3)
      await page.goto('/vehicle-docs-renewal')

      await goOnline(context)
      await expect(page.getByText(say('Picture sent'), { exact: true })).toHaveCount(2, { timeout: 30_000 })
      for (const theme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme: theme })
        await page.screenshot({ path: info.outputPath(`before-${theme}.png`), fullPage: true })
      }
      await expectAccessible(page, 'vehicle documents')
      await page.getByRole('button', { name: /11[\s,\u202f]900[.,]00/ }).click()
      await expect(page.getByText(say('Paid'), { exact: true })).toBeVisible()
      await expect(page.getByText(say('Ready'), { exact: true })).toBeVisible()

      const code = /VD-\w{8}/.exec(await operate(provider, 'documents', 'list'))?.[0] ?? ''
      await expect(page.getByText(code)).toBeVisible()
      const scan = path.join(provider.dataDir, 'scan.jpg')
      await operate(provider, 'documents', 'scan', code, 'licence', scan)
      expect((await readFile(scan)).subarray(0, 2)).toEqual(Buffer.from([0xff, 0xd8]))
      expect((await stat(scan)).mode % 0o100).toBe(0)
      await operate(provider, 'documents', 'check', code)
      await operate(provider, 'documents', 'take', code)
      await page.reload()
      await expect(page.locator('[data-state="running"]')).toContainText(say('At the licensing office'))
      await expect(page.locator('[data-state="reached"]')).toHaveCount(2)
      for (const theme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme: theme })
        await page.screenshot({ path: info.outputPath(`after-${theme}.png`), fullPage: true })
      }
      await operate(provider, 'documents', 'finish', code)
      await page.reload()
      await expect(page.locator('[data-state="reached"]')).toHaveCount(4)
      await page.goto('/wallet')
      await expect(page.getByText(say('Vehicle documents'), { exact: true }).first()).toBeVisible()
    })
  })
}
