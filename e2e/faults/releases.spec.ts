import type { APIRequestContext, BrowserContext, Page } from '@playwright/test'
import { expectAccessible } from '../axe.ts'
import { expect, WITH_WORKER } from '../fixtures.ts'
import { Baywise } from '../pages/baywise.ts'
import { readPreviousRelease } from '../releases/release.ts'
import { withoutPart } from './bare-browser.ts'
import {
  activity,
  createParkedDriver,
  effectsOf,
  expectEffects,
  extendAndWait,
  goDark,
  ONE_EXTENSION,
  openBooking,
  PLATE,
  settleIn,
  waitingCard,
  type ParkedDriver,
} from './driver.ts'
import { isWrite, type FaultProxy } from './fault-proxy.ts'
import { test } from './fault-test.ts'
import { outboxOf, userDatabaseVersion, readStored } from './stored.ts'

test.use(WITH_WORKER)

test.use({ drains: 'page only' })

const previous = readPreviousRelease()

/** Leaves room for another tab after each try, and for a busy machine. */
const TAKEN_OVER_MS = 60_000
const TRY_MS = 5_000
test.describe.configure({ timeout: 120_000 })

/** Identifies a page's release by its main script. */
const releaseOf = (page: Page): Promise<string | undefined> =>
  page.evaluate(() => document.querySelector<HTMLScriptElement>('script[type="module"]')?.src)

const lookForRelease = (page: Page): Promise<unknown> =>
  page.evaluate(async () => (await navigator.serviceWorker.getRegistration())?.update())

/** Deploys a release and leaves the hashed files of the previous one in place, as production deploys do. */
function deploy(network: FaultProxy, to: 'previous' | 'present'): void {
  network.release = to === 'previous' ? previous : null
  network.leftBehind = previous
}

interface Start {
  readonly app: Baywise
  readonly context: BrowserContext
  readonly network: FaultProxy
  readonly request: APIRequestContext
}

/** Opens the app of the previous release, signed in, on its booking. */
async function startOnPrevious({ app, network, request }: Omit<Start, 'context'>): Promise<{
  old: Baywise
  driver: ParkedDriver
}> {
  deploy(network, 'previous')
  const driver = await createParkedDriver(request)
  const old = new Baywise(app.page, previous.words)
  await settleIn(old, driver)
  return { old, driver }
}

/**
 * Waits until the page runs another release. Chromium stops the old worker to let the new one in. A request from the
 * page at that very moment restarts the old worker, which then stays until it has been idle for 30 seconds, but forever
 * while DevTools are attached, and Playwright's always are. The present release repairs that itself
 * (`ensure-worker-activation.ts`); for the previous one, open another tab, as a driver may.
 */
async function takenOver({ page }: Baywise, before: string | undefined): Promise<void> {
  await expect(async () => {
    try {
      await expect.poll(() => releaseOf(page).catch(() => before), { timeout: TRY_MS }).not.toBe(before)
    } catch (error) {
      const tab = await page.context().newPage()
      await tab.goto('/robots.txt')
      await tab.close()
      throw error
    }
  }).toPass({ timeout: TAKEN_OVER_MS })
}

/**
 * The retry delay doubles with each refusal; on a slow machine, with more refusals before the repair, it may exceed a
 * minute.
 */
async function msUntilSent(page: Page): Promise<number> {
  const waits = (await outboxOf(page)).map(({ nextAt }) => nextAt - Date.now())
  return Math.max(0, ...waits) + 30_000
}

/** Accepts the waiting release and waits until the page runs it. */
async function update(app: Baywise): Promise<void> {
  const before = await releaseOf(app.page)
  await lookForRelease(app.page)
  await app.frame.button('Update now').click()
  await takenOver(app, before)
}

test('fault 23: what waited in the previous release is sent by this one, after its upgrade of the database', async ({
  app,
  network,
  page,
  request,
}) => {
  const { old, driver } = await startOnPrevious({ app, network, request })
  const repair = network.break('unavailable', isWrite)
  await extendAndWait(old)
  const [before] = await outboxOf(page)
  const version = await userDatabaseVersion(page)
  deploy(network, 'present')
  await update(old)
  await expect(waitingCard(app)).toBeVisible()
  const [after] = await outboxOf(page)
  expect(after?.id).toBe(before?.id)
  await expect.poll(() => userDatabaseVersion(page)).toBeGreaterThan(version)
  repair()
  await page.goto('/activity')
  // Sent automatically when the retry delay is over.
  await expect(activity(app, 'Done')).toHaveCount(1, { timeout: await msUntilSent(page) })
  expect(new Set(network.writes.map(({ key }) => key)).size).toBe(1)
  expect(await effectsOf(request, driver.account)).toEqual(ONE_EXTENSION)
})

test('fault 42: an update accepted in the middle of a drain leaves the outbox intact: one effect', async ({
  app,
  network,
  page,
  request,
}) => {
  const { old, driver } = await startOnPrevious({ app, network, request })
  const held = network.hold(isWrite)
  // The dialog waits some seconds for the answer, then closes.
  await extendAndWait(old)
  await held.arrived
  deploy(network, 'present')
  const before = await releaseOf(page)
  await lookForRelease(page)
  await old.frame.button('Update now').click()
  held.release()
  await takenOver(old, before)
  await page.goto('/activity')
  await expect(activity(app, 'Done')).toHaveCount(1)
  expect(new Set(network.writes.map(({ key }) => key)).size).toBe(1)
  expect(await effectsOf(request, driver.account)).toEqual(ONE_EXTENSION)
})

test('fault 24: a tab of the previous release reads on after the upgrade, writes nothing, and asks to be reloaded', async ({
  app,
  context,
  network,
  page,
  pageErrors,
  request,
  words,
}) => {
  pageErrors.allow(/Storage is outdated/)
  await withoutPart(context, 'serviceWorker')
  deploy(network, 'previous')
  const driver = await createParkedDriver(request)
  const old = new Baywise(page, previous.words)
  await old.auth.signIn(driver.account, `/park/${driver.park.slug}`)
  await expect(old.find.bookLink).toBeVisible()
  await openBooking(old, driver.booking)
  const before = await releaseOf(page)

  deploy(network, 'present')
  const now = new Baywise(await context.newPage(), words)
  await openBooking(now, driver.booking)
  await expect(old.frame.alert('A newer version is open in another tab. Reload the page to continue.')).toBeVisible()
  await now.page.close()
  const recents = (): Promise<unknown[]> => readStored(page, { database: 'baywise-public', table: 'recents' })
  const known = await recents()
  await old.frame.link('My Bookings').click()
  await expect(old.bookings.rows('Now and next')).toHaveCount(1)
  await old.bookings.rows('Now and next').click()
  await expect(page.getByRole('main')).toContainText(PLATE)
  expect(await recents()).toEqual(known)

  await old.frame.button('Reload').click()
  await expect.poll(() => releaseOf(page).catch(() => before)).not.toBe(before)
  await expect(app.frame.alert('A newer version is open in another tab. Reload the page to continue.')).toBeHidden()
  await app.bookings.extend()
  await expectEffects(request, driver.account, ONE_EXTENSION)
})

test('fault 25: an upgrade that an old tab holds up is said, and goes on once that tab is closed', async ({
  app,
  context,
  network,
  page,
  request,
  words,
}) => {
  await withoutPart(context, 'serviceWorker')
  deploy(network, 'previous')
  const driver = await createParkedDriver(request)
  const old = new Baywise(page, previous.words)
  await old.auth.signIn(driver.account, `/park/${driver.park.slug}`)
  await expect(old.find.bookLink).toBeVisible()
  await openBooking(old, driver.booking)
  await goDark(old, network)
  await extendAndWait(old)
  // Like a frozen tab, hold the databases open.
  await page.evaluate(async () => {
    for (const { name = '' } of await indexedDB.databases()) indexedDB.open(name)
  })
  network.weather = null
  deploy(network, 'present')
  const now = new Baywise(await context.newPage(), words)
  await now.page.goto(`/booking-details/${driver.booking.booking_code}`)
  await now.frame.expectText('Another tab is blocking the update')
  await expectAccessible(now.page, 'an old tab holds up the update')
  await page.close()
  await expectEffects(request, driver.account, ONE_EXTENSION)
  await expect(now.page.getByText(app.words.say('Another tab is blocking the update'))).toBeHidden()
  await expect(now.page.getByRole('main')).toContainText(PLATE)
})

test('fault 26: rolled back to the previous release the app opens and shows the pass; what waits is kept and sent later', async ({
  app,
  network,
  page,
  pageErrors,
  request,
}) => {
  // The old release logs to the console what it cannot store.
  pageErrors.allow(/Storage is outdated/)
  network.leftBehind = previous
  const driver = await createParkedDriver(request)
  await settleIn(app, driver)
  const repair = network.break('unavailable', isWrite)
  await extendAndWait(app)
  const [waiting] = await outboxOf(page)

  deploy(network, 'previous')
  await update(app)
  const old = new Baywise(page, previous.words)
  await openBooking(old, driver.booking)
  await expect(waitingCard(old)).toBeVisible()
  await page.goto(`/booking-details/${driver.booking.booking_code}/pass`)
  await expect(old.bookings.qr).toBeVisible()
  expect((await outboxOf(page)).map(({ id }) => id)).toEqual([waiting?.id])

  deploy(network, 'present')
  await page.goto('/bookings')
  await update(old)
  repair()
  await page.goto('/activity')
  // Sent automatically when the retry delay is over.
  await expect(activity(app, 'Done')).toHaveCount(1, { timeout: await msUntilSent(page) })
  expect(new Set(network.writes.map(({ key }) => key)).size).toBe(1)
  expect(await effectsOf(request, driver.account)).toEqual(ONE_EXTENSION)
})
