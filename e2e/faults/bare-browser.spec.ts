import { expect, WITH_WORKER } from '../fixtures.ts'
import { withoutPart } from './bare-browser.ts'
import {
  createParkedDriver,
  effectsOf,
  expectEffects,
  extendAndWait,
  goBright,
  goDark,
  ONE_EXTENSION,
  openBooking,
  settleIn,
  waitingCard,
} from './driver.ts'
import { test } from './fault-test.ts'

test.use(WITH_WORKER)

test('fault 41: without a service worker the page itself keeps what was asked for and sends it', async ({
  app,
  context,
  network,
  request,
}) => {
  await withoutPart(context, 'serviceWorker')
  const driver = await createParkedDriver(request)
  await app.auth.signIn(driver.account, `/park/${driver.park.slug}`)
  await expect(app.find.bookLink).toBeVisible()
  await openBooking(app, driver.booking)
  await goDark(app, network)
  await extendAndWait(app)
  expect(network.writes).toEqual([])
  await goBright(app, network)
  await expectEffects(request, driver.account, ONE_EXTENSION)
  await expect(waitingCard(app)).toBeHidden()
})

test('fault 41: without locks and background sync the page keeps what was asked for and sends it', async ({
  app,
  context,
  network,
  page,
  request,
}) => {
  await withoutPart(context, 'locks')
  await context.addInitScript(() => Reflect.deleteProperty(globalThis, 'SyncManager'))
  const driver = await createParkedDriver(request)
  await settleIn(app, driver)
  expect(await page.evaluate(() => 'locks' in navigator || 'SyncManager' in globalThis)).toBe(false)
  await goDark(app, network)
  await extendAndWait(app)
  await goBright(app, network)
  await expectEffects(request, driver.account, ONE_EXTENSION)
  await expect(waitingCard(app)).toBeHidden()
})

test('fault 41: without IndexedDB everything works online, and with no signal nothing is queued, with the reason', async ({
  app,
  context,
  network,
  page,
  request,
}) => {
  await context.addInitScript(() => Reflect.deleteProperty(globalThis, 'indexedDB'))
  const driver = await createParkedDriver(request)
  await app.auth.signIn(driver.account, '/bookings')
  await app.frame.expectText(
    'This browser saves nothing. Your pass is gone when you close this page, and without a connection nothing opens or waits to be sent.',
  )
  await app.bookings.rows('Now and next').click()
  await app.bookings.openDialog('Extend', 'Extend your stay')
  await app.bookings.dialog.getByRole('button', { name: app.words.like('Extend until {0}, {cost}') }).click()
  await expect(app.bookings.dialog).toBeHidden()
  await expectEffects(request, driver.account, ONE_EXTENSION)

  await goDark(app, network)
  await app.bookings.openDialog('Cancel', 'Cancel this booking?')
  await app.bookings.dialog.getByRole('button', { name: app.words.like('Cancel, {refund} back') }).click()
  await expect(
    app.frame.alert('This browser can’t keep requests until there’s signal. Try again when you’re connected.'),
  ).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(waitingCard(app)).toBeHidden()
  await goBright(app, network)
  expect(await effectsOf(request, driver.account)).toEqual(ONE_EXTENSION)
})
