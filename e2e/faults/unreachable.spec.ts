import type { Page } from '@playwright/test'
import { DAY_MS } from '../../src/domain/instant.ts'
import { expect, WITH_WORKER } from '../fixtures.ts'
import {
  activity,
  createParkedDriver,
  effectsOf,
  expectEffects,
  extendAndWait,
  goBright,
  goDark,
  NO_CHANGE,
  ONE_EXTENSION,
  openBooking,
  settleIn,
  waitingCard,
} from './driver.ts'
import { isWrite } from './fault-proxy.ts'
import { test } from './fault-test.ts'
import { readStored } from './stored.ts'

test.use(WITH_WORKER)

test.use({ drains: 'page only' })

const isOf =
  (path: string) =>
  (seen: Parameters<typeof isWrite>[0]): boolean =>
    isWrite(seen) && seen.path.startsWith(path)

const sayOnLine = (page: Page, isOnLine: boolean): Promise<unknown> =>
  page.addInitScript((value) => {
    Object.defineProperty(Navigator.prototype, 'onLine', { configurable: true, get: () => value })
  }, isOnLine)

test('fault 31: headers that never come and a body that trickles hold up only themselves, for 15 seconds', async ({
  app,
  network,
  page,
  request,
}) => {
  const driver = await createParkedDriver(request)
  await settleIn(app, driver)
  const isExtension = isOf('/api/v1/bookings/extend')
  const isVehicle = isOf('/api/v1/user/vehicles')
  network.break('silent', isExtension, 1)
  network.break('trickle', isVehicle, 1)
  await extendAndWait(app)
  await page.goto('/profile')
  await app.profile.addVehicle('AAAA 111')
  await app.profile.addVehicle('BBBB 222')
  await page.goto('/activity')
  await expect(activity(app, 'Done')).toHaveCount(3, { timeout: 40_000 })
  // Both hanging requests timed out and were resent under their own keys; the third needed one request.
  const keysOf = (matches: typeof isExtension): (string | undefined)[] =>
    network.writes.filter(matches).map(({ key }) => key)
  expect(keysOf(isExtension).length).toBeGreaterThan(1)
  expect(new Set(keysOf(isExtension)).size).toBe(1)
  expect(keysOf(isVehicle).length).toBeGreaterThan(2)
  expect(new Set(keysOf(isVehicle)).size).toBe(2)
  expect(await effectsOf(request, driver.account)).toEqual(ONE_EXTENSION)
})

test('fault 32: a browser that says "online" while nothing answers is not believed', async ({
  app,
  network,
  page,
  request,
}) => {
  await sayOnLine(page, true)
  const driver = await createParkedDriver(request)
  await settleIn(app, driver)
  // List pulls still under way would hang first, for fifteen seconds each.
  await page.waitForLoadState('networkidle')
  await goDark(app, network, 'silent')
  await extendAndWait(app)
  expect(network.writes).toEqual([])
  await goBright(app, network)
  await expectEffects(request, driver.account, ONE_EXTENSION)
  await expect(waitingCard(app)).toBeHidden()
})

test('fault 32: a browser that says "offline" while the provider answers is not believed', async ({
  app,
  network,
  page,
  request,
}) => {
  await sayOnLine(page, false)
  const driver = await createParkedDriver(request)
  await settleIn(app, driver)
  await app.bookings.extend()
  await expectEffects(request, driver.account, ONE_EXTENSION)
  await expect(waitingCard(app)).toBeHidden()
  await app.frame.expectText('Up to date')
  expect(network.writes).toHaveLength(1)
})

test('fault 39: a route that a deploy has moved without its preflight is said to be stuck, not offline', async ({
  app,
  network,
  page,
  pageErrors,
  request,
}) => {
  // The browser logs the refused preflight.
  pageErrors.allow(/Content Security Policy|blocked by CORS policy|127\.0\.0\.1/)
  const driver = await createParkedDriver(request)
  await settleIn(app, driver)
  const repair = network.break('preflight', isWrite)
  await page.goto('/profile')
  await app.profile.addVehicle('AAAA 111')
  await page.goto('/activity')
  await expect(activity(app, 'Waiting')).toHaveCount(1)
  await app.frame.expectText('Up to date')
  await expect(page.getByText(app.words.like('No connection'))).toBeHidden()
  // After a day of attempts.
  await page.clock.setFixedTime(Date.now() + DAY_MS + 3_600_000)
  await activity(app, 'Waiting')
    .getByRole('button', { name: app.words.say('Send now') })
    .click()
  await app.frame.expectText('No answer for more than a day. We keep trying; you can also remove the request.')
  await expect(page.getByText(app.words.like('No connection'))).toBeHidden()
  repair()
  // Sent automatically or by the tap, whichever comes first.
  const sendNow = activity(app, 'Waiting').getByRole('button', { name: app.words.say('Send now') })
  await expect(async () => {
    if (await sendNow.isVisible()) await sendNow.click({ timeout: 1000 })
    await expect(activity(app, 'Done')).toHaveCount(1, { timeout: 3000 })
  }).toPass({ timeout: 20_000 })
})

test('fault 09: a sign-in that has ended pauses the queue and says so; the same driver’s next one resumes it', async ({
  app,
  network,
  page,
  request,
}) => {
  const driver = await createParkedDriver(request)
  await settleIn(app, driver)
  await goDark(app, network)
  await extendAndWait(app)
  const [session] = await readStored<{ refreshToken: string }>(page, { database: 'baywise-session', table: 'session' })
  const revoked = await request.post('/api/v1/auth/logout', { data: { refresh_token: session?.refreshToken } })
  expect(revoked.status()).toBe(204)
  network.expireTokens()
  await goBright(app, network)
  await page.goto('/bookings')
  const ended = app.frame.alert('Sign in again')
  await expect(ended).toBeVisible()
  await openBooking(app, driver.booking)
  await expect(waitingCard(app)).toBeVisible()
  expect(await effectsOf(request, driver.account)).toEqual(NO_CHANGE)

  await app.auth.signIn(driver.account, '/activity')
  await expect(activity(app, 'Done')).toHaveCount(1)
  await expect(ended).toBeHidden()
  await expectEffects(request, driver.account, ONE_EXTENSION)
})
