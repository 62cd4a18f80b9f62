import { afterAll, expect, test } from 'vitest'
import { sendBookingMails } from '../../provider/services/booking-mails.ts'
import { closureSteps } from './support/test-closures.ts'
import { createDriver, mustBook } from './support/test-driver.ts'
import { type CodedPark, insertCodedPark, makeTestKey, type TestKey } from './support/test-operators.ts'
import { insertTestPark } from './support/test-parks.ts'
import { startPushes } from './support/test-pushes.ts'

const { provider, subscribe, round, messagesTo, stop } = await startPushes()
afterAll(stop)
let park: CodedPark
let key: TestKey
const { mustClose, reopen, follow } = closureSteps(() => ({ provider, key, park }))

async function openPark(): Promise<void> {
  provider.clock.set(Math.ceil(provider.clock.now() / 60_000) * 60_000)
  park = await insertCodedPark(provider)
  key = await makeTestKey(provider, { parkCodes: [park.code], scopes: ['closures'] })
}

test('a driver whose booking is given back is told once, why, with the money and where there is space, in both languages', async () => {
  await openPark()
  const near = await insertTestPark(provider.deps.db, { capacity: 3, name: 'Queen Street' })
  const closed = await insertCodedPark(provider)
  const driver = await createDriver(provider)
  const english = await subscribe(driver)
  const french = await subscribe(driver, { language: 'fr' })
  const booking = await mustBook(provider, driver, { parkId: park.id })
  const first = park
  park = closed
  key = await makeTestKey(provider)
  await mustClose()
  park = first
  await mustClose({ until: 8 })
  await follow()
  for (let count = 0; count < 2; count += 1) {
    await round()
    await sendBookingMails(provider.deps, new AbortController().signal)
  }
  expect(messagesTo(english.device)).toHaveLength(1)
  expect(messagesTo(english.device)[0]).toMatchObject({
    kind: 'refunded',
    title: 'Car park closed: C$4.50 refunded',
    refund: { amount: 450, currency: 'CAD' },
  })
  const body = messagesTo(english.device)[0]?.body ?? ''
  expect(body).toContain('Flood on level 1. Free nearby: ')
  expect(body).toContain(near.name)
  expect(messagesTo(french.device)[0]).toMatchObject({ title: 'Parking fermé\u00a0: 4,50\u00a0$ remboursés' })
  expect(messagesTo(french.device)[0]?.body).toContain('Inondation au niveau 1.')
  const mails = provider.mails.filter(({ subject }) => subject.startsWith('Closed: '))
  expect(mails).toHaveLength(1)
  for (const fact of ['C$4.50 is back', 'Flood on level 1.', near.name, '/park/', booking.booking_code])
    expect(mails[0]?.text).toContain(fact)
})

test('a driver who stays is told once that the pass stays valid, and not of a closure that was taken back', async () => {
  await openPark()
  const driver = await createDriver(provider)
  const { device } = await subscribe(driver)
  await mustBook(provider, driver, { parkId: park.id, fromMinutes: 0, minutes: 120 })
  provider.clock.advance(60_000)
  const mistake = await mustClose({ from: 1 })
  await reopen(mistake)
  await round()
  expect(messagesTo(device)).toEqual([])
  await mustClose({ from: 1 })
  await follow()
  for (let count = 0; count < 2; count += 1) await round()
  expect(messagesTo(device)).toHaveLength(1)
  expect(messagesTo(device)[0]).toMatchObject({
    kind: 'closing',
    title: expect.stringMatching(/^Test Park is closed from Mon 23 Nov, /) as string,
  })
  expect(messagesTo(device)[0]?.body).toContain('stays valid')
})
