import { createAccount } from './account.ts'
import { expectAccessible } from './axe.ts'
import { expect, test, WITH_WORKER } from './fixtures.ts'
import { untilInstalled } from './offline.ts'
import { bookAt, type KnownBooking, mustFindPark, stayFromNow } from './parks.ts'
import { pusherOf, shownBy, tap } from './pushes.ts'
import { pushEn } from '../provider/messages/push-en.ts'
import { pushFr } from '../provider/messages/push-fr.ts'
import type { BookingPush } from '../src/contract/push.ts'
import { languagesOrOnly } from './views.ts'

test.use(WITH_WORKER)

const PARK = 'Green P Carpark 288'
const TEXTS = { en: pushEn, fr: pushFr } as const

function messageOf(booking: KnownBooking, language: 'en' | 'fr'): BookingPush {
  const texts = TEXTS[language]
  const facts = { park: PARK, plate: booking.plate, time: '17:30', minutes: 30, amount: '', company: null }
  return {
    ...{ v: 1, kind: 'ends_in_30', language, ...texts.ends(facts), tag: 'ends:1', silent: false },
    actions: [
      { action: 'extend', title: texts.extend },
      { action: 'directions', title: texts.directions },
    ],
    booking_id: '01930000-0000-7000-8000-000000000001',
    booking_code: booking.booking_code,
    park: { id: 1, slug: 'x', name: PARK, lat: 43.67, lng: -79.39, timezone: 'America/Toronto' },
    end_time: booking.end_time,
    refund: null,
    sent_at: new Date().toISOString(),
  }
}

for (const language of languagesOrOnly('en')) {
  test.describe(`a reminder in ${language}`, () => {
    test.use({ language })

    test('is shown in that language, and its buttons open the extension, the pass, and nothing twice', async ({
      app,
      context,
      page,
      request,
      words,
    }) => {
      const account = await createAccount(request)
      const park = await mustFindPark(request, PARK)
      const plate = language === 'en' ? 'CKTB530' : 'CKTB531'
      const booking = await bookAt(request, account, { park, stay: stayFromNow({ hours: 1 }), plate })
      await context.grantPermissions(['notifications'])
      await app.auth.signIn(account, '/bookings')
      await untilInstalled(page)
      await expect(app.bookings.rows('Now and next')).toHaveCount(1)
      const push = await pusherOf(context, page)
      const [worker] = context.serviceWorkers()
      if (worker === undefined) throw new Error('no worker')

      const message = messageOf(booking, language)
      await push(JSON.stringify(message))
      await expect.poll(() => shownBy(worker)).toHaveLength(1)
      expect(await shownBy(worker)).toEqual([
        {
          ...{ title: message.title, body: message.body, lang: language },
          actions: message.actions.map(({ title }) => title),
        },
      ])
      await tap(worker, 'extend')
      await expect(page).toHaveURL(`/booking-details/${booking.booking_code}?extend`)
      await expect(app.bookings.dialog).toHaveAccessibleName(words.say('Extend your stay'))
      await expect.poll(() => shownBy(worker)).toHaveLength(0)

      // The ten-minute notification replaces the thirty-minute one.
      await push(JSON.stringify(message))
      await push(JSON.stringify({ ...message, kind: 'ends_in_10' }))
      await expect.poll(() => shownBy(worker)).toHaveLength(1)
      await tap(worker, '')
      await expect(page).toHaveURL(`/booking-details/${booking.booking_code}/pass`)
      await app.bookings.expectPass({ code: booking.booking_code, plate })
    })
  })
}

/** Stubs the push service's subscription: the test browser's own service never answers. */
function stubPushService(): void {
  const key = 'test-subscription'
  const subscription = {
    endpoint: 'https://fcm.googleapis.com/fcm/send/baywise-test',
    toJSON: () => ({
      endpoint: 'https://fcm.googleapis.com/fcm/send/baywise-test',
      keys: {
        p256dh: 'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM',
        auth: 'tBHItJI5svbpez7KI4CCXg',
      },
    }),
    unsubscribe: () => {
      localStorage.removeItem(key)
      return Promise.resolve(true)
    },
  }
  Object.assign(PushManager.prototype, {
    subscribe: () => {
      localStorage.setItem(key, '1')
      return Promise.resolve(subscription)
    },
    getSubscription: () => Promise.resolve(localStorage.getItem(key) === null ? null : subscription),
  })
}

test('notifications are turned on by a tap, told to the provider, found gone, put right and turned off', async ({
  app,
  context,
  page,
  request,
}, info) => {
  const account = await createAccount(request)
  await context.grantPermissions(['notifications'])
  await page.addInitScript(stubPushService)
  await app.auth.signIn(account, '/profile')
  await untilInstalled(page)
  const devices = async (): Promise<number> => {
    const headers = { authorization: `Bearer ${account.accessToken}` }
    const { data }: { data: unknown[] } = await (await request.get('/api/v1/push/subscriptions', { headers })).json()
    return data.length
  }
  await page.reload()
  await app.frame.expectText('Off. Turn them on to be reminded even when the app is closed.')
  expect(await devices()).toBe(0)
  await app.frame.button('Turn on').click()
  await app.frame.expectText('On, even when the app is closed')
  expect(await devices()).toBe(1)
  await app.frame.button('No sound from 22:00 to 07:00').click()
  await expect(app.frame.button('No sound from 22:00 to 07:00')).toHaveAttribute('aria-pressed', 'true')
  await expectAccessible(page, 'reminders')
  await page.screenshot({ path: info.outputPath('profile.png'), fullPage: true })

  await page.evaluate(() => localStorage.removeItem('test-subscription'))
  await page.reload()
  await app.frame.expectText('Your browser turned notifications off')
  await app.frame.button('Turn back on').click()
  await app.frame.expectText('On, even when the app is closed')
  await app.frame.button('Turn off').click()
  await app.frame.expectText('Off. Turn them on to be reminded even when the app is closed.')
  await expect.poll(devices).toBe(0)
})
