import { afterAll, expect, test } from 'vitest'
import * as v from 'valibot'
import { pushMessageSchema } from '../../src/contract/push.ts'
import { createDriver, mustBook, newKey } from './support/test-driver.ts'
import { MINUTE, startPushes } from './support/test-pushes.ts'

const { provider, park, put, subscribe, pass, round, pushedTo, kindsOf, messagesTo, messageTo, stop } =
  await startPushes()
afterAll(stop)

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
  // The reminder is due half an hour from now, by Toronto's clock.
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
