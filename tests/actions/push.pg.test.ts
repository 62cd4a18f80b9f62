import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { dropPush, renewPush, turnOffPush, turnOnPush } from '../../src/actions/push.online.ts'
import { openSession } from '../../src/actions/session.online.ts'
import { readQuietNights } from '../../src/db/read/quiet-hours.ts'
import { findSession } from '../../src/db/read/session.ts'
import { must } from '../../src/lib/assert.ts'
import { saveCalendarExport, findExportedSequence } from '../../src/lib/calendar-exports.ts'
import { ok } from '../../src/lib/result.ts'
import { readPushDevice } from '../../src/lib/push-device.ts'
import { renewSubscription } from '../../src/sync/notifications/renew.ts'
import { startTestProvider, type TestProvider } from '../provider/support/test-provider.ts'
import { errorOf, signedInPhone, userIdOf, valueOf } from '../sync/support/provider-phone.ts'
import { offline, type TestPhone } from '../sync/support/test-phone.ts'

let provider: TestProvider
beforeAll(async () => {
  provider = await startTestProvider()
})
afterAll(() => provider.close())

const P256DH = 'BNcRdreALRFXTkOOUHK1EtK2wtaz5Ry4YfYCA_0QTpQtUbVlUls0VJXg7A8u-Ts1XbjhazAkj7I99e8QcYP7DkM'
let addresses = 0

/** Fakes a browser whose push service works, with one subscription at a time. */
function fakeBrowser(permission: NotificationPermission = 'granted') {
  let current: PushSubscription | null = null
  const subscribe = vi.fn(() => {
    addresses += 1
    const endpoint = `https://fcm.googleapis.com/fcm/send/${String(addresses)}`
    const json = { endpoint, keys: { p256dh: P256DH, auth: 'tBHItJI5svbpez7KI4CCXg' } }
    const unsubscribe = () => {
      current = null
      return Promise.resolve(true)
    }
    current = { endpoint, toJSON: () => json, unsubscribe } as unknown as PushSubscription
    return Promise.resolve(current)
  })
  const push = { subscribe, getSubscription: () => Promise.resolve(current) } as unknown as PushManager
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, text: string) => void kept.set(key, text),
    removeItem: (key: string) => void kept.delete(key),
  })
  vi.stubGlobal('Notification', { requestPermission: () => Promise.resolve(permission) })
  const closed = vi.fn()
  const registration = {
    ...{ active: {}, pushManager: push },
    getNotifications: () => Promise.resolve([{ close: closed }]),
  }
  vi.stubGlobal('navigator', {
    language: 'fr-SN',
    serviceWorker: { getRegistration: () => Promise.resolve(registration) },
  })
  return { push, subscribe, closed, isSubscribed: () => current !== null }
}

let browser: ReturnType<typeof fakeBrowser>
beforeEach(() => {
  browser = fakeBrowser()
})

/** Returns the session that the provider gives a driver on another phone. */
async function sessionOfAnother() {
  const session = must(await findSession((await signedInPhone(provider)).dbs), 'a session')
  return { user: session.user, access_token: session.accessToken, refresh_token: session.refreshToken }
}

const devicesOf = async (phone: TestPhone) =>
  provider.deps.db.query<{ endpoint: string; language: string; quiet_from: number | null }>(
    'select endpoint, language, quiet_from from push_subscriptions where user_id = $1',
    [await userIdOf(phone)],
  )

test('a device is told to the provider with its language, once, and its quiet hours follow', async () => {
  const phone = await signedInPhone(provider)
  valueOf(await turnOnPush({ quiet: false }, phone))
  expect(await devicesOf(phone)).toMatchObject([{ language: 'fr', quiet_from: null }])
  valueOf(await renewPush({ quiet: true }, phone))
  expect(await devicesOf(phone)).toMatchObject([{ quiet_from: 1320 }])
  expect(readPushDevice()).toMatchObject({ quiet: true })
})

test('a driver who signs in again after the session was ended elsewhere goes on being notified', async () => {
  const phone = await signedInPhone(provider)
  valueOf(await turnOnPush({ quiet: false }, phone))
  const userId = await userIdOf(phone)
  await provider.deps.db.query('delete from push_subscriptions where user_id = $1', [userId])
  const session = must(await findSession(phone.dbs), 'a session')
  const { user, accessToken: access_token, refreshToken: refresh_token } = session
  valueOf(await openSession(phone, ok({ user, access_token, refresh_token, expires_in: 900 })))
  await phone.settled()
  expect(await devicesOf(phone)).toHaveLength(1)
})

test('a driver who says no is asked for nothing else', async () => {
  browser = fakeBrowser('denied')
  const phone = await signedInPhone(provider)
  phone.line.sent.length = 0
  expect(errorOf(await turnOnPush({ quiet: false }, phone)).kind).toBe('push_denied')
  expect([phone.line.sent, browser.subscribe.mock.calls]).toEqual([[], []])
})

test('a subscription that the provider does not learn of is given back: nothing would ever come', async () => {
  const phone = await signedInPhone(provider)
  phone.line.through = (request, next) => (request.method === 'POST' ? offline(request, next) : next(request))
  expect(errorOf(await turnOnPush({ quiet: false }, phone)).kind).not.toBe('refused')
  expect([browser.isSubscribed(), readPushDevice()]).toEqual([false, null])
})

test('turned off, the device is gone here and at the provider', async () => {
  const phone = await signedInPhone(provider)
  valueOf(await turnOnPush({ quiet: false }, phone))
  valueOf(await turnOffPush(phone))
  await phone.settled()
  expect(await devicesOf(phone)).toEqual([])
  expect([browser.isSubscribed(), readPushDevice()]).toEqual([false, null])
})

/** Holds the next request of a method until it is let through. */
function holdNext(phone: TestPhone, method: string): { readonly isThere: Promise<void>; readonly letGo: () => void } {
  let letGo = (): void => undefined
  let arrived = (): void => undefined
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  const isThere = new Promise<void>((resolve) => {
    arrived = resolve
  })
  phone.line.through = async (request, next) => {
    if (request.method !== method) return next(request)
    phone.line.through = (other, server) => server(other)
    arrived()
    await held
    return next(request)
  }
  return { isThere, letGo: () => letGo() }
}

test('turned off while the provider is still being told of it, it stays off, here and there', async () => {
  const phone = await signedInPhone(provider)
  valueOf(await turnOnPush({ quiet: false }, phone))
  const { isThere, letGo } = holdNext(phone, 'POST')
  const telling = renewPush({}, phone)
  await isThere
  valueOf(await turnOffPush(phone))
  letGo()
  await telling
  await phone.settled()
  expect(await devicesOf(phone)).toEqual([])
  expect([browser.isSubscribed(), readPushDevice()]).toEqual([false, null])
})

test('quiet hours chosen while the provider is still being told of it are what it hears last', async () => {
  const phone = await signedInPhone(provider)
  valueOf(await turnOnPush({ quiet: false }, phone))
  const { isThere, letGo } = holdNext(phone, 'POST')
  const telling = renewPush({}, phone)
  await isThere
  const chosen = renewPush({ quiet: true }, phone)
  // Long enough for a request that overtakes the first to have done so.
  await new Promise((resolve) => {
    setTimeout(resolve, 50)
  })
  letGo()
  await Promise.all([telling, chosen])
  expect(await devicesOf(phone)).toMatchObject([{ quiet_from: 1320 }])
  expect(readPushDevice()).toMatchObject({ quiet: true })
})

test('with no signal the phone forgets it all the same: the next driver gets no reminder of this one', async () => {
  const phone = await signedInPhone(provider)
  valueOf(await turnOnPush({ quiet: false }, phone))
  phone.line.through = offline
  await dropPush(phone)
  expect([browser.isSubscribed(), readPushDevice()]).toEqual([false, null])
})

test('another driver who signs in on this phone gets no reminder of the one before', async () => {
  const phone = await signedInPhone(provider)
  valueOf(await turnOnPush({ quiet: false }, phone))
  saveCalendarExport('a booking', 1)
  await openSession(phone, ok({ ...(await sessionOfAnother()), expires_in: 900 }))
  await phone.settled()
  expect([browser.isSubscribed(), readPushDevice(), findExportedSequence('a booking')]).toEqual([false, null, null])
})

test('another driver who signs in finds no notification of the one before, who had no push on', async () => {
  const phone = await signedInPhone(provider)
  await openSession(phone, ok({ ...(await sessionOfAnother()), expires_in: 900 }))
  await phone.settled()
  expect(browser.closed).toHaveBeenCalledOnce()
})

test.each([true, false])(
  'quiet hours (%s) stay when the push service gives the device another address',
  async (quiet) => {
    const phone = await signedInPhone(provider)
    valueOf(await turnOnPush({ quiet }, phone))
    await phone.settled()
    const given = await browser.push.subscribe()
    await renewSubscription(browser.push, given, phone)
    const renewed = (await devicesOf(phone)).find(({ endpoint }) => endpoint === given.endpoint)
    expect(renewed).toMatchObject({ quiet_from: quiet ? 1320 : null })
    // Turning push off clears the setting, so the next driver is asked again.
    await dropPush(phone)
    await phone.settled()
    expect(await readQuietNights(phone.dbs)).toBe(false)
  },
)

test('an address that the push service has changed is told by the worker, in the language of the account', async () => {
  const phone = await signedInPhone(provider)
  await renewSubscription(browser.push, null, phone)
  expect(await devicesOf(phone)).toMatchObject([{ language: 'en' }])
  const given = await browser.push.subscribe()
  await renewSubscription(browser.push, given, phone)
  expect((await devicesOf(phone)).map(({ endpoint }) => endpoint)).toContain(given.endpoint)
  expect(browser.subscribe).toHaveBeenCalledTimes(2)
})
