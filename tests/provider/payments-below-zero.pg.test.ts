import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { must } from '../../src/lib/assert.ts'
import type { Booking } from '../../src/contract/bookings.ts'
import { reconcileAll } from '../../provider/cli/reconcile.ts'
import { deleteAccount } from '../../provider/services/delete-account.ts'
import {
  balanceOf,
  bookingBody,
  createDriver,
  mustBook,
  newKey,
  postBooking,
  type TestDriver,
} from './support/test-driver.ts'
import { expectSoundMoney, payIn, sendAs } from './support/test-money.ts'
import { getPayment, onPage } from './support/test-payments.ts'
import { insertTestPark, type TestPark } from './support/test-parks.ts'
import { startTestProvider, type TestProvider } from './support/test-provider.ts'

const DAY_MS = 86_400_000

let provider: TestProvider
let driver: TestDriver
let park: TestPark
let reference: string

beforeAll(async () => {
  provider = await startTestProvider({ poolSize: 12 })
  park = await insertTestPark(provider.deps.db, { capacity: 100 })
})
afterAll(() => provider.close())
beforeEach(async () => {
  driver = await createDriver(provider)
  reference = await topUp(3_000)
})

const topUp = (amount: number): Promise<string> => payIn(provider, driver, amount)

const balance = (): Promise<number> => balanceOf(provider, driver)

const send = (method: string, path: string, body?: unknown): Promise<Response> =>
  sendAs(provider, driver, { method, path, body })

/** Spends most of the credit: nine stays of C$10.50. */
async function spendMost(): Promise<void> {
  for (let count = 0; count < 9; count += 1)
    await mustBook(provider, driver, { parkId: park.id, minutes: 600, fromMinutes: 60 + count * 1440 })
}

const expectSound = (): Promise<void> => expectSoundMoney(provider, reference)

describe('a wallet below zero', () => {
  beforeEach(async () => {
    await spendMost()
    expect(await balance()).toBe(3_550)
    await topUp(500)
    await mustBook(provider, driver, { parkId: park.id, minutes: 600, fromMinutes: 60 + 20 * 1440 })
    await mustBook(provider, driver, { parkId: park.id, minutes: 600, fromMinutes: 60 + 21 * 1440 })
    await onPage(provider, reference, 'reverse')
    expect(await balance()).toBe(-1_050)
  })

  it('books nothing, from the wallet or through a gateway, and says why in both languages', async () => {
    const wanted = { parkId: park.id, fromMinutes: 60 + 30 * 1440 }
    const refused = await postBooking(provider, driver, wanted)
    expect([refused.status, await refused.json()]).toMatchObject([
      409,
      {
        code: 'wallet_below_zero',
        balance: -1_050,
        missing: 1_500,
        currency: 'CAD',
        detail: 'A payment into your wallet was taken back, so your balance is −C$10.50. Top up to book or extend.',
      },
    ])
    const gateway = await postBooking(provider, driver, { ...wanted, changes: { payment_method: 'gateway' } })
    expect(await gateway.json()).toMatchObject({ code: 'wallet_below_zero' })
    const options = { token: await driver.token(), key: newKey(), headers: { 'accept-language': 'fr' } }
    const french = await provider.request('POST', '/api/v1/bookings', {
      ...options,
      body: bookingBody(provider, wanted),
    })
    expect(((await french.json()) as { detail: string }).detail).toContain('a été repris')
    expect(await (await send('GET', '/wallet/withdrawable?currency=CAD')).json()).toMatchObject({
      data: { withdrawable: 0 },
    })
    await expectSound()
  })

  it('extends nothing either, while bookings that were paid stay, and gives back what a cancelled one cost', async () => {
    const { items } = (await (await send('GET', '/bookings/list?size=50')).json()) as { items: Booking[] }
    const booking = must(items[0], 'a booking')
    const extended = await send('POST', '/bookings/extend', {
      booking_id: booking.booking_id,
      base_end_time: booking.end_time,
      new_end_time: new Date(Date.parse(booking.end_time) + 24 * 3_600_000).toISOString(),
      max_price: 10_000,
    })
    expect([extended.status, await extended.json()]).toMatchObject([409, { code: 'wallet_below_zero' }])
    expect(items).toHaveLength(11)
    expect(items.every(({ status }) => status === 'active')).toBe(true)
    expect((await send('PUT', `/bookings/${booking.booking_id}/status?status=cancelled`)).status).toBe(200)
    expect(await balance()).toBe(0)
    await expectSound()
  })

  it('is counted for the operator, and is no difference', async () => {
    const { lines } = await reconcileAll(provider.deps.db, provider.deps)
    expect(lines.find((line) => line.includes('below zero'))).toMatch(
      /^CAD: \d+ wallets below zero, C\$\d+\.\d\d owed$/,
    )
    expect(lines.at(-1)).toBe('0 differences')
  })

  it('is filled by a top-up first, and spends again what is above zero', async () => {
    await topUp(1_000)
    expect(await balance()).toBe(-50)
    expect((await postBooking(provider, driver, { parkId: park.id, fromMinutes: 60 + 30 * 1440 })).status).toBe(409)
    await topUp(500)
    expect(await balance()).toBe(450)
    expect((await postBooking(provider, driver, { parkId: park.id, fromMinutes: 60 + 30 * 1440 })).status).toBe(201)
    expect(await balance()).toBe(0)
    await expectSound()
  })

  it('cannot be lowered by any other posting, below its floor or below zero after it has risen', async () => {
    const post = (amount: number, kind: string, key: string) =>
      provider.deps.db.query(
        `select post_to_wallet(wallet_id, $2, array['promo'], array[-$2::bigint], $4, $3, null, null, now())
           from wallets where user_id = $1 and currency = 'CAD'`,
        [driver.userId, amount, kind, key],
      )
    for (const kind of ['booking', 'extension', 'withdrawal', 'adjustment', 'refund', 'promo'])
      await expect(post(-1, kind, newKey())).rejects.toThrow('balance_minor')
    await post(1_000, 'promo', newKey())
    await expect(post(-1, 'adjustment', newKey())).rejects.toThrow('balance_minor')
    await post(100, 'promo', newKey())
    await expect(post(-51, 'adjustment', newKey())).rejects.toThrow('balance_minor')
    await post(-50, 'adjustment', newKey())
    expect(await balance()).toBe(0)
  })

  it('keeps its account: it is not deleted to be rid of the hole', async () => {
    // The account's stays are over, so nothing else blocks the deletion.
    provider.clock.advance(40 * DAY_MS)
    const done = await provider.deps.db.transaction((tx) =>
      deleteAccount(tx, driver.userId, { giveUpMoney: true, nowMs: provider.clock.now() }),
    )
    expect(done).toEqual({ ok: false, error: { code: 'wallet_below_zero' } })
  })
})

it('a booking whose payment is under way while the wallet falls below zero is not made: the money fills the hole', async () => {
  await spendMost()
  const wanted = { parkId: park.id, fromMinutes: 60 + 30 * 1440, changes: { payment_method: 'gateway' } }
  const { data } = (await (await postBooking(provider, driver, wanted)).json()) as { data: { reference: string } }
  for (let count = 0; count < 3; count += 1)
    await mustBook(provider, driver, { parkId: park.id, minutes: 600, fromMinutes: 60 + (20 + count) * 1440 })
  expect(await balance()).toBe(400)
  await onPage(provider, reference, 'reverse')
  await onPage(provider, data.reference, 'pay')
  expect(await balance()).toBe(400 - 3_000 + 450)
  expect(await getPayment(provider, driver, data.reference)).toMatchObject({
    state: 'succeeded',
    outcome: 'credited',
    reason: 'wallet_below_zero',
  })
  await expectSound()
})
