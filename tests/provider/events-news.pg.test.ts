import { afterAll, expect, test } from 'vitest'
import { sendBookingMails } from '../../provider/services/booking-mails.ts'
import { cancelEvent, postponeEvent } from '../../provider/services/events.ts'
import { followEvents } from '../../provider/services/follow-events.ts'
import { DAY_MS, mustInstant } from '../../src/domain/instant.ts'
import { must } from '../../src/lib/assert.ts'
import { createDriver, newKey, type TestDriver } from './support/test-driver.ts'
import { mustBookEvent, mustPlan, planOf, readEvent } from './support/test-events.ts'
import { insertTestPark } from './support/test-parks.ts'
import { startPushes } from './support/test-pushes.ts'

const { provider, subscribe, round, messageTo, kindsOf, stop } = await startPushes()
afterAll(stop)

const mailRound = (): Promise<void> => sendBookingMails(provider.deps, new AbortController().signal)
const lastMailTo = ({ userId }: TestDriver) =>
  must(
    provider.mails.findLast(({ to }) => to.startsWith(userId)),
    'a mail',
  )

async function bookEvent() {
  const driver = await createDriver(provider)
  const { device } = await subscribe(driver)
  const { id } = await insertTestPark(provider.deps.db, { name: 'Field Lot' })
  const event = await readEvent(provider, await mustPlan(provider, planOf(provider, id)))
  return { driver, device, event, booking: await mustBookEvent(provider, driver, event) }
}
const postpone = (code: string, start: string) =>
  postponeEvent(provider.deps, { code, newStartMs: mustInstant(start) + 14 * DAY_MS })

test('drivers are told of a postponed event once, by email and notification, with what they may choose', async () => {
  const { driver, device, event } = await bookEvent()
  expect((await postpone(event.code, event.starts_at)).ok).toBe(true)
  await Promise.all([round(), round()])
  await mailRound()
  await mailRound()
  expect(kindsOf(device)).toEqual(['postponed'])
  expect(messageTo(device)).toMatchObject({ title: 'Postponed: Winter Night Market' })
  const { subject, text } = lastMailTo(driver)
  expect(subject).toBe('Postponed: Winter Night Market')
  expect(text).toContain('get C$35.50 back: choose by')
  expect(provider.mails.filter((mail) => mail.subject === subject && mail.to.startsWith(driver.userId))).toHaveLength(1)
})

test('who has chosen before the news goes out is not told', async () => {
  const { driver, device, event, booking } = await bookEvent()
  await postpone(event.code, event.starts_at)
  const { parking_from: from } = await readEvent(provider, event.code)
  const options = { token: await driver.token(), key: newKey(), body: { parking_from: from } }
  await provider.request('PUT', `/api/v1/bookings/${booking.booking_id}/event`, options)
  await round()
  await mailRound()
  expect(kindsOf(device)).toEqual([])
  expect(
    provider.mails.filter(({ to, subject }) => to.startsWith(driver.userId) && subject.startsWith('Postponed')),
  ).toEqual([])
})

test('a cancelled event is told with its refund', async () => {
  const { driver, device, event } = await bookEvent()
  await cancelEvent(provider.deps, event.code)
  await followEvents(provider.deps)
  await round()
  await mailRound()
  expect(kindsOf(device)).toEqual(['refunded'])
  expect(lastMailTo(driver).text).toContain('C$35.50 is back in your wallet')
})
