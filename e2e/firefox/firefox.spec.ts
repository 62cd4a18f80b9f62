import type { Page } from '@playwright/test'
import { createAccount } from '../account.ts'
import {
  createParkedDriver,
  effectsOf,
  extendAndWait,
  goDark,
  ONE_EXTENSION,
  openBooking,
  settleIn,
  waitingCard,
} from '../faults/driver.ts'
import { expect } from '../fixtures.ts'
import { untilAllKept } from '../offline.ts'
import { Baywise } from '../pages/baywise.ts'
import { CheckPage, codeOf, makePairingCode, OTHER_PARK, PARK } from '../pages/check-page.ts'
import { bookAt, mustFindPark, stayFromNow } from '../parks.ts'
import { test } from './firefox-test.ts'

const PLATE = 'CKTB482'
/** After half a minute of outage the app probes only once a minute. */
const BACK_MS = 75_000

async function bookAsNewcomer(app: Baywise): Promise<string> {
  await app.page.goto('/')
  await app.frame.answerWelcome('Canada')
  await app.find.search('Toronto')
  await expect(app.page).toHaveURL(/\/search\?search=Toronto/)
  await expect(app.find.map).toBeVisible()
  await app.find.growList()
  await app.find.cards.first().click()
  await app.find.bookLink.click()
  await app.checkout.typePlate(PLATE)
  await app.checkout.signInToPay.click()
  await app.auth.createAccount(app.page.request)
  const code = await app.checkout.payForPass()
  await app.bookings.expectPass({ code, plate: PLATE })
  return code
}

/** Waits for the network first: Firefox logs every chunk whose loading a navigation cuts short as failed. */
async function open(page: Page, path: string): Promise<void> {
  await page.waitForLoadState('networkidle')
  await page.goto(path)
}

/** Expects the app to work when reopened with nothing reachable. */
async function expectKept({ page, frame, find, bookings, wallet }: Baywise, code: string): Promise<void> {
  await page.goto('/')
  await frame.expectOffline()
  await frame.link('Pass').click()
  await bookings.expectPass({ code, plate: PLATE })
  await open(page, '/bookings')
  await expect(bookings.rows('Now and next')).toHaveCount(1)
  await open(page, '/search?search=Toronto')
  await find.growList()
  await find.cards.first().click()
  await expect(find.bookLink).toBeVisible()
  await open(page, '/wallet')
  await expect(wallet.balance).toContainText('C$')
  await frame.expectText('Balance saved {time}')
}

test.describe('a newcomer', () => {
  test.use({ country: null })

  test('Firefox: search, book and pass; with the network gone the app opens anew and has them', async ({
    app,
    context,
    network,
    page,
    words,
  }) => {
    const code = await bookAsNewcomer(app)
    await untilAllKept(page)
    await page.waitForLoadState('networkidle')
    await page.close()
    network.weather = 'refuse'
    await expectKept(new Baywise(await context.newPage(), words), code)
  })
})

test('Firefox: without Background Sync what waits in two tabs is sent by an untouched page, once', async ({
  app,
  context,
  network,
  page,
  request,
  words,
}) => {
  const driver = await createParkedDriver(request)
  await settleIn(app, driver)
  await untilAllKept(page)
  await goDark(app, network)
  await extendAndWait(app)
  const other = new Baywise(await context.newPage(), words)
  await openBooking(other, driver.booking)
  await expect(waitingCard(other)).toBeVisible()
  network.weather = null
  for (const tab of [app, other]) await expect(waitingCard(tab)).toBeHidden({ timeout: BACK_MS })
  expect(await effectsOf(request, driver.account)).toEqual(ONE_EXTENSION)
})

test('Firefox: an attendant types a code with no network, and the entry is sent when it is back', async ({
  network,
  page,
  provider,
  request,
  words,
}) => {
  const [park, other] = [await mustFindPark(request, PARK), await mustFindPark(request, OTHER_PARK)]
  const account = await createAccount(request)
  const booking = await bookAt(request, account, { park, stay: stayFromNow({ hours: 1 }), plate: PLATE })
  const check = new CheckPage(page, words)
  await check.pair(await makePairingCode(provider, [codeOf(park.slug), codeOf(other.slug)]))
  await check.untilKept()
  network.weather = 'refuse'
  await page.reload()
  await expect(check.frame.heading).toHaveText(PARK)
  await check.checkCode(booking.booking_code.toLowerCase())
  await check.expectVerdict('VALID')
  await check.frame.button('Yes, let in').click()
  await expect(check.log.first()).toContainText(words.say('Waiting for signal'))
  network.weather = null
  await expect(check.log.first()).toContainText(words.say('Saved'), { timeout: BACK_MS })
})
