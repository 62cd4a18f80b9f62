import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  type BookingPush,
  pushMessageSchema,
  type PushSubscriptionBody,
  type PushSubscriptionWire,
} from '../../src/contract/push.ts'
import type { Booking } from '../../src/contract/bookings.ts'
import * as v from 'valibot'
import { sendReminders } from '../../provider/rules/reminders.ts'
import { codeOf } from './support/accounts.ts'
import { type PushedMessage, type PushService, startPushService } from './support/push-service.ts'
import { createDriver, mustBook, newKey, type TestDriver } from './support/test-driver.ts'
import { insertTestPark } from './support/test-parks.ts'
import { startTestProvider, type TestProvider, TEST_NOW } from './support/test-provider.ts'

let service: PushService
let provider: TestProvider
beforeAll(async () => {
  service = await startPushService()
  provider = await startTestProvider({ config: { pushHosts: [service.host] } })
})
afterAll(async () => {
  await provider.close()
  await service.close()
})

const MINUTE = 60_000
let devices = 0
/** No two tests meet on one device. */
const newDevice = (): string => `device ${String((devices += 1))}`

const postSubscription = async (driver: TestDriver, body: unknown): Promise<Response> =>
  provider.request('POST', '/api/v1/push/subscriptions', { token: await driver.token(), body })

async function subscribe(
  driver: TestDriver,
  changes: Partial<PushSubscriptionBody> = {},
): Promise<{ readonly device: string; readonly id: string }> {
  const device = newDevice()
  const answer = await postSubscription(driver, service.subscribe(device, changes))
  if (answer.status !== 201) throw new Error(await answer.text())
  const { data } = (await answer.json()) as { data: PushSubscriptionWire }
  return { device, id: data.subscription_id }
}

const round = (): Promise<void> => sendReminders(provider.deps, new AbortController().signal)
const pushedTo = (device: string): readonly PushedMessage[] =>
  service.messages.filter((pushed) => pushed.device === device)
const kindsOf = (device: string): readonly string[] => pushedTo(device).map(({ message }) => message.kind)
const messagesTo = (device: string): readonly BookingPush[] =>
  pushedTo(device).flatMap(({ message }) => (message.kind === 'auto_top_up_off' ? [] : [message]))
const messageTo = (device: string): BookingPush => {
  const last = messagesTo(device).at(-1)
  if (last === undefined) throw new Error(`Nothing was pushed to ${device}`)
  return last
}

/** Runs a round as often as the job does, over so many minutes. */
async function pass(minutes: number): Promise<void> {
  for (let passed = 0; passed < minutes; passed += 1) {
    provider.clock.advance(MINUTE)
    await round()
  }
}

interface Parked {
  readonly driver: TestDriver
  readonly booking: Booking
  readonly parkId: number
}

/** From now for an hour. */
async function park(options: { readonly capacity?: number; readonly minutes?: number } = {}): Promise<Parked> {
  provider.clock.set(Math.ceil(provider.clock.now() / MINUTE) * MINUTE)
  const driver = await createDriver(provider)
  const { id: parkId } = await insertTestPark(provider.deps.db, {
    capacity: options.capacity ?? 5,
    name: 'Queen Street',
  })
  const booking = await mustBook(provider, driver, { parkId, fromMinutes: 0, minutes: options.minutes ?? 60 })
  return { driver, booking, parkId }
}

const put = async (driver: TestDriver, path: string): Promise<void> => {
  const answer = await provider.request('PUT', `/api/v1${path}`, { token: await driver.token(), key: newKey() })
  if (!answer.ok) throw new Error(await answer.text())
}

test('thirty and ten minutes before the end a device is reminded, each once', async () => {
  const { driver, booking } = await park()
  const { device } = await subscribe(driver)
  await pass(29)
  expect(kindsOf(device)).toEqual([])
  await pass(31)
  expect(kindsOf(device)).toEqual(['ends_in_30', 'ends_in_10'])
  const [first] = pushedTo(device)
  expect(v.safeParse(pushMessageSchema, first?.message).success).toBe(true)
  expect(first).toMatchObject({ ttl: 15 * 60, urgency: 'high' })
  expect(first?.message).toMatchObject({
    title: '30 minutes left: until 08:00',
    body: 'ABC123 at Queen Street. Extend now if you need longer.',
    actions: [
      { action: 'extend', title: 'Extend' },
      { action: 'directions', title: 'Directions' },
    ],
    silent: false,
    booking_code: booking.booking_code,
    end_time: booking.end_time,
  })
})

test('the second reminder takes the place of the first, here and at the push service', async () => {
  const { driver } = await park()
  const { device } = await subscribe(driver)
  await pass(55)
  const pushed = pushedTo(device)
  expect(pushed).toHaveLength(2)
  expect(new Set(pushed.map(({ message }) => message.tag)).size).toBe(1)
  expect(new Set(pushed.map(({ topic }) => topic)).size).toBe(1)
})

test('every device of a driver is told, in its language', async () => {
  const { driver } = await park()
  const [english, french] = [
    await subscribe(driver),
    await subscribe(driver, { language: 'fr', timezone: 'Africa/Dakar' }),
  ]
  await pass(31)
  expect([kindsOf(english.device), kindsOf(french.device)]).toEqual([['ends_in_30'], ['ends_in_30']])
  expect(messageTo(french.device)).toMatchObject({
    language: 'fr',
    title: expect.stringContaining('Plus que 30 minutes') as string,
    actions: [{ title: 'Prolonger' }, { title: 'Itinéraire' }],
  })
})

test('of two bookings that touch only the end of the stay is reminded of; another plate is another stay', async () => {
  const { driver, parkId } = await park()
  const next = await mustBook(provider, driver, { parkId, fromMinutes: 60, minutes: 60 })
  const { device } = await subscribe(driver)
  await pass(65)
  expect(kindsOf(device)).toEqual([])
  await pass(50)
  expect(messagesTo(device).map((message) => message.booking_code)).toEqual([next.booking_code, next.booking_code])

  const other = await park()
  await mustBook(provider, other.driver, {
    parkId: other.parkId,
    fromMinutes: 60,
    minutes: 60,
    changes: { plate: 'BMW R119' },
  })
  const { device: told } = await subscribe(other.driver)
  await pass(55)
  expect(kindsOf(told)).toEqual(['ends_in_30', 'ends_in_10'])
})

test('an extension is reminded of anew', async () => {
  const { driver, booking } = await park()
  const { device } = await subscribe(driver)
  await pass(35)
  const end = new Date(Date.parse(booking.end_time) + 60 * MINUTE).toISOString()
  const body = { booking_id: booking.booking_id, new_end_time: end, base_end_time: booking.end_time, max_price: 10_000 }
  await provider.request('POST', '/api/v1/bookings/extend', { token: await driver.token(), key: newKey(), body })
  await pass(80)
  expect(kindsOf(device)).toEqual(['ends_in_30', 'ends_in_30', 'ends_in_10'])
})

test('who books for a quarter of an hour is not told at once that it ends', async () => {
  const { driver } = await park({ minutes: 15 })
  const { device } = await subscribe(driver)
  await pass(14)
  expect(kindsOf(device)).toEqual(['ends_in_10'])
})

test('a car that has left is not reminded', async () => {
  const { driver, booking } = await park()
  const { device } = await subscribe(driver)
  await provider.deps.db.query('update bookings set checked_in_at = $2, checked_out_at = $2 where booking_id = $1', [
    booking.booking_id,
    new Date(provider.clock.now()),
  ])
  await pass(59)
  expect(kindsOf(device)).toEqual([])
})

test('where the next half hour is taken, the reminder says so and offers no extension', async () => {
  const { driver, booking, parkId } = await park({ capacity: 1 })
  const { device } = await subscribe(driver, { language: 'fr' })
  await mustBook(provider, await createDriver(provider), { parkId, fromMinutes: 60 })
  await pass(31)
  expect(messageTo(device)).toMatchObject({
    body: expect.stringContaining('complet') as string,
    actions: [{ action: 'directions' }],
    booking_id: booking.booking_id,
  })
})

test('a cancellation says what comes back, in both languages', async () => {
  const { driver, booking } = await park()
  const [english, french] = [await subscribe(driver), await subscribe(driver, { language: 'fr' })]
  provider.clock.advance(1_000)
  await put(driver, `/bookings/${booking.booking_id}/status?status=cancelled`)
  await round()
  await pass(10)
  expect(kindsOf(english.device)).toEqual(['refunded'])
  const { title, refund } = messageTo(english.device)
  expect(refund?.currency).toBe('CAD')
  expect(title).toBe(`Booking cancelled: C$${((refund?.amount ?? 0) / 100).toFixed(2)} refunded`)
  expect(messageTo(french.device).title).toMatch(/^Réservation annulée/)
})

test('a device that subscribes later is not told old news', async () => {
  const { driver, booking } = await park()
  await put(driver, `/bookings/${booking.booking_id}/status?status=cancelled`)
  provider.clock.advance(MINUTE)
  const { device } = await subscribe(driver)
  await round()
  expect(kindsOf(device)).toEqual([])
})

test('a payment that came when the space was gone is told as a full park', async () => {
  const { driver, booking } = await park()
  const { device } = await subscribe(driver)
  provider.clock.advance(1_000)
  const now = new Date(provider.clock.now())
  await provider.deps.db.query(
    `insert into payments (reference, user_id, purpose, booking_id, amount_minor, currency, state, reason, outcome, idempotency_key,
       fingerprint, created_at, expires_at, settled_at, updated_at)
     values ($1, $2, 'booking', $3, 450, 'CAD', 'succeeded_late', 'no_space', 'credited', $1, '', $4, $4, $4, $4)`,
    [newKey(), driver.userId, booking.booking_id, now],
  )
  await round()
  await round()
  expect(kindsOf(device)).toEqual(['full'])
  expect(messageTo(device)).toMatchObject({
    title: 'No space left at Queen Street',
    body: expect.stringContaining('C$4.50 is in your wallet') as string,
  })
})

test('in quiet hours a notification comes without a sound', async () => {
  const { driver } = await park()
  // The reminder is due half an hour from now, by the clock of Toronto.
  const local = new Date(provider.clock.now() + 30 * MINUTE).toLocaleTimeString('en-GB', {
    timeZone: 'America/Toronto',
  })
  const [hour = 0, minute = 0] = local.split(':').map(Number)
  const at = hour * 60 + minute
  const around = { from_minute: (at + 1440 - 10) % 1440, to_minute: (at + 10) % 1440 }
  const quiet = await subscribe(driver, { quiet_hours: around })
  const loud = await subscribe(driver, {
    quiet_hours: { from_minute: around.to_minute, to_minute: around.from_minute },
  })
  const elsewhere = await subscribe(driver, { quiet_hours: around, timezone: 'Africa/Lagos' })
  await pass(31)
  const silent = [quiet, loud, elsewhere].map(({ device }) => messageTo(device).silent)
  expect(silent).toEqual([true, false, false])
  expect(pushedTo(quiet.device)[0]?.urgency).toBe('normal')
})

test.each([404, 410])('a subscription that answers %i is forgotten', async (status) => {
  const { driver } = await park()
  const { device, id } = await subscribe(driver)
  service.answerWith(device, status)
  await pass(31)
  const token = await driver.token()
  expect((await provider.request('GET', `/api/v1/push/subscriptions/${id}`, { token })).status).toBe(404)
  const requests = service.requests()
  await pass(25)
  expect(service.requests()).toBe(requests)
})

test('a push service that is ill for a while is asked again, when it said', async () => {
  const { driver } = await park()
  const { device, id } = await subscribe(driver)
  service.answerWith(device, 503, { status: 429, headers: { 'retry-after': '120' } })
  await pass(30)
  expect(kindsOf(device)).toEqual([])
  await pass(2)
  expect(kindsOf(device)).toEqual([])
  await pass(2)
  expect(kindsOf(device)).toEqual(['ends_in_30'])
  const token = await driver.token()
  const state = await provider.request('GET', `/api/v1/push/subscriptions/${id}`, { token })
  const { data } = (await state.json()) as { data: PushSubscriptionWire }
  expect([data.last_sent_at !== null, data.last_failed_at !== null]).toEqual([true, true])
})

test('what a push service refuses is not asked again, and news that grew old is not sent', async () => {
  const { driver } = await park()
  const [refused, late] = [await subscribe(driver), await subscribe(driver)]
  service.answerWith(refused.device, 403)
  service.answerWith(late.device, { status: 503, headers: { 'retry-after': '3600' } })
  await pass(49)
  expect([kindsOf(refused.device), kindsOf(late.device)]).toEqual([[], []])
})

test('two providers at once send once', async () => {
  const { driver } = await park()
  const { device } = await subscribe(driver)
  provider.clock.advance(30 * MINUTE)
  await Promise.all([round(), round(), round()])
  expect(kindsOf(device)).toEqual(['ends_in_30'])
})

test('the key stays the same, and is what the messages are signed with', async () => {
  const read = async (): Promise<string> =>
    ((await (await provider.request('GET', '/api/v1/push/key')).json()) as { data: { public_key: string } }).data
      .public_key
  const key = await read()
  expect(Buffer.from(key, 'base64url')).toHaveLength(65)
  const { driver } = await park()
  const { device } = await subscribe(driver)
  await pass(31)
  expect([await read(), pushedTo(device)[0]?.key]).toEqual([key, key])
})

test('the same endpoint again changes what it says; another driver on the device takes it over', async () => {
  const [first, second] = [await createDriver(provider), await createDriver(provider)]
  const body = service.subscribe(newDevice())
  const idOf = async (answer: Response): Promise<string> =>
    ((await answer.json()) as { data: PushSubscriptionWire }).data.subscription_id
  const id = await idOf(await postSubscription(first, body))
  const changed = { ...body, language: 'fr', quiet_hours: { from_minute: 1320, to_minute: 420 } }
  expect(await idOf(await postSubscription(first, changed))).toBe(id)
  expect((await postSubscription(second, body)).status).toBe(201)
  const listed = await provider.request('GET', '/api/v1/push/subscriptions', { token: await first.token() })
  expect(await listed.json()).toEqual({ data: [] })
})

test('a subscription is its owner’s alone', async () => {
  const [owner, other] = [await createDriver(provider), await createDriver(provider)]
  const { id } = await subscribe(owner)
  const path = `/api/v1/push/subscriptions/${id}`
  for (const method of ['GET', 'DELETE']) {
    expect((await provider.request(method, path, { token: await other.token() })).status).toBe(404)
    expect((await provider.request(method, path)).status).toBe(401)
  }
  expect((await provider.request('DELETE', path, { token: await owner.token() })).status).toBe(204)
  expect((await provider.request('DELETE', path, { token: await owner.token() })).status).toBe(404)
})

test.each<readonly [string, (body: PushSubscriptionBody) => unknown, string]>([
  ['an address inside', (body) => ({ ...body, endpoint: 'https://169.254.169.254/latest' }), 'endpoint'],
  ['our own address', (body) => ({ ...body, endpoint: 'http://localhost:4173/api/v1/auth/logout' }), 'endpoint'],
  ['a name that only ends alike', (body) => ({ ...body, endpoint: 'https://fcm.googleapis.com.example' }), 'endpoint'],
  ['an address with a password', (body) => ({ ...body, endpoint: body.endpoint.replace('//', '//a:b@') }), 'endpoint'],
  ['no address', (body) => ({ ...body, endpoint: 'x' }), 'endpoint'],
  ['a short key', (body) => ({ ...body, keys: { ...body.keys, p256dh: 'AAAA' } }), 'keys.p256dh'],
  ['an unknown zone', (body) => ({ ...body, timezone: 'Mars/Olympus' }), 'timezone'],
  ['an unknown language', (body) => ({ ...body, language: 'de' }), 'language'],
  [
    'a minute 1440',
    (body) => ({ ...body, quiet_hours: { from_minute: 1440, to_minute: 0 } }),
    'quiet_hours.from_minute',
  ],
])('%s cannot be subscribed', async (_name, change, field) => {
  const answer = await postSubscription(await createDriver(provider), change(service.subscribe(newDevice())))
  expect([answer.status, await codeOf(answer.clone())]).toEqual([422, 'validation_failed'])
  expect(await answer.json()).toMatchObject({ errors: [{ field }] })
})

test('keys that are no point of the curve are forgotten, not tried for ever', async () => {
  const { driver } = await park()
  const broken = {
    ...service.subscribe(newDevice()),
    keys: { p256dh: Buffer.alloc(65, 4).toString('base64url'), auth: Buffer.alloc(16).toString('base64url') },
  }
  expect((await postSubscription(driver, broken)).status).toBe(201)
  await pass(31)
  const listed = await provider.request('GET', '/api/v1/push/subscriptions', { token: await driver.token() })
  expect(await listed.json()).toEqual({ data: [] })
  expect(provider.clock.now()).toBeGreaterThan(TEST_NOW)
})
