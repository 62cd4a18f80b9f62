import { afterAll, beforeAll, expect, test } from 'vitest'
import { bookPark } from '../../src/actions/bookings.online.ts'
import { extendBooking } from '../../src/actions/bookings.ts'
import { removeRequest } from '../../src/actions/requests.online.ts'
import { signIn } from '../../src/actions/registration.online.ts'
import { listBookings } from '../../src/api/bookings.ts'
import { askRequest } from '../../src/api/requests.ts'
import { type Booking, bookingSingle } from '../../src/contract/bookings.ts'
import { readBookings } from '../../src/db/read/bookings.ts'
import { must } from '../../src/lib/assert.ts'
import { drain } from '../../src/sync/drain.ts'
import { PASSWORD } from '../provider/support/accounts.ts'
import { insertTestPark } from '../provider/support/test-parks.ts'
import { startTestProvider, type TestProvider } from '../provider/support/test-provider.ts'
import { passing, rowsOf } from '../sync/support/outbox-phone.ts'
import { errorOf, newEmail, phoneAt, signedInPhone, stayAt, valueOf } from '../sync/support/provider-phone.ts'
import { answerLost, holdingBack, type Line, type TestPhone } from '../sync/support/test-phone.ts'

let provider: TestProvider
beforeAll(async () => {
  provider = await startTestProvider()
})
afterAll(() => provider.close())

const MINUTE_MS = 60_000
const HOUR_MS = 3_600_000
const isExtension = (request: Request): boolean => request.url.endsWith('/bookings/extend')

interface Scene {
  readonly phone: TestPhone
  readonly email: string
  readonly booking: Booking
}

async function scene(): Promise<Scene> {
  const email = newEmail()
  const phone = await signedInPhone(provider, email)
  const park = await insertTestPark(provider.deps.db)
  const booking = valueOf(await bookPark(stayAt(provider, park), phone))
  await phone.settled()
  return { phone, email, booking }
}

const extendTo = (phone: TestPhone, booking: Booking, hours: number) =>
  extendBooking({ booking, newEndMs: Date.parse(booking.end_time) + hours * HOUR_MS, maxPriceMinor: 1_000 }, phone)

/** Extends by an hour on a phone whose line uses `through`; returns the id of the waiting row. */
async function extendOver(through: Line['through'], { phone, booking }: Scene): Promise<string> {
  phone.line.through = through
  const { row, standing } = valueOf(await extendTo(phone, booking, 1))
  expect(standing).toBe('waiting')
  phone.line.through = passing
  return row.id
}

/** Extends the provider's current booking as the same driver on another phone. */
async function extendElsewhere(email: string, hours: number): Promise<void> {
  const other = phoneAt(provider)
  valueOf(await signIn({ identifier: email, password: PASSWORD }, other))
  await other.settled()
  const booking = must((await readBookings(other.dbs)).value[0], 'the booking')
  expect(valueOf(await extendTo(other, booking, hours)).standing).toBe('over')
  await other.settled()
}

const endAtProvider = async (phone: TestPhone): Promise<number> =>
  Date.parse(must(valueOf(await listBookings(phone.client, 1, 10)).items[0], 'the booking').end_time)

const stateOf = async (phone: TestPhone, id: string) => (await rowsOf(phone)).find((row) => row.id === id)?.state

test.each([
  ['a minute later', MINUTE_MS],
  ['after the time in which it was worth anything', 6 * HOUR_MS],
])(
  'an extension done and paid, whose answer was lost and which another phone has built on, is done when it is tried %s',
  async (_when, laterMs) => {
    const at = await scene()
    const { phone, email, booking } = at
    const id = await extendOver(answerLost(isExtension, 99), at)
    await extendElsewhere(email, 1)
    provider.clock.advance(laterMs)
    await drain(phone)
    expect(await stateOf(phone, id)).toBe('done')
    await phone.settled()
    // Each phone paid for one hour: nothing is charged twice or taken back.
    expect(await endAtProvider(phone)).toBe(Date.parse(booking.end_time) + 2 * HOUR_MS)
  },
)

test('an extension done and paid, whose answer was lost and which another phone has built on, is done when it is taken back', async () => {
  const at = await scene()
  const { phone, email } = at
  const id = await extendOver(answerLost(isExtension, 99), at)
  await extendElsewhere(email, 1)
  expect(valueOf(await removeRequest(id, phone))).toBe('was_done')
  expect(await stateOf(phone, id)).toBe('done')
  await phone.settled()
})

/** Lets the provider begin the next command on the booking but not commit before `letGo`. */
async function holdCommits(bookingId: string): Promise<{ letGo: () => Promise<void> }> {
  const [isHeld, over] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()]
  const holding = provider.deps.db.transaction(async (tx) => {
    await tx.query('select booking_id from bookings where booking_id = $1 for update', [bookingId])
    isHeld.resolve(undefined)
    await over.promise
  })
  await isHeld.promise
  return {
    async letGo() {
      over.resolve(undefined)
      await holding
    },
  }
}

const fateAtProvider = async ({ client }: TestPhone, key: string) =>
  valueOf(await askRequest(client, { key, schema: bookingSingle })).state

test('an extension taken back while the provider is still at work on it is not taken back, and is done afterwards', async () => {
  const at = await scene()
  const { phone, booking } = at
  const commits = await holdCommits(booking.booking_id)
  const line = holdingBack(isExtension)
  const id = await extendOver(line.through, at)
  const arriving = line.letArrive()
  await expect.poll(() => fateAtProvider(phone, id)).toBe('in_progress')
  expect(errorOf(await removeRequest(id, phone))).toMatchObject({ kind: 'refused', code: 'idempotency_in_progress' })
  expect(await stateOf(phone, id)).toBe('queued')
  await commits.letGo()
  expect((await arriving).map(({ status }) => status)).toEqual([200])
  expect(valueOf(await removeRequest(id, phone))).toBe('was_done')
  expect(await stateOf(phone, id)).toBe('done')
  await phone.settled()
  expect(await endAtProvider(phone)).toBe(Date.parse(booking.end_time) + HOUR_MS)
})

test('an extension that was taken back has no effect when its request arrives late', async () => {
  const at = await scene()
  const { phone, booking } = at
  const line = holdingBack(isExtension)
  const id = await extendOver(line.through, at)
  expect(valueOf(await removeRequest(id, phone))).toBe('discarded')
  for (const answer of await line.letArrive()) {
    expect(answer.status).toBe(409)
    expect(await answer.json()).toMatchObject({ code: 'request_withdrawn' })
  }
  expect(await endAtProvider(phone)).toBe(Date.parse(booking.end_time))
  expect(await stateOf(phone, id)).toBe('discarded')
  await drain(phone)
  expect(phone.line.sent.filter(({ key }) => key === id)).toHaveLength(1)
  await phone.settled()
})
