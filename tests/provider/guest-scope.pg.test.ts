import { afterAll, beforeAll, expect, it } from 'vitest'
import { codeOf, expectRefusal } from './support/accounts.ts'
import { mustBook, createDriver, newKey } from './support/test-driver.ts'
import { mustStartGuest, type TestGuest } from './support/test-guests.ts'
import { insertTestPark } from './support/test-parks.ts'
import { startTestProvider, type TestProvider } from './support/test-provider.ts'

let provider: TestProvider
let guest: TestGuest
beforeAll(async () => {
  provider = await startTestProvider()
  guest = await mustStartGuest(provider)
})
afterAll(() => provider.close())

/** The routes that a guest's bookings need. Every other route, including those of later releases, is for accounts. */
const OPEN = [
  'GET /api/v1/bookings/list',
  'GET /api/v1/bookings/{code}',
  'GET /api/v1/bookings/{code}/proof',
  'POST /api/v1/bookings',
  'POST /api/v1/bookings/extend',
  'POST /api/v1/bookings/{id}/move',
  'POST /api/v1/bookings/{id}/overstay',
  'POST /api/v1/bookings/{id}/shorten',
  'PUT /api/v1/bookings/{id}/status',
  'PUT /api/v1/bookings/{id}/event',
  'PUT /api/v1/bookings/{id}/vehicle',
  'POST /api/v1/parks/{park}/problems',
  'GET /api/v1/payments',
  'GET /api/v1/payments/{reference}',
  'POST /api/create-payment-intent',
  'POST /api/v1/wallet/verify-payment',
  'POST /api/v1/wallet/add-funds',
  'GET /api/v1/wallet',
  'GET /api/v1/wallet/transactions',
  'GET /api/v1/receipts/{number}',
  'GET /api/v1/requests/{key}',
  'DELETE /api/v1/requests/{key}',
  'GET /api/v1/push/subscriptions',
  'POST /api/v1/push/subscriptions',
  'GET /api/v1/push/subscriptions/{id}',
  'DELETE /api/v1/push/subscriptions/{id}',
  'POST /api/v1/contact',
  'POST /api/v1/front/guest/keep',
  'POST /api/v1/front/guest/keep/confirm',
]

interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly security?: readonly unknown[] }>>>>
}

async function listSecured(): Promise<readonly string[]> {
  const { paths } = (await (await provider.request('GET', '/api/v1/openapi.json')).json()) as Description
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { security }]) => security !== undefined)
      .map(([method]) => `${method.toUpperCase()} ${path}`),
  )
}

const ask = (route: string, token: string): Promise<Response> => {
  const [method = '', path = ''] = route.split(' ')
  const body = method === 'GET' || method === 'DELETE' ? {} : { body: {} }
  return provider.request(method, path.replaceAll(/\{\w+\}/g, newKey()), { token, key: newKey(), ...body })
}

it('a guest’s token opens exactly what its bookings need, of all routes that want a token', async () => {
  const secured = await listSecured()
  expect(secured.length).toBeGreaterThan(40)
  const open: string[] = []
  for (const route of secured) {
    const answer = await ask(route, await guest.token())
    // Attendant and operator routes accept no driver's token at all.
    if (answer.status === 401) expect(route).toMatch(/attendant|check|device|pair|day-list|operator|console/)
    else if ((await codeOf(answer.clone())) !== 'guest_not_allowed') open.push(route)
    else expect(answer.status).toBe(403)
  }
  expect(open.toSorted()).toEqual(OPEN.toSorted())
})

it('another spelling of a closed address opens it no more than the right one', async () => {
  const token = await guest.token()
  for (const path of [
    '/api/v1/bookings/../user/vehicles',
    '/api/v1/user/vehicles/',
    '/api/v1//bookings/%2e%2e/wallet/withdrawals',
  ])
    expect((await provider.request('GET', path, { token })).status).not.toBe(200)
})

it('an open address shows a guest nothing of anybody else', async () => {
  const park = await insertTestPark(provider.deps.db)
  const driver = await createDriver(provider)
  const booking = await mustBook(provider, driver, { parkId: park.id })
  const token = await guest.token()
  const code = booking.booking_code
  await expectRefusal(await provider.request('GET', `/api/v1/bookings/${code}`, { token }), 404, 'booking_not_found')
  await expectRefusal(
    await provider.request('GET', `/api/v1/bookings/${code}/proof`, { token }),
    404,
    'booking_not_found',
  )
  const cancelled = await provider.request('PUT', `/api/v1/bookings/${booking.booking_id}/status?status=cancelled`, {
    token,
    key: newKey(),
  })
  await expectRefusal(cancelled, 404, 'booking_not_found')
})
