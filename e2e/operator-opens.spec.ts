import { createAccount } from './account.ts'
import { expectAccessible } from './axe.ts'
import { expect, keepCountry, test } from './fixtures.ts'
import { openConsole } from './open-console.ts'
import { Baywise } from './pages/baywise.ts'
import { stayFromNow, stayQuery } from './parks.ts'
import { mailsTo } from './sandbox-mail.ts'

/** Background jobs of the provider send mails and pushes, and the phone pulls afterwards. */
const TOLD = { timeout: 45_000 }
test.use({ viewport: { width: 360, height: 740 } })

test('an invited owner opens a car park and sets its prices, a driver books it, it is closed, and the driver is told and paid back', async ({
  app,
  browser,
  page,
  provider,
  request,
  words,
}, info) => {
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const field = (name: string) => page.getByLabel(name, { exact: true })
  await openConsole({ app, page, provider, request }, { organisation: 'Wharf Parking' })

  await page.goto('/operator?show=parks')
  await field('Name').fill('Wharf Street Garage')
  await field('Country').selectOption('CA')
  await button('Add the car park').click()
  // Missing fields are marked, and the input is kept.
  await expect(field('Latitude of the gate')).toHaveAttribute('aria-invalid', 'true')
  await expect(field('Name')).toHaveValue('Wharf Street Garage')
  await expectAccessible(page, 'a new car park, refused')
  await page.screenshot({ path: info.outputPath('new-park-refused.png'), fullPage: true })
  await field('Address').fill('12 Wharf Street')
  await field('City').fill('Toronto')
  await field('State or province').fill('Ontario')
  await field('Latitude of the gate').fill('43.6402, -79.3790')
  // The pin starts where the fields say, and the fields follow the pin.
  const pin = button('The gate: move it with the arrow keys')
  await pin.press('Shift+ArrowRight')
  await expect(field('Longitude of the gate')).toHaveValue(/^-79\.378\d{3}$/)
  const box = await page.getByRole('region', { name: 'Map of the gate' }).boundingBox()
  await page.mouse.click((box?.x ?? 0) + 100, (box?.y ?? 0) + 60)
  await expect(field('Latitude of the gate')).toHaveValue(/^43\.64[0-3]\d+$/)
  await pin.screenshot({ path: info.outputPath('pin.png') })
  await field('Spaces').fill('2')
  await field('Opening hours').selectOption('always')
  await button('Add the car park').click()
  await expect(page.getByText('No prices yet')).toBeVisible()
  await expectAccessible(page, 'a car park without prices')
  await page.screenshot({ path: info.outputPath('new-park.png'), fullPage: true })
  const code = new URL(page.url()).searchParams.get('park') ?? ''

  await page.goto(`/operator?show=prices&park=${code}`)
  await expect(page.getByText('No prices yet: this car park can’t be booked.')).toBeVisible()
  await page.screenshot({ path: info.outputPath('prices-empty.png'), fullPage: true })
  await button('Publish now').click()
  await expect(page.getByRole('group', { name: 'Problems' })).toBeFocused()
  await button('Add hours').click()
  await field('Price, C$').fill('4')
  await expect(page.getByRole('group', { name: 'Problems' })).toBeHidden()
  await button('Publish now').click()
  await expect(page.getByText('These prices are in force. Drivers see them now.')).toBeVisible()

  const driver = await createAccount(request)
  const context = await browser.newContext({ baseURL: provider.url })
  await context.addInitScript(keepCountry, 'CA' as const)
  const phone = new Baywise(await context.newPage(), words)
  await phone.auth.signIn(driver)
  // Starts an hour ahead: a stay that has started when its car park closes is not refunded.
  await phone.page.goto(`/search?search=Wharf Street Garage&${stayQuery(stayFromNow({ inHours: 1 }))}`)
  await phone.find.card('Wharf Street Garage').click()
  await phone.find.bookLink.click()
  await phone.checkout.typePlate('CKTB 611')
  const booking = await phone.checkout.payForPass()
  await phone.page.goto('/wallet')
  await expect(phone.wallet.balance).not.toHaveText('C$100.00')

  await page.goto(`/operator?show=closures&park=${code}`)
  await field('Reason in English, as drivers read it').fill('Flood on level 1')
  await field('Reason in French').fill('Inondation au niveau 1')
  await button('Close now').click()
  await expect(page.getByText('The car park is closed. Drivers are being told.')).toBeVisible()

  const told = async () => (await mailsTo(request, driver.email)).map(({ text }) => text).join('\n')
  await expect.poll(told, TOLD).toContain('Flood on level 1')
  await phone.page.goto(`/booking-details/${booking}`)
  await expect(phone.page.getByRole('main')).toContainText('Everything you paid was refunded.', TOLD)
  await phone.page.goto('/wallet')
  await expect(phone.wallet.balance).toHaveText('C$100.00')
  await context.close()
})
