import type { Locator, Page } from '@playwright/test'
import { createAccount } from './account.ts'
import { expect, test, WITH_WORKER } from './fixtures.ts'
import { untilInstalled, whileOffline } from './offline.ts'
import { bookAt, mustFindPark, stayFromNow } from './parks.ts'

test.use(WITH_WORKER)

const PARK = 'Green P Carpark 288'
const KEY = 'baywise-stills'

/** Blocks animation frames: the app waits for the snapshot's paint before it runs, so the snapshot stays. */
const holdFrames = (): void => {
  window.requestAnimationFrame = () => 0
}

const keptPaths = (page: Page): Promise<string[]> =>
  page.evaluate((key) => Object.keys(JSON.parse(localStorage.getItem(key) ?? '{}')), KEY)

test('a relaunch with no signal shows the pass before the app itself runs, and says nothing that only was true', async ({
  app,
  context,
  page,
  request,
  words,
}) => {
  const account = await createAccount(request)
  const park = await mustFindPark(request, PARK)
  const { booking_code: code } = await bookAt(request, account, { park, stay: stayFromNow(), plate: 'CKTB482' })
  const pass = `/booking-details/${code}/pass`
  await app.auth.signIn(account, '/bookings')
  await untilInstalled(page)
  await page.goto(pass)
  await app.bookings.expectPass({ code, plate: 'CKTB482' })
  await expect.poll(() => keptPaths(page)).toContain(pass)

  await whileOffline(context, async () => {
    const early = await context.newPage()
    await early.addInitScript(holdFrames)
    await early.goto(pass)
    await expect(early.locator('[data-still]')).toBeVisible()
    await expect(early.getByRole('img', { name: words.say('QR code of your pass') })).toBeVisible()
    await expect(early.getByText(code)).toBeVisible()
    for (const now of await early.locator('[data-now]').all()) await expect(now).toBeHidden()
    await early.close()

    await page.goto(pass)
    await app.bookings.expectPass({ code, plate: 'CKTB482' })
    await expect(page.locator('[data-still]')).toHaveCount(0)
  })

  await page.goto('/profile')
  // The app navigates to home, then restarts there.
  const restarted = page.waitForEvent('load')
  await app.frame.button('Logout').click()
  await restarted
  await expect.poll(() => keptPaths(page)).not.toContain(pass)
})

/** Runs in the page: makes its worker answer every script with 404. */
async function spoilScripts(): Promise<void> {
  for (const name of await caches.keys()) {
    const cache = await caches.open(name)
    for (const request of await cache.keys())
      if (request.url.endsWith('.js')) await cache.put(request, new Response(null, { status: 404 }))
  }
}

/** Runs in the page: size of the first script, once it has been answered. */
const scriptBytes = (): readonly number[] =>
  (performance.getEntriesByType('resource') as PerformanceResourceTiming[])
    .filter(({ name }) => name.includes('/assets/index-'))
    .map(({ decodedBodySize }) => decodedBodySize)

test('a relaunch shows what was seen last, in its styles, though no file but the page itself comes', async ({
  app,
  context,
  page,
  pageErrors,
}) => {
  pageErrors.allow(/status of 404 .*\/assets\//)
  await page.goto('/')
  await expect(app.frame.button('Find parking')).toBeVisible()
  await untilInstalled(page)
  await expect.poll(() => keptPaths(page)).toContain('/')
  await page.evaluate(spoilScripts)
  await whileOffline(context, async () => {
    const early = await context.newPage()
    await early.goto('/')
    await expect.poll(() => early.evaluate(scriptBytes)).toEqual([0])
    await expect(early.locator('[data-still]').getByRole('heading', { level: 1 })).toBeVisible()
    expect(await early.evaluate(() => document.styleSheets[0]?.cssRules.length)).toBeGreaterThan(100)
  })
})

test('a relaunch with no signal shows the wallet before the app itself runs; money that moved takes that picture away', async ({
  app,
  context,
  page,
  request,
}) => {
  const account = await createAccount(request)
  const park = await mustFindPark(request, PARK)
  await app.auth.signIn(account, '/wallet')
  await expect(app.wallet.balance).toHaveText('C$100.00')
  await untilInstalled(page)
  await expect.poll(() => keptPaths(page)).toContain('/wallet')

  await whileOffline(context, async () => {
    const early = await context.newPage()
    await early.addInitScript(holdFrames)
    await early.goto('/wallet')
    await expect(early.locator('[data-still]')).toContainText('C$100.00')
    for (const now of await early.locator('[data-now]').all()) await expect(now).toBeHidden()
    await early.close()
  })

  await page.goto('/profile')
  await bookAt(request, account, { park, stay: stayFromNow(), plate: 'CKTB482' })
  // The start also pulls the balance, which the wallet's snapshot does not show.
  await page.goto('/bookings')
  await expect.poll(() => keptPaths(page)).not.toContain('/wallet')
})

declare global {
  interface Window {
    /** Releases the held frames, so that the app runs after its snapshot is painted. */
    letFramesGo?: () => void
    /** Addresses whose snapshots are stored after the page is left, right after the first transaction is painted. */
    keptOnLeaving?: Promise<readonly string[]>
  }
}

/** Runs in the page: switches to another app as soon as the first transaction has been painted. */
function leaveAtFirstSight(key: string): void {
  window.keptOnLeaving = new Promise((resolve) => {
    const leave = () => {
      Object.defineProperty(document, 'visibilityState', { value: 'hidden' })
      document.dispatchEvent(new Event('visibilitychange'))
      resolve(Object.keys(JSON.parse(localStorage.getItem(key) ?? '{}')))
    }
    const observer = new MutationObserver(() => {
      if (document.querySelector('main ul[aria-label="Transactions"] li') === null) return
      observer.disconnect()
      requestAnimationFrame(() => setTimeout(leave, 0))
    })
    observer.observe(document, { childList: true, subtree: true })
  })
}

test('whoever only glances at the wallet finds its picture the next time', async ({ app, context, page, request }) => {
  await app.auth.signIn(await createAccount(request), '/bookings')
  await untilInstalled(page)
  const glance = await context.newPage()
  await glance.addInitScript(leaveAtFirstSight, KEY)
  await glance.goto('/wallet', { waitUntil: 'commit' })
  expect(await glance.evaluate(() => window.keptOnLeaving)).toContain('/wallet')
})

/** Runs in the page: holds animation frames until the test releases them. */
function delayFrames(): void {
  const request = window.requestAnimationFrame.bind(window)
  const waiting: FrameRequestCallback[] = []
  window.requestAnimationFrame = (callback) => waiting.push(callback)
  window.letFramesGo = () => {
    window.requestAnimationFrame = request
    for (const callback of waiting) request(callback)
  }
}

test('a tap on the picture of a relaunch, with no signal and a slow processor, is done by the app: a car park, the pass, a field', async ({
  app,
  context,
  page,
  request,
  words,
}) => {
  const account = await createAccount(request)
  const park = await mustFindPark(request, PARK)
  const { booking_code: code } = await bookAt(request, account, { park, stay: stayFromNow(), plate: 'CKTB482' })
  await app.auth.signIn(account, '/bookings')
  await untilInstalled(page)
  await context.grantPermissions(['geolocation'])
  await context.setGeolocation({ latitude: 43.6532, longitude: -79.3832 })
  await page.goto('/')
  const row = 'main li a[href^="/park/"]'
  const address = (await page.locator(row).first().getAttribute('href')) ?? ''
  await page.goto(address)
  await expect(app.frame.heading).toBeVisible()
  const name = await app.frame.heading.innerText()
  await page.goto('/')
  await expect(page.locator(row).first()).toBeVisible()
  await expect.poll(() => keptPaths(page)).toContain('/')

  /**
   * Taps on home's snapshot and checks that the app then runs in the same visit, without a reload. Slows the processor
   * to no less than half its speed: on a slow machine the app would not start within the four seconds that a link waits
   * for it.
   */
  const tapEarly = async (
    tap: (still: Locator) => Promise<void>,
    then: (early: Page) => Promise<void>,
  ): Promise<void> => {
    const early = await context.newPage()
    const devtools = await context.newCDPSession(early)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: 2 })
    await early.addInitScript(delayFrames)
    await early.goto('/')
    await tap(early.locator('[data-still]'))
    const startedAt = await early.evaluate(() => performance.timeOrigin)
    await early.evaluate(() => window.letFramesGo?.())
    await then(early)
    expect(await early.evaluate(() => performance.timeOrigin)).toBe(startedAt)
    await early.close()
  }

  await whileOffline(context, async () => {
    await tapEarly(
      (still) => still.locator(`main li a[href="${address}"]`).first().click(),
      async (early) => {
        await expect(early).toHaveURL(address)
        await expect(early.getByRole('heading', { level: 1 })).toHaveText(name)
      },
    )
    await tapEarly(
      (still) => still.locator(`main a[href="/booking-details/${code}/pass"]`).first().click(),
      async (early) => {
        await expect(early).toHaveURL(`/booking-details/${code}/pass`)
        await expect(early.getByRole('img', { name: words.say('QR code of your pass') })).toBeVisible()
      },
    )
    await tapEarly(
      // The snapshot's form is inert, so the tap hits the element behind it.
      (still) => still.locator('main form input').first().click({ force: true }),
      (early) => expect(early.locator('main form input').first()).toBeFocused(),
    )
  })
})

test('a tap on “Extend” or “Cancel” on the picture of a booking’s page, before a relaunch has drawn it anew, with no signal and a slow processor, opens what it leads to', async ({
  app,
  context,
  page,
  request,
  words,
}) => {
  const account = await createAccount(request)
  const park = await mustFindPark(request, PARK)
  // Not started yet, so it can still be cancelled.
  const { booking_code: code } = await bookAt(request, account, {
    park,
    stay: stayFromNow({ inHours: 1 }),
    plate: 'CKTB482',
  })
  const address = `/booking-details/${code}`
  await app.auth.signIn(account, address)
  await expect(app.frame.button('Extend')).toBeVisible()
  await untilInstalled(page)
  await expect.poll(() => keptPaths(page)).toContain(address)

  await whileOffline(context, async () => {
    for (const [button, title] of [
      ['Extend', 'Extend your stay'],
      ['Cancel', 'Cancel this booking?'],
    ] as const) {
      const early = await context.newPage()
      const devtools = await context.newCDPSession(early)
      await devtools.send('Emulation.setCPUThrottlingRate', { rate: 4 })
      await early.addInitScript(delayFrames)
      await early.goto(address)
      const still = early.locator('[data-still]')
      for (const now of await still.locator('[data-now]').all()) await expect(now).toBeHidden()
      await still.getByRole('button', { name: words.say(button), exact: true }).click()
      await early.evaluate(() => window.letFramesGo?.())
      await expect(early.getByRole('dialog')).toHaveAccessibleName(words.say(title))
      await early.close()
    }
  })
})
