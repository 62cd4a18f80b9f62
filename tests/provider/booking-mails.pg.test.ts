import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { assignReceipts } from '../../provider/repositories/ledger.ts'
import type { Mail } from '../../provider/repositories/mail.ts'
import type { ProviderDeps } from '../../provider/services/deps.ts'
import { sendBookingMails } from '../../provider/services/booking-mails.ts'
import type { Booking } from '../../src/contract/bookings.ts'
import { must } from '../../src/lib/assert.ts'
import { byGateway } from './support/test-checkout.ts'
import { createDriver, mustBook, newKey, postBooking, type TestDriver } from './support/test-driver.ts'
import { insertTestPark } from './support/test-parks.ts'
import { startTestProvider, type TestProvider } from './support/test-provider.ts'

const MINUTE = 60_000
let provider: TestProvider
let driver: TestDriver
let parkId: number
beforeAll(async () => {
  provider = await startTestProvider({ poolSize: 4 })
})
afterAll(() => provider.close())
beforeEach(async () => {
  provider.clock.set(Math.ceil(provider.clock.now() / MINUTE) * MINUTE)
  driver = await createDriver(provider)
  parkId = (await insertTestPark(provider.deps.db, { capacity: 5, name: 'Queen & <Bay>' })).id
})

async function round(deps: ProviderDeps = provider.deps): Promise<void> {
  await assignReceipts(deps.db, { nowMs: deps.clock.now() })
  await sendBookingMails(deps, new AbortController().signal)
}

const mailsOf = ({ userId }: TestDriver): readonly Mail[] => provider.mails.filter(({ to }) => to.startsWith(userId))
const lastOf = (someone: TestDriver): Mail => must(mailsOf(someone).at(-1), 'an email')

async function change(method: 'PUT' | 'POST' | 'PATCH', path: string, body?: unknown): Promise<Response> {
  const asked = { token: await driver.token(), key: newKey(), ...(body === undefined ? {} : { body }) }
  return provider.request(method, `/api/v1${path}`, asked)
}

const cancel = ({ booking_id: id }: Booking): Promise<Response> =>
  change('PUT', `/bookings/${id}/status?status=cancelled`)

const extend = (booking: Booking, minutes: number): Promise<Response> =>
  change('POST', '/bookings/extend', {
    booking_id: booking.booking_id,
    base_end_time: booking.end_time,
    new_end_time: new Date(Date.parse(booking.end_time) + minutes * MINUTE).toISOString(),
    max_price: 100_000,
  })

test('a booking is mailed once, with its stay, plate, code, price and receipt, as text and as HTML', async () => {
  const booking = await mustBook(provider, driver, { parkId })
  await Promise.all([round(), round(), round()])
  await round()
  expect(mailsOf(driver)).toHaveLength(1)
  const { subject, text, html } = lastOf(driver)
  expect(subject).toBe('Booked: Queen & <Bay>')
  for (const fact of ['C$4.50', 'ABC123', booking.booking_code, '/pass', '/wallet/receipts/CA-'])
    expect(text).toContain(fact)
  expect(html).toContain('Queen &amp; &lt;Bay&gt;')
  expect(html).not.toMatch(/<(?:script|img|Bay)/)
})

test('an extension is mailed with its new end and what it cost, and leaves the first email as it was', async () => {
  const booking = await mustBook(provider, driver, { parkId })
  await round()
  expect((await extend(booking, 60)).status).toBe(200)
  await round()
  expect(mailsOf(driver).map(({ subject }) => subject.split(' ')[0])).toEqual(['Booked:', 'Extended'])
  expect(lastOf(driver).text).toContain('You paid C$4.00 more')
})

const changePlate = ({ booking_id: id }: Booking, plate: string): Promise<Response> =>
  change('PUT', `/bookings/${id}/vehicle`, { plate })

test('another plate is mailed once, as text and as HTML, with a way to the pass', async () => {
  const booking = await mustBook(provider, driver, { parkId })
  await round()
  expect((await changePlate(booking, 'xyz 789')).status).toBe(200)
  await Promise.all([round(), round()])
  await round()
  const { subject, text, html } = lastOf(driver)
  expect(mailsOf(driver)).toHaveLength(2)
  expect(subject).toBe('Plate changed to XYZ789: Queen & <Bay>')
  for (const fact of ['now for plate XYZ789', booking.booking_code, '/pass', '/profile']) expect(text).toContain(fact)
  expect(html).toContain('XYZ789')
  expect(html).not.toMatch(/<(?:script|img|Bay)/)
})

test('the same plate again, and a change that was refused, are not mailed', async () => {
  const booking = await mustBook(provider, driver, { parkId })
  await round()
  expect((await changePlate(booking, 'ABC123')).status).toBe(200)
  expect((await changePlate(booking, '')).status).toBe(422)
  await round()
  expect(mailsOf(driver)).toHaveLength(1)
})

test('plates that were changed again before the round are mailed once, by the last; of a cancelled booking none is', async () => {
  const booking = await mustBook(provider, driver, { parkId })
  await round()
  for (const plate of ['AAA111', 'BBB222', 'CCC333']) expect((await changePlate(booking, plate)).status).toBe(200)
  await round()
  expect(mailsOf(driver).map(({ subject }) => subject.split(':')[0])).toEqual(['Booked', 'Plate changed to CCC333'])
  expect((await changePlate(booking, 'DDD444')).status).toBe(200)
  expect((await cancel(booking)).status).toBe(200)
  await round()
  expect(mailsOf(driver).map(({ subject }) => subject.split(':')[0])).toEqual([
    'Booked',
    'Plate changed to CCC333',
    'Cancelled',
  ])
})

test('a driver who turned off emails about changes gets none about a plate', async () => {
  expect((await change('PATCH', '/users/profile', { mail_off: ['change'] })).status).toBe(200)
  const booking = await mustBook(provider, driver, { parkId })
  expect((await changePlate(booking, 'XYZ789')).status).toBe(200)
  await round()
  expect(mailsOf(driver).map(({ subject }) => subject.split(':')[0])).toEqual(['Booked'])
})

test('another plate is mailed in the driver’s language', async () => {
  expect((await change('PATCH', '/users/profile', { language: 'fr' })).status).toBe(200)
  const booking = await mustBook(provider, driver, { parkId })
  await round()
  expect((await changePlate(booking, 'XYZ789')).status).toBe(200)
  await round()
  expect(lastOf(driver).subject).toBe('Nouvelle plaque XYZ789\u00a0: Queen & <Bay>')
  expect(lastOf(driver).text).toContain('maintenant pour la plaque XYZ789')
})

test('a cancellation says what came back', async () => {
  const booking = await mustBook(provider, driver, { parkId })
  expect((await cancel(booking)).status).toBe(200)
  await round()
  const told = mailsOf(driver).map(({ text }) => text)
  expect(told.at(-1)).toContain('C$4.50 is back in your wallet')
})

test('a booking that was cancelled and booked again before the round is not mailed as cancelled', async () => {
  const booking = await mustBook(provider, driver, { parkId })
  expect((await cancel(booking)).status).toBe(200)
  provider.clock.advance(MINUTE)
  const again = await change(
    'PUT',
    `/bookings/${booking.booking_id}/status?status=active&quoted_total=450&tariff_version=v1`,
  )
  expect(again.status).toBe(200)
  await round()
  expect(mailsOf(driver).map(({ subject }) => subject)).toEqual(['Booked: Queen & <Bay>', 'Booked: Queen & <Bay>'])
})

test('a driver who turned the emails off gets the receipt alone', async () => {
  expect((await change('PATCH', '/users/profile', { mail_off: ['booking', 'change', 'cancellation'] })).status).toBe(
    200,
  )
  const booking = await mustBook(provider, driver, { parkId })
  await round()
  expect((await cancel(booking)).status).toBe(200)
  await round()
  expect(mailsOf(driver).map(({ subject }) => subject)).toEqual([expect.stringMatching(/^Receipt CA-\d{6}: C\$4\.50$/)])
})

test.each([[['receipt']], ['all'], [['booking', 'booking', 'booking', 'booking', 'booking']]])(
  'emails to turn off that are none are refused: %j',
  async (mail_off) => {
    expect((await change('PATCH', '/users/profile', { mail_off })).status).toBe(422)
  },
)

test('emails are in the driver’s language', async () => {
  expect((await change('PATCH', '/users/profile', { language: 'fr' })).status).toBe(200)
  await mustBook(provider, driver, { parkId })
  await round()
  expect(lastOf(driver).subject).toBe('Réservé\u00a0: Queen & <Bay>')
  expect(lastOf(driver).text).toContain('Plaque\u00a0: ABC123')
})

test('a mail server that is down for a while is tried again later, and the email is sent once', async () => {
  await mustBook(provider, driver, { parkId })
  let refusals = 2
  const mailer: ProviderDeps['mailer'] = {
    send: (mail) => {
      refusals -= 1
      return refusals >= 0 ? Promise.reject(new Error('connection refused')) : provider.deps.mailer.send(mail)
    },
  }
  const deps = { ...provider.deps, mailer }
  for (let minute = 0; minute < 10; minute += 1) {
    await round(deps)
    provider.clock.advance(MINUTE)
  }
  expect([mailsOf(driver).length, refusals]).toEqual([1, -1])
})

test('a space that was held for a payment that never came is not mailed', async () => {
  expect((await postBooking(provider, driver, { parkId, changes: byGateway })).status).toBe(201)
  provider.clock.advance(20 * MINUTE)
  await round()
  expect(mailsOf(driver)).toEqual([])
})
