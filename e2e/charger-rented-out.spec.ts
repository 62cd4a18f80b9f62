import { createAccount } from './account.ts'
import { expectAccessible } from './axe.ts'
import { expect, keepCountry, test } from './fixtures.ts'
import { operate } from './operate.ts'
import { Baywise } from './pages/baywise.ts'
import { mailsTo } from './sandbox-mail.ts'

/** The provider sends mail from background jobs. */
const MAILED = { timeout: 45_000 }
const UNION_STATION = { latitude: 43.6453, longitude: -79.3806 }
test.use({ geolocation: UNION_STATION, permissions: ['geolocation'] })

test('a charger behind a house is offered, approved, found by its charger, and a driver books a space beside it', async ({
  app,
  browser,
  page,
  provider,
  request,
  words,
}, info) => {
  const label = (id: string) => page.getByLabel(words.say(id), { exact: true })
  const button = (id: string) => page.getByRole('button', { name: words.say(id), exact: true })
  const address = `7 Charger Lane ${crypto.randomUUID().slice(0, 8)}`
  const owner = await createAccount(request)
  await app.auth.signIn(owner, '/rent-out-ev-charger')
  await label('Street and number').fill(address)
  await label('City').fill('Toronto')
  await label('Country').selectOption('CA')
  await label('Number of spaces').fill('2')
  await page.locator('[name="hourly"]').fill('3.50')
  await label('Number of chargers').fill('1')
  await label('Power in kW (optional)').fill('7.4')
  await page.locator('[name="price"]').fill('0.30')
  await label('How drivers get in, and when it’s free').fill('Behind the house, the gate is open')
  await button('I’m there now: use my location').click()
  await expect(button('Location added')).toBeVisible()
  await button('Send request').click()
  await expect(page.getByText(words.say('Sent'), { exact: true })).toBeVisible({ timeout: 30_000 })

  const lines = (await operate(provider, 'requests', 'list')).split('\n')
  const id = lines.find((line) => line.includes(address))?.slice(0, 36) ?? ''
  expect(await operate(provider, 'requests', 'approve', id)).toContain('Approved: car park CA')
  // Approving twice has one effect.
  expect(await operate(provider, 'requests', 'approve', id)).toContain('approved already')
  const told = async () => (await mailsTo(request, owner.email)).map(({ text }) => text).join('\n')
  await expect.poll(told, MAILED).toContain('/park/')
  const path = /\/park\/[\w-]+/.exec(await told())?.[0] ?? ''

  const driver = await createAccount(request)
  const theirs = await browser.newContext({
    ...{ baseURL: provider.url, geolocation: UNION_STATION, permissions: ['geolocation'] },
  })
  await theirs.addInitScript(keepCountry, 'CA' as const)
  const phone = new Baywise(await theirs.newPage(), words)
  await phone.auth.signIn(driver, '/electric-vehicle-charging')
  await phone.page.getByRole('button', { name: words.say('Near me'), exact: true }).click()
  const list = phone.page.getByRole('list', { name: words.say('Car parks with chargers') })
  await expect(list).toContainText(address)
  await phone.page.screenshot({ path: info.outputPath('found.png'), fullPage: true })
  await phone.page.goto(path)
  await expect(phone.page.getByRole('heading', { name: words.say('Charging'), exact: true })).toBeVisible()
  await expect(phone.page.getByRole('main')).toContainText('C$0.30')
  await expectAccessible(phone.page, 'a car park that somebody rents out')
  await phone.page.screenshot({ path: info.outputPath('park.png'), fullPage: true })
  await phone.find.bookLink.click()
  await phone.checkout.typePlate('CHRG 118')
  await phone.checkout.payForPass()
  await theirs.close()
})
