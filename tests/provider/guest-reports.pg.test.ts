import { afterAll, beforeAll, expect, it } from 'vitest'
import { DAY_MS } from '../../src/domain/instant.ts'
import { expectRefusal, lastCode, signUp } from './support/accounts.ts'
import { checkoutSteps } from './support/test-checkout.ts'
import { newKey } from './support/test-driver.ts'
import { mustStartGuest, postConfirm, postGuest, postKeep, type TestGuest } from './support/test-guests.ts'
import { insertTestPark, type TestPark } from './support/test-parks.ts'
import { onPage } from './support/test-payments.ts'
import { startTestProvider, type TestProvider } from './support/test-provider.ts'

let provider: TestProvider
let guest: TestGuest
let park: TestPark
beforeAll(async () => {
  provider = await startTestProvider({ poolSize: 8 })
  park = await insertTestPark(provider.deps.db, { capacity: 20 })
})
afterAll(() => provider.close())

const { mustCheckout } = checkoutSteps(() => ({ provider, driver: guest, park }))

const report = async (booking?: string): Promise<Response> =>
  provider.request('POST', `/api/v1/parks/${String(park.id)}/problems`, {
    token: await guest.token(),
    key: newKey(),
    body: booking === undefined ? { kind: 'closed', text: null } : { kind: 'full', text: null, booking_id: booking },
  })

it('a guest reports about a booking of their own, and about nothing else', async () => {
  guest = await mustStartGuest(provider, { email: `report-${newKey()}@example.test` })
  await expectRefusal(await report(), 403, 'guest_not_allowed')
  const { booking, reference } = await mustCheckout()
  await onPage(provider, reference, 'pay')
  expect((await report(booking.booking_id)).status).toBe(201)
})

it('what a guest reported goes along into the account, and does not keep later guests from beginning', async () => {
  const email = `moved-${newKey()}@example.test`
  await signUp(provider, email, { country_code: 'CA' })
  guest = await mustStartGuest(provider, { email })
  const { booking, reference } = await mustCheckout()
  await onPage(provider, reference, 'pay')
  expect((await report(booking.booking_id)).status).toBe(201)
  expect((await postKeep(provider, guest, email)).status).toBe(202)
  const kept = await postConfirm(provider, guest, { code: await lastCode(provider, email) })
  expect(kept.status).toBe(200)
  const rows = await provider.deps.db.query('select 1 from park_problems where user_id = $1', [guest.userId])
  expect(rows).toEqual([])
  await provider.deps.db.query(`update users set created_at = created_at - $1 * interval '1 millisecond'`, [3 * DAY_MS])
  expect((await postGuest(provider, { email: `later-${newKey()}@example.test` })).status).toBe(201)
})
