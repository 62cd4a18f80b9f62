import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Booking } from '../../src/contract/bookings.ts'
import { insertCharge } from '../../provider/repositories/sandbox-charges.ts'
import { toUserId } from '../../src/domain/ids.ts'
import { uuid7 } from '../../src/lib/uuid7.ts'
import { codeOf } from './support/accounts.ts'
import { bookingBody, createDriver, mustBook, newKey, type TestDriver } from './support/test-driver.ts'
import { insertTestPark, type TestPark } from './support/test-parks.ts'
import { startTestProvider, type TestProvider } from './support/test-provider.ts'

let provider: TestProvider
let driver: TestDriver
let park: TestPark

beforeAll(async () => {
  provider = await startTestProvider()
  driver = await createDriver(provider)
  park = await insertTestPark(provider.deps.db, { capacity: 20 })
})
afterAll(() => provider.close())

const statusAndCode = async (answer: Response): Promise<unknown> => [answer.status, await codeOf(answer)]

async function send(method: string, path: string, sent: { readonly body: string; readonly type?: string }) {
  const headers = new Headers({ authorization: `Bearer ${await driver.token()}`, 'idempotency-key': newKey() })
  headers.set('content-type', sent.type ?? 'application/json')
  return provider.app.fetch(new Request(`http://localhost/api/v1${path}`, { method, headers, body: sent.body }))
}

const row = async () => {
  const [user] = await provider.deps.db.query(
    'select user_id, email, email_verified_at, disabled_at, guest, password_hash from users where user_id = $1',
    [driver.userId],
  )
  return user
}

async function firstName(): Promise<string> {
  const [user] = await provider.deps.db.query<{ first_name: string }>(
    'select first_name from users where user_id = $1',
    [driver.userId],
  )
  return user?.first_name ?? ''
}

describe('a stay of centuries', () => {
  const quote = (start: string, end: string): Promise<Response> =>
    provider.request('GET', `/api/v1/front/parks/${String(park.id)}/quote?start_time=${start}&end_time=${end}`)

  it('is refused before it is priced', async () => {
    const answer = await quote('2026-12-01T00:00:00Z', '9999-12-31T23:55:00Z')
    expect(await statusAndCode(answer)).toEqual([422, 'stay_too_long'])
  })

  it.each(['2027-12-01T00:00:00Z', '2099-01-01T00:00:00Z', '9999-12-31T23:55:00Z'])(
    'is refused as an extension to %s',
    async (newEnd) => {
      const booking: Booking = await mustBook(provider, driver, { parkId: park.id })
      const body = {
        booking_id: booking.booking_id,
        new_end_time: newEnd,
        base_end_time: booking.end_time,
        max_price: Number.MAX_SAFE_INTEGER,
      }
      const options = { token: await driver.token(), key: newKey(), body }
      const answer = await provider.request('POST', '/api/v1/bookings/extend', options)
      expect(await statusAndCode(answer)).toEqual([422, 'stay_too_long'])
    },
  )
})

describe('a park id that no park can have', () => {
  it.each([2 ** 31, Number.MAX_SAFE_INTEGER])('%d is an unknown park', async (parkId) => {
    const body = { ...bookingBody(provider, { parkId: park.id }), park_id: parkId }
    const options = { token: await driver.token(), key: newKey(), body }
    expect(await statusAndCode(await provider.request('POST', '/api/v1/bookings', options))).toEqual([
      404,
      'park_not_found',
    ])
  })
})

describe('an empty coordinate', () => {
  it('is no place in the Gulf of Guinea', async () => {
    const answer = await provider.request('GET', '/api/v1/parks/front/parks/?lat=&lng=')
    expect(await statusAndCode(answer)).toEqual([422, 'validation_failed'])
  })

  it('may be tiny', async () => {
    const answer = await provider.request('GET', '/api/v1/parks/front/parks/?lat=51.5&lng=-1e-7')
    expect(answer.status).toBe(200)
  })
})

it('more than 24 cells a call are refused', async () => {
  const cells = Array.from({ length: 25 }, (_, index) => index + 1).join(',')
  expect((await provider.request('GET', `/api/v1/parks/cells?cells=${cells}`)).status).toBe(422)
})

describe('a body that is not sent as JSON', () => {
  it.each(['text/plain', 'application/x-www-form-urlencoded'])('as %s is refused, not ignored', async (type) => {
    const answer = await send('PATCH', '/users/profile', { body: '{"first_name":"Awa"}', type })
    expect(await statusAndCode(answer)).toEqual([415, 'unsupported_media_type'])
  })

  it('with a charset is JSON all the same', async () => {
    const sent = { body: '{"first_name":"Awa"}', type: 'application/json; charset=utf-8' }
    expect((await send('PATCH', '/users/profile', sent)).status).toBe(200)
  })
})

describe('a value that comes twice', () => {
  it.each(['?country=CA&country=NG', '?country=CA&size=1&size=2'])(
    'in the query %s is refused, not chosen from',
    async (query) => {
      const answer = await provider.request('GET', `/api/v1/parks/front/parks/${query}`)
      expect(await statusAndCode(answer)).toEqual([422, 'validation_failed'])
    },
  )

  it('is not taken from another place than its own', async () => {
    const sent = { body: '{}' }
    expect((await send('PATCH', '/users/profile?first_name=Query', sent)).status).toBe(200)
    expect(await firstName()).not.toBe('Query')
  })
})

describe('fields that a driver may not set', () => {
  it.each(['user_id', 'email', 'email_verified_at', 'disabled_at', 'guest', 'password_hash', '__proto__'])(
    '%s is not set by a change of the profile',
    async (field) => {
      const before = await row()
      const value = field === '__proto__' ? '{"email":"thief@example.test"}' : '"thief@example.test"'
      await send('PATCH', '/users/profile', { body: `{"language":"en","${field}":${value}}` })
      expect(await row()).toEqual(before)
      expect(Object.keys(Object.prototype)).toEqual([])
    },
  )
})

describe('headers that come back', () => {
  it('are the request id, however short', async () => {
    const answer = await provider.request('GET', '/api/v1/countries', { headers: { 'x-request-id': 'a1' } })
    expect(answer.headers.get('x-request-id')).toBe('a1')
    const odd = await provider.request('GET', '/api/v1/countries', { headers: { 'x-request-id': 'a b' } })
    expect(odd.headers.get('x-request-id')).toMatch(/^[\da-f-]{36}$/)
  })

  it('are the idempotency key, on a refusal of any kind too', async () => {
    const unsigned = await provider.request('POST', '/api/v1/bookings', { key: 'lost-key-1', body: {} })
    expect([unsigned.status, unsigned.headers.get('idempotency-key')]).toEqual([401, 'lost-key-1'])
    const token = await driver.token()
    const empty = await provider.request('POST', '/api/v1/bookings', { token, key: 'lost-key-2', body: {} })
    expect([empty.status, empty.headers.get('idempotency-key')]).toEqual([422, 'lost-key-2'])
  })

  it('may be a key of one character', async () => {
    const body = bookingBody(provider, { parkId: park.id })
    const answer = await provider.request('POST', '/api/v1/bookings', { token: await driver.token(), key: '7', body })
    expect([answer.status, answer.headers.get('idempotency-key')]).toEqual([201, '7'])
  })
})

describe('a token that outlived its account', () => {
  it('is refused as a session, not as a failure of ours', async () => {
    const token = await provider.deps.tokens.sign(toUserId(uuid7()), uuid7())
    const body = bookingBody(provider, { parkId: park.id })
    const answer = await provider.request('POST', '/api/v1/bookings', { token, key: newKey(), body })
    expect(await statusAndCode(answer)).toEqual([401, 'token_invalid'])
  })
})

describe('a day that does not exist', () => {
  const report = (at: string) => ({
    report_id: uuid7(),
    ...{ at, source: 'page', name: 'Error', message: 'm', stack: '', path: '/' },
  })

  it.each(['2026-02-31T10:00:00Z', '2026-13-01T10:00:00Z', '0000-01-01T00:00:00Z'])(
    '%s of an error report is refused',
    async (at) => {
      const answer = await provider.request('POST', '/api/v1/telemetry', { body: report(at) })
      expect(await statusAndCode(answer)).toEqual([422, 'validation_failed'])
    },
  )

  it.each(['2026-02-28T10:00:00+23:59', '2026-02-28T10:00:00-23:59'])(
    '%s of an error report exists, although no database knows such an offset',
    async (at) => {
      expect((await provider.request('POST', '/api/v1/telemetry', { body: report(at) })).status).toBe(202)
    },
  )

  it.each(['2026-02-31', '2026-00-10', '0000-01-01'])('%s of a statement is refused', async (day) => {
    const token = await driver.token()
    for (const query of [`from=${day}`, `to=${day}`]) {
      const answer = await provider.request('GET', `/api/v1/wallet/statement.csv?${query}`, { token })
      expect(await statusAndCode(answer)).toEqual([422, 'validation_failed'])
    }
  })
})

it('the page of an automatic charge is not there: it was settled when it was made', async () => {
  await insertCharge(provider.deps.db, {
    ...{ reference: 'auto-1', kind: 'card', amountMinor: 500, currency: 'CAD', returnUrl: '' },
    ...{ settled: 'paid', nowMs: provider.clock.now() },
  })
  const headers = { accept: 'text/html' }
  for (const method of ['GET', 'POST']) {
    const answer = await provider.request(method, '/sandbox/pay/auto-1?outcome=pay', { headers })
    expect(await statusAndCode(answer)).toEqual([404, 'not_found'])
  }
})

it('a list is counted before what is in it is read: 60,000 transports of a passkey cost one complaint', async () => {
  const response = {
    clientDataJSON: 'e30',
    attestationObject: 'e30',
    transports: Array.from({ length: 60_000 }, () => 1),
  }
  const body = { name: 'Key', response: { id: 'a', rawId: 'a', type: 'public-key', response } }
  const answer = await provider.request('POST', '/api/v1/auth/passkeys', { token: await driver.token(), body })
  expect(answer.status).toBe(422)
  expect(((await answer.json()) as { errors: unknown }).errors).toMatchObject([
    { field: 'response.response.transports', code: 'too_long' },
  ])
})
