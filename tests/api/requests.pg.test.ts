import { afterAll, beforeAll, expect, test } from 'vitest'
import { createBooking } from '../../src/api/bookings.ts'
import { askRequest, giveUpRequest } from '../../src/api/requests.ts'
import { bookingSingle, type CreateBookingBody } from '../../src/contract/bookings.ts'
import { vehicleSingle } from '../../src/contract/vehicles.ts'
import { bookingBody, newKey } from '../provider/support/test-driver.ts'
import { insertTestPark } from '../provider/support/test-parks.ts'
import { startTestProvider, type TestProvider } from '../provider/support/test-provider.ts'
import { errorOf, signedInPhone, valueOf } from '../sync/support/provider-phone.ts'

let provider: TestProvider
beforeAll(async () => {
  provider = await startTestProvider()
})
afterAll(() => provider.close())

async function scene() {
  const { client } = await signedInPhone(provider)
  const park = await insertTestPark(provider.deps.db)
  const body = bookingBody(provider, { parkId: park.id }) as unknown as CreateBookingBody
  return { client, key: newKey(), book: (key: string) => createBooking(body).send(client, key) }
}

test('what became of a booking is asked by its key, in the booking’s own shape', async () => {
  const { client, key, book } = await scene()
  expect(valueOf(await askRequest(client, { key, schema: bookingSingle }))).toEqual({ state: 'unknown' })
  const booking = valueOf(await book(key))
  const done = { state: 'done', status: 201, answer: { data: booking } }
  expect(valueOf(await askRequest(client, { key, schema: bookingSingle }))).toEqual(done)
  expect(valueOf(await giveUpRequest(client, { key, schema: bookingSingle }))).toEqual(done)
})

test('a stored answer that is not about what was asked for is not taken for one', async () => {
  const { client, key, book } = await scene()
  valueOf(await book(key))
  expect(errorOf(await askRequest(client, { key, schema: vehicleSingle }))).toMatchObject({ kind: 'invalid_response' })
  const isAnswer = (): boolean => false
  expect(errorOf(await askRequest(client, { key, schema: bookingSingle, isAnswer }))).toMatchObject({
    kind: 'invalid_response',
  })
})

test('a booking that was given up is refused when it arrives after all', async () => {
  const { client, key, book } = await scene()
  expect(valueOf(await giveUpRequest(client, { key, schema: bookingSingle }))).toEqual({ state: 'withdrawn' })
  expect(errorOf(await book(key))).toMatchObject({ kind: 'problem', status: 409, code: 'request_withdrawn' })
  expect(valueOf(await askRequest(client, { key, schema: bookingSingle }))).toEqual({ state: 'withdrawn' })
})
