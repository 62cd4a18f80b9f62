import { expect, WITH_WORKER } from '../fixtures.ts'
import { createParkedDriver, effectsOf, extendAndWait, goDark, NO_CHANGE, settleIn } from './driver.ts'
import { test } from './fault-test.ts'

test.use(WITH_WORKER)

test.use({ drains: 'page only' })

test('fault 22: databases deleted under an open tab are missed, the loss is said, and the rest is fetched again', async ({
  app,
  context,
  network,
  page,
  pageErrors,
  request,
}) => {
  const driver = await createParkedDriver(request)
  await settleIn(app, driver)
  await goDark(app, network)
  await extendAndWait(app)
  const devtools = await context.newCDPSession(page)
  await devtools.send('Storage.clearDataForOrigin', { origin: network.url, storageTypes: 'indexeddb' })
  network.weather = null
  const gone = page.getByText(app.words.say('What was saved on this phone is gone'))
  const tryAgain = app.frame.button('Try again')
  // A read during the deletion shows the recovery screen first.
  pageErrors.allow(/Storage is broken/)
  const bookings = app.frame.link('Bookings')
  // The page may notice the missing databases before any tap: it is then signed out and shows no tabs.
  await expect(async () => {
    for (const next of [tryAgain, bookings]) if (await next.isVisible()) await next.click({ timeout: 2_000 })
    await expect(gone).toBeVisible({ timeout: 2_000 })
  }).toPass({ timeout: 20_000 })
  await app.frame.expectText(
    'Requests that were waiting for signal are lost. Check your bookings in case one is missing.',
  )

  await app.auth.signIn(driver.account, '/bookings')
  await expect(app.bookings.rows('Now and next')).toHaveCount(1)
  // Shown until dismissed.
  await app.frame.button('OK').click()
  await expect(gone).toBeHidden()
  expect(await effectsOf(request, driver.account)).toEqual(NO_CHANGE)
  expect(network.writes).toEqual([])
})
