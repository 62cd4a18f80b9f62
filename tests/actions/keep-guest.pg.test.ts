import { afterAll, beforeAll, expect, test } from 'vitest'
import { becomeGuest, keepGuestBy, sendKeepCode } from '../../src/actions/guests.online.ts'
import { keepParked } from '../../src/actions/parked.online.ts'
import { applyBooking } from '../../src/db/apply/bookings.ts'
import { applyBlockedAttempt } from '../../src/db/apply/blocked-attempts.ts'
import { readBlockedAttempts } from '../../src/db/read/blocked-attempts.ts'
import { readParked } from '../../src/db/read/parked.ts'
import { backgroundSettled } from '../../provider/services/background.ts'
import { lastCode } from '../provider/support/accounts.ts'
import { insertTestPark } from '../provider/support/test-parks.ts'
import { startTestProvider, type TestProvider } from '../provider/support/test-provider.ts'
import { BOOKING_ID as id, bookingOf } from '../sync/support/small-provider.ts'
import { newEmail, phoneAt, signedInPhone, stayAt, userIdOf, valueOf } from '../sync/support/provider-phone.ts'

let provider: TestProvider
beforeAll(async () => {
  provider = await startTestProvider()
})
afterAll(() => provider.close())

test('a guest who joins an account keeps the note of where the car stands, its photo and the proofs', async () => {
  const email = newEmail()
  await signedInPhone(provider, email)
  const phone = phoneAt(provider)
  valueOf(await becomeGuest({ contact: { email: newEmail() }, country_code: 'CA' }, phone))
  const guestId = await userIdOf(phone)
  const park = await insertTestPark(provider.deps.db)
  const stay = stayAt(provider, park)
  const booking = bookingOf(id, { end_time: new Date(stay.endMs).toISOString() })
  await applyBooking(phone.dbs, guestId, { booking, savedAt: provider.clock.now() })
  valueOf(await keepParked({ id, note: 'Level 2', photo: new ArrayBuffer(3), position: null }, phone))
  const { parkId, parkName, startMs, endMs } = stay
  const wanted = {
    parkId,
    parkName,
    zone: 'UTC',
    plate: null,
    startMs,
    endMs,
    totalMinor: null,
    currency: 'CAD',
  } as const
  const attempt = { id: 'a', at: provider.clock.now(), network: 'offline', lastAnswerAt: null, wanted } as const
  await applyBlockedAttempt(phone.dbs, guestId, attempt)

  valueOf(await sendKeepCode(email, phone))
  await backgroundSettled()
  valueOf(await keepGuestBy(await lastCode(provider, email), phone))
  await phone.settled()

  expect(await userIdOf(phone)).not.toBe(guestId)
  const kept = (await readParked(id, phone.dbs)).value
  expect([kept?.note, kept?.photo?.byteLength]).toEqual(['Level 2', 3])
  expect((await readBlockedAttempts(phone.dbs)).value).toMatchObject([{ id: 'a' }])
})
