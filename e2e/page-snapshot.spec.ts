import type { Page } from '@playwright/test'
import { createAccount } from './account.ts'
import { expect, test } from './fixtures.ts'
import { untilInstalled, whileOffline } from './offline.ts'
import { bookAt, mustFindPark, stayFromNow } from './parks.ts'

const PARK = 'Green P Carpark 288'
const KEY = 'baywise-stills'

/** The app waits for the paint of a still before it runs: without frames the still stays. */
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
  // The app starts anew at home, after having gone there.
  const restarted = page.waitForEvent('load')
  await app.frame.button('Logout').click()
  await restarted
  await expect.poll(() => keptPaths(page)).not.toContain(pass)
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
  // At start the balance is pulled too, which the wallet's picture does not show.
  await page.goto('/bookings')
  await expect.poll(() => keptPaths(page)).not.toContain('/wallet')
})

declare global {
  interface Window {
    /** The addresses of which stills are kept once the page was left, right after the paint of its first transaction. */
    keptOnLeaving?: Promise<readonly string[]>
  }
}

/** Runs in the page: the driver turns to another app as soon as the first transaction has been painted. */
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
