import { afterAll, beforeAll, expect, test } from 'vitest'
import { tryAgain } from '../../src/actions/requests.online.ts'
import { bookPark } from '../../src/actions/bookings.online.ts'
import { signIn } from '../../src/actions/registration.online.ts'
import { loadWithdrawals } from '../../src/actions/wallet.online.ts'
import { cancelBooking, createBooking, extendBooking, listBookings } from '../../src/api/bookings.ts'
import { clientAs, type Client } from '../../src/api/client.ts'
import type { KeyedCall } from '../../src/api/keyed-call.ts'
import { addFunds } from '../../src/api/payments.ts'
import { requestWithdrawal } from '../../src/api/withdrawals.ts'
import type { Booking, CreateBookingBody } from '../../src/contract/bookings.ts'
import { ownerOf } from '../../src/db/outbox-row.ts'
import { readOpenPayments } from '../../src/db/read/payments.ts'
import { readPending } from '../../src/outbox/read.ts'
import { pullOwn } from '../../src/sync/pull/pull-own.ts'
import { leaveOldRows, oldOutboxRow, type OldRows } from '../db/support/old-user-db.ts'
import { PASSWORD } from '../provider/support/accounts.ts'
import { bookingBody, newKey } from '../provider/support/test-driver.ts'
import { insertTestPark } from '../provider/support/test-parks.ts'
import { startTestProvider, type TestProvider } from '../provider/support/test-provider.ts'
import { confirming } from '../provider/support/confirming.ts'
import { isWrite, rowsOf } from '../sync/support/outbox-phone.ts'
import { newEmail, payIn, signedInPhone, stayAt, userIdOf, valueOf } from '../sync/support/provider-phone.ts'
import { createTestPhone, newStorage, type TestPhone } from '../sync/support/test-phone.ts'

let provider: TestProvider
beforeAll(async () => {
  provider = confirming(await startTestProvider())
})
afterAll(() => provider.close())

const HOUR_MS = 3_600_000
const MONEY = { amountMinor: 1_000, currency: 'CAD' } as const

interface Driver {
  readonly email: string
  readonly userId: string
  /** A client that reaches the provider without the upgraded phone. */
  readonly client: Client
  readonly phone: TestPhone
}

async function newDriver(): Promise<Driver> {
  const email = newEmail()
  const phone = await signedInPhone(provider, email)
  const userId = await userIdOf(phone)
  return { email, userId, phone, client: clientAs(phone.client, userId) }
}

/**
 * Returns a phone that stored `rows` under the previous release, opened in the present one with its driver signed in.
 */
async function upgradedPhone({ email, userId }: Driver, rows: OldRows): Promise<TestPhone> {
  const storage = newStorage()
  await leaveOldRows(storage, userId, rows)
  const phone = createTestPhone(
    { fetch: async (request) => provider.app.fetch(request), clock: provider.clock },
    storage,
  )
  valueOf(await signIn({ identifier: email, password: PASSWORD }, phone))
  await phone.settled()
  return phone
}

async function arrived<T>(client: Client, call: KeyedCall<T>): Promise<string> {
  const key = newKey()
  valueOf(await call.send(client, key))
  return key
}

const newBody = async (): Promise<CreateBookingBody> => {
  const park = await insertTestPark(provider.deps.db)
  return bookingBody(provider, { parkId: park.id }) as unknown as CreateBookingBody
}

const keysSent = ({ line }: TestPhone) =>
  line.sent.filter((sent) => isWrite(sent) && !sent.path.startsWith('/auth/')).map(({ key }) => key)
const bookingsOf = async (client: Client): Promise<readonly Booking[]> =>
  valueOf(await listBookings(client, 1, 100)).items
/** Returns the state of each pending row by its key. */
const openKeysOf = async (phone: TestPhone) =>
  Object.fromEntries((await readPending(phone.dbs)).map(({ id, state }) => [id, state]))

test.each(['sending', 'unknown'])(
  'writes that the release before left %s: what arrived is done, what did not waits for its driver; nothing is sent',
  async (state) => {
    const driver = await newDriver()
    const at = { state, createdAt: provider.clock.now() }
    const [there, lost] = [await newBody(), await newBody()]
    const madeKey = await arrived(driver.client, createBooking(there))
    const [made] = await bookingsOf(driver.client)
    const [lostKey, plateKey] = [newKey(), newKey()]
    const phone = await upgradedPhone(driver, {
      intents: [
        { id: madeKey, write: { kind: 'booking.create', body: there, parkName: 'Here' }, seen: [], ...at },
        { id: lostKey, write: { kind: 'booking.create', body: lost, parkName: 'There' }, seen: [], ...at },
        {
          id: plateKey,
          write: { kind: 'booking.change_plate', bookingId: made?.booking_id, body: { plate: 'NEW 1' } },
          ...at,
        },
      ],
    })
    await pullOwn(phone)
    expect(await openKeysOf(phone)).toEqual({
      [lostKey]: 'unconfirmed',
      [plateKey]: 'unconfirmed',
    })
    expect(keysSent(phone)).toEqual([])
    expect(await bookingsOf(driver.client)).toMatchObject([{ plate: made?.plate }])
    // On the driver's tap each row is sent under its original key.
    for (const key of [lostKey, plateKey])
      expect(valueOf(await tryAgain(key, phone))).toMatchObject({ kind: 'booking' })
    expect(keysSent(phone)).toEqual([lostKey, plateKey])
    expect(await bookingsOf(driver.client)).toHaveLength(2)
    expect(await openKeysOf(phone)).toEqual({})
    await phone.settled()
  },
)

test.each(['sending', 'unknown'])(
  'money that the release before left %s: what arrived is found, what did not waits for its driver; nothing moves twice',
  async (state) => {
    const driver = await newDriver()
    await payIn(provider, driver.phone)
    const at = { state, createdAt: provider.clock.now() }
    const startedKey = await arrived(driver.client, addFunds({ amount: 900, currency: 'CAD' }))
    const heldKey = await arrived(driver.client, requestWithdrawal(MONEY))
    const [lostTopUp, lostWithdrawal, draft] = [newKey(), newKey(), newKey()]
    const phone = await upgradedPhone(driver, {
      paymentWishes: [
        { id: startedKey, wish: { kind: 'top_up', amountMinor: 900, currency: 'CAD' }, ...at },
        { id: heldKey, wish: { kind: 'withdrawal', ...MONEY }, ...at },
        { id: lostTopUp, wish: { kind: 'top_up', amountMinor: 700, currency: 'CAD' }, ...at },
        { id: lostWithdrawal, wish: { kind: 'withdrawal', ...MONEY, amountMinor: 500 }, ...at },
        { id: draft, wish: { kind: 'top_up', amountMinor: 800, currency: 'CAD' }, ...at, state: 'kept' },
      ],
    })
    await pullOwn(phone)
    expect(await openKeysOf(phone)).toEqual({
      [lostTopUp]: 'unconfirmed',
      [lostWithdrawal]: 'unconfirmed',
      [draft]: 'queued',
    })
    expect(keysSent(phone)).toEqual([])
    expect((await readOpenPayments('CAD', phone.dbs)).map(({ payment }) => payment.amount)).toEqual([900])
    expect(valueOf(await loadWithdrawals('CAD', phone)).withdrawals).toHaveLength(1)
    valueOf(await tryAgain(lostWithdrawal, phone))
    valueOf(await tryAgain(draft, phone))
    expect(keysSent(phone)).toEqual([lostWithdrawal, draft])
    expect(valueOf(await loadWithdrawals('CAD', phone)).withdrawals).toHaveLength(2)
    await phone.settled()
  },
)

const cancelOf = ({ booking_id: bookingId }: Booking) => ({ kind: 'booking.cancel', bookingId, minRefundMinor: 0 })

test('an outbox that the release before left is sent with its keys: what had arrived has no second effect, what was settled stays so', async () => {
  const driver = await newDriver()
  const { phone: before, client, userId } = driver
  const bookings = []
  for (let count = 0; count < 3; count += 1)
    bookings.push(
      valueOf(
        await bookPark(
          stayAt(provider, await insertTestPark(provider.deps.db), { plate: `P ${String(count)}` }),
          before,
        ),
      ),
    )
  await before.settled()
  const [cancelled, extended, kept] = bookings as [Booking, Booking, Booking]
  const cancelKey = await arrived(client, cancelBooking({ bookingId: cancelled.booking_id, minRefund: 0 }))
  const extension = (booking: Booking) => ({
    kind: 'booking.extend',
    bookingId: booking.booking_id,
    baseEnd: booking.end_time,
    newEnd: new Date(Date.parse(booking.end_time) + HOUR_MS).toISOString(),
    maxPriceMinor: 1_000,
    notAfter: booking.end_time,
  })
  const wanted = extension(extended)
  const body = {
    booking_id: wanted.bookingId,
    new_end_time: wanted.newEnd,
    base_end_time: wanted.baseEnd,
    max_price: 1_000,
  }
  const extendKey = await arrived(client, extendBooking(body))
  const [queuedKey, refusedKey] = [newKey(), newKey()]
  const sent = { state: 'sending', attempts: 1, firstSentAt: provider.clock.now() }
  const row = (id: string, command: { kind: string; bookingId: string }, changes: object) =>
    oldOutboxRow(
      { id, owner: ownerOf(userId), command, entity: `booking:${command.bookingId}` },
      { createdAt: provider.clock.now(), ...changes },
    )
  const phone = await upgradedPhone(driver, {
    outbox: [
      row(cancelKey, cancelOf(cancelled), { ...sent, seq: 1 }),
      // The try had ended with an unknown outcome.
      row(extendKey, wanted, { ...sent, state: 'queued', seq: 2 }),
      row(queuedKey, extension(kept), { seq: 3 }),
      row(refusedKey, extension(cancelled), { state: 'rejected', attempts: 1, seq: 4 }),
      row(newKey(), extension(kept), { state: 'discarded', seq: 5 }),
      row(newKey(), extension(kept), { state: 'done', attempts: 1, seq: 6 }),
    ],
    seq: 6,
  })
  expect((await rowsOf(phone)).map(({ state }) => state)).toEqual([
    'done',
    'done',
    'done',
    'rejected',
    'discarded',
    'done',
  ])
  expect(keysSent(phone).toSorted()).toEqual([cancelKey, extendKey, queuedKey].toSorted())
  const now = new Map((await bookingsOf(client)).map((booking) => [booking.booking_id, booking]))
  expect(now.get(cancelled.booking_id)).toMatchObject({ status: 'cancelled', version: cancelled.version + 1 })
  for (const booking of [extended, kept])
    expect(now.get(booking.booking_id)).toMatchObject({ version: booking.version + 1 })
})
