import type { APIRequestContext } from '@playwright/test'
import { expect, WITH_WORKER } from '../fixtures.ts'
import type { Baywise } from '../pages/baywise.ts'
import {
  activity,
  createParkedDriver,
  effectsOf,
  extendAndWait,
  goBright,
  goDark,
  NO_CHANGE,
  ONE_EXTENSION,
  settleIn,
  waitingCard,
} from './driver.ts'
import { isWrite, type Fault, type FaultProxy } from './fault-proxy.ts'
import { test } from './fault-test.ts'

test.use(WITH_WORKER)

test.use({ drains: 'page only' })

for (const fault of ['lose answer', 'cut'] as const) {
  test(`fault 01: an extension whose answer is lost (${fault}) is sent again with its key and has one effect`, async ({
    app,
    network,
    request,
  }) => {
    const driver = await createParkedDriver(request)
    await settleIn(app, driver)
    network.break(fault, isWrite, 1)
    await app.bookings.extend()
    await expect.poll(() => network.writes.length, { timeout: 20_000 }).toBeGreaterThan(1)
    await expect(waitingCard(app)).toBeHidden()
    expect(new Set(network.writes.map(({ key }) => key)).size).toBe(1)
    expect(await effectsOf(request, driver.account)).toEqual(ONE_EXTENSION)
  })
}

interface Scene {
  readonly app: Baywise
  readonly network: FaultProxy
  readonly request: APIRequestContext
}

/** Expects no effect while an intermediary answers in place of the provider. */
async function expectNothingDoneBehind(fault: Fault, { app, network, request }: Scene): Promise<void> {
  const driver = await createParkedDriver(request)
  await settleIn(app, driver)
  network.weather = fault
  await extendAndWait(app)
  await goDark(app, network, fault)
  await app.page.goto('/activity')
  await expect(activity(app, 'Waiting')).toHaveCount(1)
  await expect(activity(app, 'Done')).toHaveCount(0)
  expect(await effectsOf(request, driver.account)).toEqual(NO_CHANGE)
  await goBright(app, network)
  await expect(activity(app, 'Done')).toHaveCount(1, { timeout: 20_000 })
  expect(await effectsOf(request, driver.account)).toEqual(ONE_EXTENSION)
}

test('fault 27: behind a captive portal nothing is marked done, and all is sent once it is gone', ({
  app,
  network,
  request,
}) => expectNothingDoneBehind('portal', { app, network, request }))

test('fault 28: sent on to a portal, nothing is marked done, and all is sent once it is gone', ({
  app,
  network,
  request,
}) => expectNothingDoneBehind('redirect', { app, network, request }))
