import { expect } from '@playwright/test'
import { createAccount, type Account } from '../account.ts'
import { createParkedDriver, effectsOf, ONE_EXTENSION, PLATE } from '../faults/driver.ts'
import { codeOf, LIST_WITH_TIME, makePairingCode, OTHER_PARK, PARK } from '../pages/check-page.ts'
import { bookAt, mustFindPark, stayFromNow } from '../parks.ts'
import { readWords } from '../words.ts'
import type { WebKitPage } from './webkit-page.ts'
import { test } from './webkit-test.ts'

const { say, like } = readWords('en')

/** After half a minute of outage the app probes only once a minute. */
const BACK_MS = 75_000
const KEPT_MS = 30_000

async function signIn(phone: WebKitPage, { email, password }: Account, next: string): Promise<void> {
  await phone.open(`/auth?next=${encodeURIComponent(next)}`)
  await phone.fill(say('Email'), email)
  await phone.fill(say('Password'), password)
  await phone.press(say('Sign in'))
  await phone.untilAt(next)
}

/** Waits until the worker has stored these groups, so that the app opens without a network. */
const untilKept = (phone: WebKitPage, ...groups: readonly string[]): Promise<void> =>
  expect.poll(() => phone.run(LIST_MISSING, groups), { message: 'groups not kept', timeout: KEPT_MS }).toEqual([])

/** Checks `has` first, because `open` would create an empty cache. */
const LIST_MISSING = `
  const isKept = async (name) => (await caches.has(name)) && (await (await caches.open(name)).keys()).length > 0
  const kept = await Promise.all(arguments[0].map(isKept))
  return arguments[0].filter((_, index) => !kept[index])`

test('WebKit: search, book and pass; with the network gone the app opens anew and has them', async ({
  network,
  phone,
  request,
  window,
}, info) => {
  await phone.chooseCountry('CA')
  await signIn(phone, await createAccount(request), '/search?search=Toronto')
  await phone.click('//button[contains(@aria-label, "Show more of the list")]')
  await phone.click('//*[@data-park]//a')
  await phone.click('//a[contains(., "Book until")]')
  await phone.fill(say('Plate number'), PLATE)
  await phone.click('//button[contains(., "from wallet")]')
  await phone.see(say('You’re booked'))
  await phone.click(`//a[contains(., "${say('Show pass')}")]`)
  await phone.see(say('Ready offline'), KEPT_MS)
  await phone.see(PLATE)
  await window.takePicture(info.outputPath('pass.png'))
  await untilKept(phone, 'later-files')
  const pass = await phone.run<string>('return location.pathname')

  network.weather = 'refuse'
  await phone.open('/')
  await phone.see(like('No connection: saved {time}'))
  await phone.open(pass)
  await phone.see(PLATE)
  await expect.poll(() => phone.run('return document.querySelector("svg[role=img] path") !== null')).toBe(true)
  await phone.open('/bookings')
  await phone.see(like('Saved {time}'))
  await phone.open('/search?search=Toronto')
  await phone.click('//button[contains(@aria-label, "Show more of the list")]')
  await phone.click('//*[@data-park]//a')
  await phone.see(like('Book until {until}, {total}'))
  await phone.open('/wallet')
  await phone.see(like('Balance saved {time}'))
})

test('WebKit: without Background Sync what waits in two tabs is sent by an untouched page, once', async ({
  network,
  phone,
  request,
  window,
}) => {
  const { account, booking } = await createParkedDriver(request)
  const page = `/booking-details/${booking.booking_code}`
  await phone.chooseCountry('CA')
  await signIn(phone, account, page)
  await phone.see(PLATE)
  await untilKept(phone, 'later-files')
  network.weather = 'refuse'
  await phone.press(say('Extend'))
  await phone.dialog(say('Extend your stay'))
  await phone.pressInDialog('Extend until')
  await phone.see(say('Waiting for signal'))
  const first = await window.browser.currentTab()
  const second = await window.browser.openTab()
  await phone.open(page)
  await phone.see(say('Waiting for signal'))
  network.weather = null
  for (const tab of [second, first]) {
    await window.browser.goToTab(tab)
    await phone.seeNot(say('Waiting for signal'), BACK_MS)
  }
  expect(await effectsOf(request, account)).toEqual(ONE_EXTENSION)
})

test('WebKit: an attendant types a code with no network, and the entry is sent when it is back', async ({
  network,
  phone,
  provider,
  request,
}) => {
  const [park, other] = [await mustFindPark(request, PARK), await mustFindPark(request, OTHER_PARK)]
  const account = await createAccount(request)
  const booking = await bookAt(request, account, { park, stay: stayFromNow({ hours: 1 }), plate: PLATE })
  await phone.open('/check')
  await phone.fill(say('Pairing code'), await makePairingCode(provider, [codeOf(park.slug), codeOf(other.slug)]))
  await phone.press(say('Pair this phone'))
  await phone.choose(say('Car park'), PARK)
  await phone.see(LIST_WITH_TIME)
  await untilKept(phone, 'attendant-files', 'scanner-files')
  network.weather = 'refuse'
  await phone.open('/check')
  await phone.fill(say('Booking code'), booking.booking_code.toLowerCase())
  await phone.press(say('Check the code'))
  await phone.see(say('VALID'))
  await phone.press(say('Yes, let in'))
  await phone.see(say('Waiting for signal'))
  network.weather = null
  await phone.see(say('Saved'), BACK_MS)
})
