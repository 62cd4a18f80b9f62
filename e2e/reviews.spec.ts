import { createAccount } from './account.ts'
import { expectAccessible } from './axe.ts'
import { changeDatabase } from './database.ts'
import { expect, keepCountry, test, WITH_WORKER } from './fixtures.ts'
import { untilAllKept, whileOffline } from './offline.ts'
import { operate } from './operate.ts'
import { Baywise } from './pages/baywise.ts'
import { bookAt, mustFindPark, stayFromNow } from './parks.ts'

test.use(WITH_WORKER)

const PARK = 'Green P Carpark 58'
const TEXT = 'Easy to find, tight ramps'

test('a review is left with no signal, sent, seen by another driver, reported, and hidden', async ({
  app,
  browser,
  context,
  page,
  provider,
  request,
  words,
}, info) => {
  const author = await createAccount(request)
  const park = await mustFindPark(request, PARK)
  const booking = await bookAt(request, author, { park, stay: stayFromNow({ hours: 1 }), plate: 'RVW101' })
  await changeDatabase(provider, [
    [
      `update bookings set start_time = start_time - interval '1 day', end_time = end_time - interval '1 day', version = version + 1,
         updated_at = now() where booking_code = $1`,
      [booking.booking_code.replace('-', '')],
    ],
  ])
  await app.auth.signIn(author, '/bookings')
  const write = page.getByRole('link', { name: words.say('Write a review') })
  await expect(write).toBeVisible()
  await untilAllKept(page)
  await page.screenshot({ path: info.outputPath('past.png'), fullPage: true })
  await whileOffline(context, async () => {
    await write.click()
    await app.frame.button('Write a review').click()
    await app.frame.dialog.getByRole('button', { name: words.say('Send review') }).click()
    await expect(app.frame.dialog).toContainText(words.say('Choose one to five stars.'))
    await app.frame.dialog.getByRole('button', { name: '4 ★' }).click()
    await app.frame.dialog.getByLabel(words.say('Your words (optional)')).fill(TEXT)
    const photo = app.frame.dialog.locator('input[type="file"]')
    await photo.setInputFiles({ name: 'a.jpg', mimeType: 'image/jpeg', buffer: Buffer.from('MZ a program') })
    await app.frame.expectText('This file can’t be read as a photo. Take another one.')
    const buffer = await page.screenshot({ clip: { x: 0, y: 0, width: 320, height: 240 } })
    await photo.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer })
    await expect(app.frame.dialog.getByRole('img', { name: words.say('Your photo') })).toBeVisible()
    await page.screenshot({ path: info.outputPath('dialog.png') })
    await expectAccessible(page, 'writing a review, offline')
    await app.frame.dialog.getByRole('button', { name: words.say('Send review') }).click()
    await app.frame.expectText('Will be sent when the signal is back')
    await expect(page.getByRole('main')).toContainText(TEXT)
    await expect(page.getByRole('img', { name: words.say('Your photo') })).toBeVisible()
    await page.screenshot({ path: info.outputPath('waiting.png'), fullPage: true })
    await page.reload()
    await app.frame.expectText('Will be sent when the signal is back')
  })
  await expect(page.getByText(words.say('Will be sent when the signal is back'))).toHaveCount(0, { timeout: 30_000 })
  await expect(app.frame.button('Change review')).toBeVisible()
  await page.screenshot({ path: info.outputPath('sent.png'), fullPage: true })
  await expectAccessible(page, 'a booking with its review')

  const reader = await createAccount(request)
  const other = await browser.newContext({ baseURL: provider.url, locale: 'en-CA' })
  try {
    await other.addInitScript(keepCountry, 'CA' as const)
    const seen = await other.newPage()
    const theirs = new Baywise(seen, words)
    await theirs.auth.signIn(reader, `/park/${park.slug}`)
    const reviews = seen.getByRole('list', { name: words.say('Reviews') })
    await expect(reviews).toContainText(TEXT)
    await expect(reviews).toContainText('Awa N.')
    const taken = words.say('Photo with the review by {author}').replace('{author}', 'Awa N.')
    const photo = seen.getByRole('button', { name: taken })
    await photo.scrollIntoViewIfNeeded()
    const image = photo.getByRole('img')
    await expect.poll(() => image.evaluate((one) => (one as HTMLImageElement).naturalWidth)).toBeGreaterThan(100)
    await photo.click()
    await expect(seen.getByRole('dialog').getByRole('img', { name: taken })).toBeVisible()
    await seen.keyboard.press('Escape')
    await seen.screenshot({ path: info.outputPath('park.png'), fullPage: true })
    await expectAccessible(seen, 'a car park with reviews')
    await reviews.getByRole('button', { name: words.say('Report review') }).click()
    const dialog = seen.getByRole('dialog')
    await dialog.getByRole('combobox').selectOption('untrue')
    await dialog.getByRole('button', { name: words.say('Send report') }).click()
    await expect(reviews).toContainText(words.say('You reported it. A person looks at it.'))

    const [line = ''] = (await operate(provider, 'reviews', 'list')).split('\n')
    expect(line).toContain('reported untrue x1')
    await operate(provider, 'reviews', 'hide', line.slice(0, 36), 'Not about parking')
    await seen.reload()
    await expect(seen.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(seen.getByText(TEXT)).toHaveCount(0)
    await expect(photo).toHaveCount(0)
  } finally {
    await other.close()
  }
  await page.reload()
  await app.frame.expectText('Hidden: only you see it')
  await expect(page.getByRole('main')).toContainText('Not about parking')
  await page.screenshot({ path: info.outputPath('hidden.png'), fullPage: true })
})
