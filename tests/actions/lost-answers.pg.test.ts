import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { removeRequest, tryAgain } from '../../src/actions/requests.online.ts'
import { bookPark } from '../../src/actions/bookings.online.ts'
import { verifyPayment } from '../../src/actions/payments.online.ts'
import { loadWithdrawals, requestWithdrawal, topUp } from '../../src/actions/wallet.online.ts'
import { listBookings } from '../../src/api/bookings.ts'
import { readBookings } from '../../src/db/read/bookings.ts'
import { readOpenPayments } from '../../src/db/read/payments.ts'
import { readWallet } from '../../src/db/read/wallet.ts'
import { readPending } from '../../src/outbox/read.ts'
import { pullOwn } from '../../src/sync/pull/pull-own.ts'
import { pullWallet } from '../../src/sync/pull/pull-wallet.ts'
import { testPrice } from '../provider/support/test-driver.ts'
import { insertTestPark } from '../provider/support/test-parks.ts'
import { onPage } from '../provider/support/test-payments.ts'
import { startTestProvider, type TestProvider } from '../provider/support/test-provider.ts'
import { confirming } from '../provider/support/confirming.ts'
import { passing } from '../sync/support/outbox-phone.ts'
import { errorOf, lostKeyOf, payIn, signedInPhone, stayAt, userIdOf, valueOf } from '../sync/support/provider-phone.ts'
import { problemOf } from '../sync/support/small-provider.ts'
import { answerLost, holdingBack, type Line, type TestPhone } from '../sync/support/test-phone.ts'

let provider: TestProvider
beforeAll(async () => {
  provider = confirming(await startTestProvider())
})
afterAll(() => provider.close())

const WELCOME = 10_000
const isBooking = (request: Request): boolean => request.method === 'POST' && request.url.endsWith('/bookings')
const bookingKeys = ({ line }: TestPhone) =>
  line.sent.filter(({ method, path }) => method === 'POST' && path === '/bookings').map(({ key }) => key)
const madeBy = async (phone: TestPhone) => valueOf(await listBookings(phone.client, 1, 100)).items

async function balanceOf(phone: TestPhone): Promise<number | undefined> {
  valueOf(await pullWallet(phone, await userIdOf(phone), { currency: 'CAD' }))
  return (await readWallet('CAD', phone.dbs)).value?.balance
}

/** Delivers the first booking request but loses its answer; an intermediary answers every later one with `answer`. */
function lostThen(answer: () => Response): Line['through'] {
  let arrived = false
  return async (request, next) => {
    if (!isBooking(request)) return next(request)
    if (arrived) return answer()
    arrived = true
    await next(request)
    throw new TypeError('Failed to fetch')
  }
}

async function scene() {
  const [phone, park] = [await signedInPhone(provider), await insertTestPark(provider.deps.db)]
  return { phone, stay: stayAt(provider, park) }
}

test.each([
  ['429', () => problemOf(429, 'rate_limited', { 'retry-after': '1' })],
  ['401 of a sign-in page', () => new Response('<html>', { status: 401, headers: { 'content-type': 'text/html' } })],
  ['403 account_disabled', () => problemOf(403, 'account_disabled')],
  ['503', () => problemOf(503, 'unavailable')],
])(
  'a booking whose answer was lost and whose repeats get %s is not confirmed; the next tap for the stay is that booking',
  async (_answer, answer) => {
    const { phone, stay } = await scene()
    phone.line.through = lostThen(answer)
    const key = await lostKeyOf(bookPark(stay, phone))
    expect(await readPending(phone.dbs)).toMatchObject([{ id: key, lane: 'now', state: 'unconfirmed' }])
    expect(await lostKeyOf(bookPark(stay, phone))).toBe(key)
    phone.line.through = passing
    const booking = valueOf(await bookPark(stay, phone))
    await phone.settled()
    expect((await madeBy(phone)).map(({ booking_id: id }) => id)).toEqual([booking.booking_id])
    expect(new Set(bookingKeys(phone))).toEqual(new Set([key]))
    expect(await balanceOf(phone)).toBe(WELCOME - testPrice(60))
    expect(await readPending(phone.dbs)).toEqual([])
  },
)

test('a refusal after a lost answer is not believed before the provider was asked about the key: it is that booking', async () => {
  const { phone, stay } = await scene()
  phone.line.through = lostThen(() => problemOf(409, 'wallet_too_low'))
  const booking = valueOf(await bookPark(stay, phone))
  await phone.settled()
  expect((await madeBy(phone)).map(({ booking_id: id }) => id)).toEqual([booking.booking_id])
  expect(await readPending(phone.dbs)).toEqual([])
})

describe('a page that is killed while it books', () => {
  /** Throwing here simulates a killed page: nothing after it runs. */
  const killed = (): never => {
    throw new Error('killed')
  }

  test('fault 50: after the booking was made: it is found by its key at the next start, and nothing is sent again', async () => {
    const { phone, stay } = await scene()
    phone.line.through = async (request, next) => {
      const answer = await next(request)
      return isBooking(request) ? killed() : answer
    }
    await expect(bookPark(stay, phone)).rejects.toThrow('killed')
    const next = phone.restart()
    const [row] = await readPending(next.dbs)
    expect(row).toMatchObject({ lane: 'now', state: 'sending', attempts: 1 })
    expect((await pullOwn(next)).isWhole).toBe(true)
    expect(next.line.sent.map(({ method, path }) => `${method} ${path}`)).toContain(`GET /requests/${row?.id ?? ''}`)
    expect(bookingKeys(next)).toEqual([])
    expect((await readBookings(next.dbs)).value).toHaveLength(1)
    expect(await readPending(next.dbs)).toEqual([])
    // Another tap for the same stay returns that booking.
    const again = valueOf(await bookPark(stay, next))
    expect((await madeBy(next)).map(({ booking_id: id }) => id)).toEqual([again.booking_id])
    await next.settled()
    expect(await balanceOf(next)).toBe(WELCOME - testPrice(60))
  })

  test('fault 50: before the request left: it is shown as not confirmed, and the tap sends its key', async () => {
    const { phone, stay } = await scene()
    phone.line.through = (request, next) => (isBooking(request) ? killed() : next(request))
    await expect(bookPark(stay, phone)).rejects.toThrow('killed')
    const next = phone.restart()
    await pullOwn(next)
    const [row] = await readPending(next.dbs)
    expect(row).toMatchObject({ lane: 'now', state: 'unconfirmed' })
    expect(bookingKeys(next)).toEqual([])
    expect(valueOf(await tryAgain(row?.id ?? '', next))).toMatchObject({ kind: 'booking' })
    expect(bookingKeys(next)).toEqual([row?.id])
    expect(await madeBy(next)).toHaveLength(1)
    await next.settled()
  })
})

describe('a request that is given up while its straggler is on the way', () => {
  test('books nothing when it arrives after all', async () => {
    const { phone, stay } = await scene()
    const line = holdingBack(isBooking)
    phone.line.through = line.through
    const key = await lostKeyOf(bookPark(stay, phone))
    expect(valueOf(await removeRequest(key, phone))).toBe('discarded')
    const answers = await line.letArrive()
    expect(answers.map(({ status }) => status)).toEqual([409, 409, 409])
    for (const answer of answers) expect(await answer.json()).toMatchObject({ code: 'request_withdrawn' })
    expect(await madeBy(phone)).toEqual([])
    expect(await balanceOf(phone)).toBe(WELCOME)
  })

  test('holds no money when it arrives after all', async () => {
    const phone = await signedInPhone(provider)
    await payIn(provider, phone)
    const line = holdingBack((request) => request.method === 'POST' && request.url.endsWith('/withdrawals'))
    phone.line.through = line.through
    const key = await lostKeyOf(requestWithdrawal({ amountMinor: 1_000, currency: 'CAD' }, phone))
    expect(valueOf(await removeRequest(key, phone))).toBe('discarded')
    for (const answer of await line.letArrive()) expect(answer.status).toBe(409)
    expect(valueOf(await loadWithdrawals('CAD', phone)).withdrawals).toEqual([])
  })

  test('is not given up with no connection: it stays not confirmed', async () => {
    const { phone, stay } = await scene()
    const line = holdingBack(isBooking)
    phone.line.through = line.through
    const key = await lostKeyOf(bookPark(stay, phone))
    phone.line.through = () => Promise.reject(new TypeError('Failed to fetch'))
    provider.clock.advance(60_000)
    expect(errorOf(await removeRequest(key, phone))).toEqual({ kind: 'offline' })
    expect(await readPending(phone.dbs)).toMatchObject([{ id: key, state: 'unconfirmed' }])
  })
})

test('a top-up whose answer came without its key is removed only when the provider says that it was not done', async () => {
  const phone = await signedInPhone(provider)
  phone.line.through = async (request, next) => {
    const answer = await next(request)
    if (!request.url.endsWith('/wallet/add-funds')) return answer
    const headers = new Headers(answer.headers)
    headers.delete('idempotency-key')
    return new Response(answer.body, { status: answer.status, headers })
  }
  const key = await lostKeyOf(topUp({ amountMinor: 2_500, currency: 'CAD' }, phone))
  phone.line.through = passing
  expect(valueOf(await removeRequest(key, phone))).toBe('was_done')
  expect(await readPending(phone.dbs)).toEqual([])
  expect(await readOpenPayments('CAD', phone.dbs)).toHaveLength(1)
})

test('a question whose answer was lost tells nothing of what has happened since: a payment that is made meanwhile is made', async () => {
  const phone = await signedInPhone(provider)
  const { reference } = valueOf(await topUp({ amountMinor: 2_500, currency: 'CAD' }, phone)).payment
  await onPage(provider, reference, 'abandon')
  phone.line.through = answerLost(() => true, 99)
  await lostKeyOf(verifyPayment(reference, phone))
  await onPage(provider, reference, 'pay')
  const next = phone.restart()
  expect(valueOf(await verifyPayment(reference, next))).toMatchObject({ answer: { status: 'success' } })
  expect(await readPending(next.dbs)).toEqual([])
})
