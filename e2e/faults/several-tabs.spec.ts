import type { Page } from '@playwright/test'
import { createAccount } from '../account.ts'
import { expect, WITH_WORKER } from '../fixtures.ts'
import { Baywise } from '../pages/baywise.ts'
import { Workers } from './devtools.ts'
import {
  activity,
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
import { isWrite } from './fault-proxy.ts'
import { test } from './fault-test.ts'

test.use(WITH_WORKER)

/** Whether any tab of this phone is waiting for the lock that permits sending. */
const isDrainAwaited = (page: Page): Promise<boolean> =>
  page.evaluate(async () => {
    const { pending = [] } = await navigator.locks.query()
    return pending.some(({ name }) => name?.startsWith('baywise-drain-') === true)
  })

test('fault 10: what waits is not sent as the next driver who signs in, and comes back with the first', async ({
  app,
  network,
  page,
  request,
}) => {
  const [first, second] = [await createParkedDriver(request), await createAccount(request)]
  await settleIn(app, first)
  await goDark(app, network)
  await extendAndWait(app)
  await page.goto('/profile')
  await app.frame.button('Logout').click()
  // The app restarts.
  const left = page.waitForEvent('load')
  await app.frame.button('Keep for my next sign-in').click()
  await left

  network.weather = null
  await app.auth.signIn(second, '/activity')
  await app.frame.expectText('No requests yet')
  await page.goto('/profile')
  await app.profile.addVehicle('AAAA 111')
  // The second driver's own change was sent; the first driver's was not.
  await expect.poll(() => network.writes.map(({ path }) => path)).toEqual(['/api/v1/user/vehicles/'])
  const leftAgain = page.waitForEvent('load')
  await app.frame.button('Logout').click()
  await leftAgain

  await app.auth.signIn(first.account, '/activity')
  await expect(activity(app, 'Done')).toHaveCount(1)
  expect(await effectsOf(request, first.account)).toEqual(ONE_EXTENSION)
  expect((await effectsOf(request, second)).bookings).toBe(0)
})

test('fault 12: the same extension asked for in two tabs at once has one effect', async ({
  app,
  context,
  network,
  request,
  words,
}) => {
  const driver = await createParkedDriver(request)
  await settleIn(app, driver)
  const other = new Baywise(await context.newPage(), words)
  await openBooking(other, driver.booking)
  for (const tab of [app, other]) await tab.bookings.openDialog('Extend', 'Extend your stay')
  const held = network.hold(isWrite)
  const ask = ({ bookings }: Baywise): Promise<void> =>
    bookings.dialog.getByRole('button', { name: words.like('Extend until {0}, {cost}') }).click()
  await Promise.all([ask(app), ask(other)])
  await held.arrived
  held.release()
  for (const tab of [app, other]) {
    await expect(tab.bookings.dialog).toBeHidden()
    await expect(waitingCard(tab)).toBeHidden()
  }
  expect(await effectsOf(request, driver.account)).toEqual(ONE_EXTENSION)
})

test.describe('woken by hand', () => {
  test.use({ drains: 'page only' })

  test('fault 13: while a tab sends, the worker waits for its turn: one request', async ({
    app,
    context,
    network,
    page,
    request,
  }) => {
    const driver = await createParkedDriver(request)
    await settleIn(app, driver)
    const workers = await Workers.of(context)
    await goDark(app, network)
    await extendAndWait(app)
    const held = network.hold(isWrite)
    await goBright(app, network)
    await held.arrived
    await workers.ring(network.url)
    await expect.poll(() => isDrainAwaited(page)).toBe(true)
    held.release()
    await expect(waitingCard(app)).toBeHidden()
    await expect.poll(() => isDrainAwaited(page)).toBe(false)
    expect(network.writes).toHaveLength(1)
    await expectEffects(request, driver.account, ONE_EXTENSION)
    await workers.leave()
  })
})
