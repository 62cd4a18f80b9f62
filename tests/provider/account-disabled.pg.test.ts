import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { SessionWire } from '../../src/contract/auth.ts'
import type { Booking } from '../../src/contract/bookings.ts'
import { setDisabled } from '../../provider/repositories/users.ts'
import { codeOf, login, signUp } from './support/accounts.ts'
import { bookingBody, newKey } from './support/test-driver.ts'
import { insertTestPark, type TestPark } from './support/test-parks.ts'
import { startTestProvider, type TestProvider } from './support/test-provider.ts'

let provider: TestProvider
let park: TestPark
let session: SessionWire
let booking: Booking
let key: string

const EMAIL = 'disabled@example.test'
const DISABLED = [403, 'account_disabled']

beforeAll(async () => {
  provider = await startTestProvider()
  park = await insertTestPark(provider.deps.db, { capacity: 50 })
  await signUp(provider, EMAIL)
})
afterAll(() => provider.close())

const seen = async (answer: Response): Promise<unknown> => [answer.status, await codeOf(answer)]

const send = (method: string, path: string, options: { readonly body?: unknown; readonly key?: string } = {}) =>
  provider.request(method, `/api/v1${path}`, {
    token: session.access_token,
    ...(method === 'GET' ? {} : { key: newKey() }),
    ...options,
  })

const refresh = (): Promise<Response> =>
  provider.request('POST', '/api/v1/auth/refresh', { key: newKey(), body: { refresh_token: session.refresh_token } })

beforeEach(async () => {
  await setDisabled(provider.deps.db, EMAIL, null)
  session = (await (await login(provider, EMAIL)).json()) as SessionWire
  key = newKey()
  const booked = await send('POST', '/bookings', { body: bookingBody(provider, { parkId: park.id }), key })
  booking = ((await booked.json()) as { data: Booking }).data
  await setDisabled(provider.deps.db, EMAIL, provider.clock.now())
})

const reads = (): readonly string[] => [
  '/bookings/list',
  `/bookings/${booking.booking_code}`,
  '/user/vehicles/',
  '/wallet?currency=CAD',
  '/wallet/transactions?currency=CAD',
  '/payments',
  '/users/profile',
  `/requests/${key}`,
]

const writes = (): ReadonlyArray<readonly [string, string, unknown?]> => [
  ['POST', '/bookings', bookingBody(provider, { parkId: park.id })],
  ['PUT', `/bookings/${booking.booking_id}/status?status=cancelled`],
  ['PUT', `/bookings/${booking.booking_id}/vehicle`, { plate: 'NEW 1' }],
  ['POST', '/user/vehicles/', { plate: 'OWN 1', country_code: 'CA', vehicle_type_id: 1 }],
  ['POST', '/wallet/add-funds', { amount: 2_000, currency: 'CAD' }],
  ['POST', '/wallet/withdrawals', { amount: 2_000, currency: 'CAD' }],
  ['DELETE', `/requests/${key}`],
  ['PATCH', '/users/profile', { first_name: 'Awa' }],
]

describe('fault 11: once an account is disabled', () => {
  it('fault 11: every read with a token that has not expired yet says so, and not that the session is over', async () => {
    for (const path of reads())
      expect([path, ...((await seen(await send('GET', path))) as unknown[])]).toEqual([path, ...DISABLED])
  })

  it('fault 11: every write says so and has no effect', async () => {
    for (const [method, path, body] of writes())
      expect([path, ...((await seen(await send(method, path, { body }))) as unknown[])]).toEqual([path, ...DISABLED])
    await setDisabled(provider.deps.db, EMAIL, null)
    const { data } = (await (await send('GET', `/bookings/${booking.booking_code}`)).json()) as { data: Booking }
    expect(data).toEqual(booking)
  })

  it('fault 11: a resend under a known key says so too, and finds its answer once the account is open again', async () => {
    const body = bookingBody(provider, { parkId: park.id })
    expect(await seen(await send('POST', '/bookings', { body, key }))).toEqual(DISABLED)
    await setDisabled(provider.deps.db, EMAIL, null)
    const again = await send('POST', '/bookings', { body, key })
    expect(((await again.json()) as { data: Booking }).data).toEqual(booking)
  })

  it('fault 11: what was refused to it never happens, when a late copy arrives after it is open again either', async () => {
    const body = bookingBody(provider, { parkId: park.id })
    const late = newKey()
    expect(await seen(await send('POST', '/bookings', { body, key: late }))).toEqual(DISABLED)
    await setDisabled(provider.deps.db, EMAIL, null)
    expect(await seen(await send('POST', '/bookings', { body, key: late }))).toEqual([409, 'request_withdrawn'])
  })

  it('fault 11: a refresh and a sign-in say so; the refresh uses nothing up', async () => {
    provider.clock.advance(16 * 60_000)
    expect(await seen(await send('GET', '/bookings/list'))).toEqual([401, 'token_expired'])
    expect(await seen(await refresh())).toEqual(DISABLED)
    expect(await seen(await login(provider, EMAIL))).toEqual(DISABLED)
    await setDisabled(provider.deps.db, EMAIL, null)
    expect((await refresh()).status).toBe(200)
  })

  it('fault 11: what needs no account answers as ever, signing out included', async () => {
    expect((await send('GET', `/front/parks/${String(park.id)}`)).status).toBe(200)
    const out = await provider.request('POST', '/api/v1/auth/logout', {
      body: { refresh_token: session.refresh_token },
    })
    expect(out.status).toBe(204)
  })
})
