import { afterAll, beforeAll, beforeEach, describe, expect, it, test, vi } from 'vitest'
import type { Booking } from '../../src/contract/bookings.ts'
import type { Vehicle } from '../../src/contract/vehicles.ts'
import type { Withdrawal } from '../../src/contract/payments.ts'
import { codeOf } from './support/accounts.ts'
import { codeOfPark, newNonce, pairPhone, type TestPhone, timeAfter } from './support/test-attendants.ts'
import { balanceOf, bookingBody, createDriver, mustBook, newKey, type TestDriver } from './support/test-driver.ts'
import { mustTopUp, onPage } from './support/test-payments.ts'
import { insertTestPark, type TestPark } from './support/test-parks.ts'
import { startTestProvider, type TestProvider } from './support/test-provider.ts'
import { confirming } from './support/confirming.ts'
import { expectKeyAtWork } from './support/keys-at-work.ts'

/** Requests per minute; the test's clock stands still, so no allowance is refilled. */
const PER_ADDRESS = 40
const PER_USER = 30

/** All phones in a test share one address, as behind a carrier's NAT. */
let provider: TestProvider
let driver: TestDriver
let park: TestPark
let token: string

beforeAll(async () => {
  provider = confirming(
    await startTestProvider({
      config: { requestsPerMinute: { perAddress: PER_ADDRESS, perUser: PER_USER } },
    }),
  )
})
afterAll(() => provider.close())
beforeEach(async () => {
  provider.clock.advance(60_000)
  driver = await createDriver(provider)
  park = await insertTestPark(provider.deps.db)
  token = await driver.token()
})

interface Sent {
  readonly method: string
  readonly path: string
  readonly body?: unknown
  readonly token?: string
}

const send = (sent: Sent, key: string): Promise<Response> =>
  provider.request(sent.method, `/api/v1${sent.path}`, { body: sent.body, token: sent.token ?? token, key })

/** Uses up the address's allowance, as other phones behind it would. */
async function exhaustAddress(): Promise<void> {
  for (let sent = 0; sent < PER_ADDRESS; sent += 1) await provider.request('GET', '/api/v1/countries')
  expect((await provider.request('GET', '/api/v1/countries')).status).toBe(429)
}

const dataOf = async <T>(answer: Response): Promise<T> => ((await answer.json()) as { data: T }).data

const book = (): Sent => ({ method: 'POST', path: '/bookings', body: bookingBody(provider, { parkId: park.id }) })
const statusOf = ({ booking_id: id }: Booking, query: string): Sent => ({
  method: 'PUT',
  path: `/bookings/${id}/status?${query}`,
})
const money = { amount: 2_000, currency: 'CAD' }

const fullHour = (booking: Booking): Sent => ({
  method: 'POST',
  path: '/bookings/extend',
  body: {
    booking_id: booking.booking_id,
    base_end_time: booking.end_time,
    new_end_time: new Date(Date.parse(booking.end_time) + 3_600_000).toISOString(),
    max_price: 9_999,
  },
})

async function mustAdd(): Promise<Vehicle> {
  const body = { plate: 'ADD 1', country_code: 'CA', vehicle_type_id: 1 }
  return dataOf(await send({ method: 'POST', path: '/user/vehicles/', body }, newKey()))
}

async function paidTopUp(): Promise<string> {
  const { reference } = await mustTopUp(provider, driver, { amount: money.amount })
  await onPage(provider, reference, 'pay')
  return reference
}

async function mustWithdraw(): Promise<Withdrawal> {
  await paidTopUp()
  return dataOf(await send({ method: 'POST', path: '/wallet/withdrawals', body: money }, newKey()))
}

async function checkIn(): Promise<Sent> {
  const code = await codeOfPark(provider, park.id)
  const phone: TestPhone = await pairPhone(provider, [code])
  const item = { nonce: newNonce(), park: code, plate: 'IN 1', direction: 'in', at: timeAfter(provider, 0) }
  return { method: 'POST', path: '/attendant/check-ins', body: { items: [item] }, token: phone.token }
}

/** One request for every keyed route, with the setup it needs. */
const WRITES: ReadonlyArray<readonly [name: string, make: () => Promise<Sent> | Sent]> = [
  ['a booking from the wallet', book],
  [
    'a booking that is paid at a gateway',
    () => ({ ...book(), body: bookingBody(provider, { parkId: park.id, changes: { payment_method: 'gateway' } }) }),
  ],
  ['an extension', async () => fullHour(await mustBook(provider, driver, { parkId: park.id }))],
  ['a cancel', async () => statusOf(await mustBook(provider, driver, { parkId: park.id }), 'status=cancelled')],
  [
    'a renewal',
    async () => {
      const booking = await mustBook(provider, driver, { parkId: park.id })
      await send(statusOf(booking, 'status=cancelled'), newKey())
      return statusOf(booking, `status=active&quoted_total=${String(booking.total)}&tariff_version=v1`)
    },
  ],
  [
    'another plate',
    async () => {
      const { booking_id: id } = await mustBook(provider, driver, { parkId: park.id })
      return { method: 'PUT', path: `/bookings/${id}/vehicle`, body: { plate: 'NEW 1' } }
    },
  ],
  [
    'a new vehicle',
    () => ({
      method: 'POST',
      path: '/user/vehicles/',
      body: { plate: 'OWN 1', country_code: 'CA', vehicle_type_id: 1 },
    }),
  ],
  [
    'an edited vehicle',
    async () => ({
      method: 'PUT',
      path: `/user/vehicles/${(await mustAdd()).id}`,
      body: { plate: 'OWN 2', country_code: 'CA', vehicle_type_id: 2 },
    }),
  ],
  ['a default vehicle', async () => ({ method: 'PUT', path: `/user/vehicles/${(await mustAdd()).id}/default` })],
  ['a deleted vehicle', async () => ({ method: 'DELETE', path: `/user/vehicles/${(await mustAdd()).id}` })],
  ['a top-up', () => ({ method: 'POST', path: '/wallet/add-funds', body: money })],
  [
    'a verification of a payment',
    async () => ({ method: 'POST', path: `/wallet/verify-payment?payment_reference=${await paidTopUp()}` }),
  ],
  [
    'a withdrawal',
    async () => {
      await paidTopUp()
      return { method: 'POST', path: '/wallet/withdrawals', body: money }
    },
  ],
  [
    'a withdrawal that is taken back',
    async () => ({ method: 'DELETE', path: `/wallet/withdrawals/${(await mustWithdraw()).id}` }),
  ],
  [
    'an automatic top-up',
    () => ({
      method: 'PUT',
      path: '/wallet/auto-top-up',
      body: { ...money, enabled: false, threshold: 500, monthly_cap: 9_000 },
    }),
  ],
  ['an attendant’s check-ins', checkIn],
]

describe('a known key is answered from the record before any limiter counts it', () => {
  it.each(WRITES)('%s', async (_name, make) => {
    const sent = await make()
    const key = newKey()
    const first = await send(sent, key)
    expect(first.ok, await first.clone().text()).toBe(true)
    await exhaustAddress()
    const again = await send(sent, key)
    expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([first.status, 'true'])
    expect(await again.text()).toBe(await first.text())
    const other = await send(sent, newKey())
    expect([other.status, await codeOf(other)]).toEqual([429, 'rate_limited'])
  })

  it('also where the driver’s own requests of the minute are used up', async () => {
    const key = newKey()
    const sent = book()
    const first = await send(sent, key)
    for (let n = 0; n < PER_USER; n += 1) await provider.request('GET', '/api/v1/bookings/list', { token })
    expect((await provider.request('GET', '/api/v1/bookings/list', { token })).status).toBe(429)
    const again = await send(sent, key)
    expect([again.status, await again.text()]).toEqual([201, await first.text()])
  })

  it('a twin in progress, another request under the key and one that was given up are told so', async () => {
    const booking = await mustBook(provider, driver, { parkId: park.id })
    const cancel = statusOf(booking, 'status=cancelled')
    const [key, withdrawn] = [newKey(), newKey()]
    await provider.request('DELETE', `/api/v1/requests/${withdrawn}`, { token })
    let first: Promise<Response> | undefined
    await provider.deps.db.transaction(async (tx) => {
      await tx.query('select 1 from bookings where booking_id = $1 for update', [booking.booking_id])
      first = send(cancel, key)
      await expectKeyAtWork(provider)
      await exhaustAddress()
      const twin = await send(cancel, key)
      expect([twin.status, await codeOf(twin)]).toEqual([409, 'idempotency_in_progress'])
    })
    expect((await first)?.status).toBe(200)
    expect(await codeOf(await send(statusOf(booking, 'status=cancelled&min_refund=1'), key))).toBe(
      'idempotency_key_reused',
    )
    expect(await codeOf(await send(cancel, withdrawn))).toBe('request_withdrawn')
  })

  it('so a booking whose answer was lost is found by its resend, and the next tap is not a second one', async () => {
    const before = await balanceOf(provider, driver)
    const [key, sent] = [newKey(), book()]
    const lost = await send(sent, key)
    await exhaustAddress()
    const resent = await send(sent, key)
    expect((await dataOf<Booking>(resent)).booking_id).toBe((await dataOf<Booking>(lost)).booking_id)
    provider.clock.advance(60_000)
    expect(await balanceOf(provider, driver)).toBe(before - 450)
  })
})

describe('the way past the limiters is nobody else’s', () => {
  const refusedWith = async (sent: Sent, key: string): Promise<unknown> => {
    const answer = await send(sent, key)
    return [answer.status, await codeOf(answer), answer.headers.get('idempotent-replayed')]
  }
  const LIMITED = [429, 'rate_limited', null]

  it('without the owner’s token a known key counts as any other request', async () => {
    const [key, sent] = [newKey(), book()]
    expect((await send(sent, key)).status).toBe(201)
    const stranger = await (await createDriver(provider)).token()
    await exhaustAddress()
    expect(await refusedWith({ ...sent, token: stranger }, key)).toEqual(LIMITED)
    expect(await refusedWith({ ...sent, token: 'not-a-token' }, key)).toEqual(LIMITED)
    expect((await provider.request('POST', '/api/v1/bookings', { key, body: sent.body })).status).toBe(429)
  })

  it('a token that has expired opens nothing', async () => {
    const [key, sent] = [newKey(), book()]
    expect((await send(sent, key)).status).toBe(201)
    provider.clock.advance(16 * 60_000)
    await exhaustAddress()
    expect(await refusedWith(sent, key)).toEqual(LIMITED)
  })

  test('a flood of one known key is counted like any other after as many as a driver has requests', async () => {
    const [key, sent] = [newKey(), book()]
    expect((await send(sent, key)).status).toBe(201)
    await exhaustAddress()
    const statuses: number[] = []
    for (let n = 0; n < PER_USER; n += 1) statuses.push((await send(sent, key)).status)
    expect(statuses.filter((status) => status === 201)).toHaveLength(PER_USER - 1)
    expect(statuses.at(-1)).toBe(429)
  })

  test('made-up tokens of attendants ask the database only so often', async () => {
    const sent = await checkIn()
    await exhaustAddress()
    const query = vi.spyOn(provider.deps.db, 'query')
    for (let n = 0; n < 100; n += 1) {
      const answer = await send({ ...sent, token: `bwd_${newKey()}` }, newKey())
      expect(answer.status).toBe(429)
    }
    expect(query.mock.calls.length).toBe(60)
    query.mockRestore()
  })
})
