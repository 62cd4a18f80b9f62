import type { APIRequestContext } from '@playwright/test'
import { expect, WITH_WORKER } from '../fixtures.ts'
import { Baywise } from '../pages/baywise.ts'
import { bookAt, stayFromNow, type KnownBooking } from '../parks.ts'
import { Workers } from './devtools.ts'
import {
  createParkedDriver,
  effectsOf,
  expectEffects,
  extendAndWait,
  goDark,
  ONE_EXTENSION,
  openBooking,
  PLATE,
  settleIn,
  untilDark,
  waitingCard,
  type Effects,
  type ParkedDriver,
} from './driver.ts'
import { test } from './fault-test.ts'

test.use(WITH_WORKER)

interface TwoBookings extends ParkedDriver {
  readonly tomorrow: KnownBooking
}

const BOTH: Effects = { bookings: 2, cancelled: 1, extensions: 1, refunds: 1 }

async function createTwoBookings(request: APIRequestContext): Promise<TwoBookings> {
  const driver = await createParkedDriver(request)
  const stay = stayFromNow({ inHours: 24 })
  return { ...driver, tomorrow: await bookAt(request, driver.account, { park: driver.park, stay, plate: PLATE }) }
}

/** Cancels one booking and extends the other without signal, then closes the app. */
async function askAndClose(app: Baywise, { booking, tomorrow }: TwoBookings): Promise<void> {
  await untilDark(app)
  await openBooking(app, tomorrow)
  await app.bookings.cancel()
  await expect(waitingCard(app)).toBeVisible()
  await openBooking(app, booking)
  await extendAndWait(app)
  await app.page.close()
}

test('the app is closed: once the network is back the worker alone cancels and extends, once each', async ({
  app,
  context,
  network,
  request,
}, info) => {
  const driver = await createTwoBookings(request)
  await settleIn(app, driver)
  await context.setOffline(true)
  await askAndClose(app, driver)
  expect(context.pages()).toEqual([])
  expect(network.writes).toEqual([])
  await context.setOffline(false)
  // Only the browser's background sync wakes the worker; the app stays closed.
  await expectEffects(request, driver.account, BOTH)
  expect(context.pages()).toEqual([])
  expect(new Set(network.writes.map(({ key }) => key)).size).toBe(2)
  const record = network.writes.map(({ method, path, key }) => ({ method, path, key }))
  await info.attach('sent by the worker', { body: JSON.stringify(record, null, 2), contentType: 'application/json' })
})

test.describe('where the browser wakes nobody', () => {
  test.use({ drains: 'page only' })

  test('the app is closed: what was asked for is sent at its next start, once each', async ({
    app,
    context,
    network,
    request,
    words,
  }) => {
    const driver = await createTwoBookings(request)
    await settleIn(app, driver)
    await context.setOffline(true)
    await askAndClose(app, driver)
    await context.setOffline(false)
    expect(network.writes).toEqual([])

    const again = new Baywise(await context.newPage(), words)
    await again.page.goto('/')
    await expectEffects(request, driver.account, BOTH)
    expect(new Set(network.writes.map(({ key }) => key)).size).toBe(2)
  })

  test('fault 40: after the browser has given up its three tries, the next start sends', async ({
    app,
    context,
    network,
    page,
    request,
    words,
  }) => {
    const driver = await createParkedDriver(request)
    await settleIn(app, driver)
    const workers = await Workers.of(context)
    await goDark(app, network)
    await extendAndWait(app)
    await page.close()
    const probes = (): number => network.seen.filter(({ path }) => path === '/api/v1/health').length
    for (const lastChance of [false, false, true]) {
      const before = probes()
      await workers.ring(network.url, { lastChance })
      await expect.poll(probes, { message: 'the worker asks for a sign of life' }).toBeGreaterThan(before)
    }
    expect(network.writes).toEqual([])
    network.weather = null

    const again = new Baywise(await context.newPage(), words)
    await again.page.goto('/')
    await expectEffects(request, driver.account, ONE_EXTENSION)
    expect(await effectsOf(request, driver.account)).toEqual(ONE_EXTENSION)
    expect(network.writes).toHaveLength(1)
    await workers.leave()
  })
})
