import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import type { APIRequestContext } from '@playwright/test'
import { createAccount } from './account.ts'
import { expectAccessible } from './axe.ts'
import { expect, test } from './fixtures.ts'
import { untilInstalled, whileOffline } from './offline.ts'
import { operate } from './operate.ts'
import { listBookings, mustFindPark } from './parks.ts'
import type { ProviderProcess } from './provider-process.ts'
import { PHONE_IN_ENGLISH } from './views.ts'

const PARK = 'Green P Carpark 43'
const UNSEEN_PARK = 'Green P Carpark 36'
const PLATE = 'EVNT123'
const DAY_MS = 86_400_000

interface Planned {
  readonly name: string
  readonly accessCode?: string
}

/**
 * Creates an event in the evening, ten days ahead, at one car park. Returns its code and its start (epoch
 * milliseconds).
 */
async function planEvent(provider: ProviderProcess, request: APIRequestContext, { name, accessCode }: Planned) {
  const { slug } = await mustFindPark(request, PARK)
  const startMs = Math.floor(Date.now() / 3_600_000) * 3_600_000 + 10 * DAY_MS
  const after = (hours: number) => new Date(startMs + hours * 3_600_000).toISOString()
  const plan = {
    ...{ name, venue: 'Massey Hall', city: 'Toronto', country_code: 'CA', lat: 43.654, lng: -79.379 },
    ...{
      timezone: 'America/Toronto',
      starts_at: after(0),
      ends_at: after(3),
      parking_from: after(-1),
      parking_until: after(4),
    },
    ...(accessCode === undefined ? {} : { access_code: accessCode }),
    parks: [{ code: slug.split('-').at(-1)?.toUpperCase(), held: 2, price: '18.00' }],
  }
  const file = path.join(provider.dataDir, 'event.json')
  await writeFile(file, JSON.stringify(plan))
  const code = /EV\w{6}/.exec(await operate(provider, 'events', 'add', file))?.[0] ?? ''
  return { code, startMs }
}

for (const { name: view, ...shown } of PHONE_IN_ENGLISH) {
  test.describe(`events, ${view}`, () => {
    test.use(shown)

    test('an event is found, booked, read offline, and kept for its new date @worker', async ({
      app,
      context,
      page,
      provider,
      request,
    }, info) => {
      const name = `Lantern Parade ${view}`
      const { code, startMs } = await planEvent(provider, request, { name })
      const other = await planEvent(provider, request, { name: `Boat Race ${view}` })
      const unseen = await mustFindPark(request, UNSEEN_PARK)
      const notYet = app.words.say(
        'This page isn’t on this phone yet. It opens by itself once you’re back online. Your bookings, passes and cart still work.',
      )
      const account = await createAccount(request)
      await app.auth.signIn(account, '/events')
      await expect(app.events.rows().filter({ hasText: name })).toBeVisible()
      await expectAccessible(page, 'events')
      await page.screenshot({ path: info.outputPath('events.png'), fullPage: true })
      await app.events.open(name)
      await expectAccessible(page, 'an event')
      await page.screenshot({ path: info.outputPath('event.png'), fullPage: true })
      await untilInstalled(page)
      await app.events.park(PARK).click()
      await app.checkout.typePlate(PLATE)
      await page.screenshot({ path: info.outputPath('event-checkout.png'), fullPage: true })
      const booked = await app.checkout.payForPass()
      await app.bookings.expectPass({ code: booked, plate: PLATE })
      await whileOffline(context, async () => {
        await page.goto(`/event/${code}`)
        await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
        await page.goto(`/park/${unseen.slug}`)
        await app.frame.expectText('Needs a connection')
        await expect(page.getByText(notYet)).toBeVisible()
        await page.goto(`/event/${other.code}`)
        await app.frame.expectText('Needs a connection')
        await expect(page.getByText(notYet)).toBeVisible()
        await expectAccessible(page, 'an event that is not on this phone')
        await page.screenshot({ path: info.outputPath('event-not-kept.png'), fullPage: true })
      })
      // The address was kept, and the page loads without a tap.
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Boat Race ${view}`)
      await expect(page).toHaveURL(new RegExp(`/event/${other.code}$`))
      await operate(provider, 'events', 'postpone', code, new Date(startMs + 14 * DAY_MS).toISOString())
      await page.goto(`/event/${code}`)
      await expect(app.events.choice).toBeVisible()
      await expectAccessible(page, 'the choice after a postponement')
      await page.screenshot({ path: info.outputPath('event-postponed.png'), fullPage: true })
      await app.events.keep.check()
      await app.events.keepButton.click()
      await expect(app.events.choice).toHaveCount(0)
      const [kept] = await listBookings(request, account)
      expect(Date.parse(kept?.start_time ?? '')).toBe(startMs + 14 * DAY_MS - 3_600_000)
      await page.goto(`/booking-details/${booked}`)
      await expect(page.getByText(name).first()).toBeVisible()
      await operate(provider, 'events', 'cancel', code)
      await page.goto('/wallet')
      await page.goto(`/booking-details/${booked}`)
      await app.frame.expectText('Event cancelled')
      expect((await listBookings(request, account))[0]).toMatchObject({ status: 'cancelled' })
      await page.screenshot({ path: info.outputPath('event-cancelled.png'), fullPage: true })
    })

    test('a postponed event’s money comes back, asked for with no signal @worker', async ({
      app,
      context,
      page,
      provider,
      request,
    }) => {
      const name = `Choir Night ${view}`
      const { code, startMs } = await planEvent(provider, request, { name })
      const account = await createAccount(request)
      await app.auth.signIn(account, `/event/${code}`)
      await app.events.park(PARK).click()
      await app.checkout.typePlate(PLATE)
      await app.checkout.payForPass()
      await operate(provider, 'events', 'postpone', code, new Date(startMs + 14 * DAY_MS).toISOString())
      await page.goto(`/event/${code}`)
      await expect(app.events.choice).toBeVisible()
      await untilInstalled(page)
      await whileOffline(context, async () => {
        await app.events.moneyBack.check()
        await app.events.moneyBackButton.click()
        await app.frame.expectText('Waiting for signal')
      })
      await expect
        .poll(async () => (await listBookings(request, account))[0]?.status, { timeout: 30_000 })
        .toBe('cancelled')
    })

    test('a private event opens by its code, and is booked', async ({ app, page, provider, request }) => {
      const name = `Members’ Gala ${view}`
      await planEvent(provider, request, { name, accessCode: `GALA-${view}-2026` })
      const account = await createAccount(request)
      await app.auth.signIn(account, '/events')
      await expect(app.events.rows().filter({ hasText: name })).toHaveCount(0)
      await app.events.openPrivate('wrong code')
      await app.frame.expectText('This access code opens no event.')
      await expectAccessible(page, 'a wrong access code')
      await app.events.openPrivate(`gala ${view} 2026`)
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
      expect(page.url()).not.toMatch(/gala/i)
      await app.events.park(PARK).click()
      await app.checkout.typePlate(PLATE)
      await app.checkout.payForPass()
    })
  })
}
