import { expect, test } from 'vitest'
import type { AddFunds, BookingCheckout, Withdrawal } from '../../../src/contract/payments.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/domain/instant.ts'
import type { Answered, Asked } from './both.ts'
import { codeOf, dataIn, Scenes, SINGLE } from './scenes.ts'

const scenes = Scenes.play()
const { book, compare, iso, look, mustBook, newKey, write } = scenes

const addFunds = (amount: number, asked: Partial<Asked> = {}): Promise<Answered> =>
  write({ method: 'POST', path: '/wallet/add-funds', body: { amount }, ...asked })
const topUpIn = (answered: Answered): AddFunds => dataIn(answered) as AddFunds
const verify = (reference: string, asked: Partial<Asked> = {}): Promise<Answered> =>
  write({ method: 'POST', path: `/wallet/verify-payment?payment_reference=${reference}`, ...asked })
const statusIn = ({ body }: Answered): unknown => (body as { status?: unknown }).status
/** Does what the buttons of the sandbox gateway's page do; the gateway then calls the provider's webhook. */
const pay = (reference: string, outcome: string): Promise<Answered> =>
  scenes.both.ask({ method: 'POST', path: `/sandbox/pay/${reference}?outcome=${outcome}` })

const checkout = (changes: Record<string, unknown> = {}, asked: Partial<Asked> = {}): Promise<Answered> =>
  book({ park_id: SINGLE, payment_method: 'gateway', ...changes }, asked)
const checkoutIn = (answered: Answered): BookingCheckout => dataIn(answered) as BookingCheckout

const withdraw = (amount: number, asked: Partial<Asked> = {}): Promise<Answered> =>
  write({ method: 'POST', path: '/wallet/withdrawals', body: { amount, currency: 'CAD' }, ...asked })
const withdrawalIn = (answered: Answered): Withdrawal => dataIn(answered) as Withdrawal
const takeBack = (id: string, as = 0): Promise<Answered> =>
  write({ method: 'DELETE', path: `/wallet/withdrawals/${id}`, as })

async function topUp(amount: number): Promise<string> {
  const { reference } = topUpIn(await addFunds(amount))
  await pay(reference, 'pay')
  return reference
}

/** Reads what a phone reads about its money. */
async function lookAtMoney(): Promise<void> {
  for (const as of [0, 1])
    for (const path of ['/payments?size=100', '/payments?size=2&page=2&currency=CAD', '/wallet/withdrawals?size=100'])
      await look(path, as)
  await look('/wallet/withdrawable')
  await look('/wallet/transactions?size=100')
  await compare()
}

test('a top-up is started once under its key, paid at the gateway, and credited once', async () => {
  const key = newKey()
  const { reference } = topUpIn(await addFunds(2_000, { key }))
  expect((await addFunds(2_000, { key })).headers['idempotent-replayed']).toBe('true')
  expect(codeOf(await addFunds(2_001, { key }))).toBe('idempotency_key_reused')
  expect(statusIn(await verify(reference))).toBe('pending')
  await pay(reference, 'duplicate')
  const verified = newKey()
  expect(statusIn(await verify(reference, { key: verified }))).toBe('success')
  expect((await verify(reference, { key: verified })).headers['idempotent-replayed']).toBe('true')
  expect(codeOf(await verify(reference, { as: 1 }))).toBe('payment_not_found')
  expect(codeOf(await addFunds(1))).toBe('amount_out_of_range')
  await lookAtMoney()
})

test.each(['fail', 'abandon', 'delay'])(
  'a top-up that the driver meets with "%s" is what the gateway says',
  async (outcome) => {
    const { reference } = topUpIn(await addFunds(2_500))
    await pay(reference, outcome)
    await verify(reference)
    await look(`/payments/${reference}`)
    scenes.both.advance(MINUTE_MS)
    await verify(reference)
    scenes.both.advance(2 * HOUR_MS)
    await scenes.both.runJobs()
    await verify(reference)
    await lookAtMoney()
  },
)

test('a payment that nobody came back for is settled by the job, late ones too', async () => {
  const [soon, late, never] = [
    topUpIn(await addFunds(3_000)).reference,
    topUpIn(await addFunds(3_100)).reference,
    topUpIn(await addFunds(3_200)).reference,
  ]
  await pay(soon, 'delay')
  scenes.both.advance(MINUTE_MS)
  await scenes.both.runJobs()
  expect(dataIn(await look(`/payments/${soon}`))).toMatchObject({ state: 'succeeded' })
  scenes.both.advance(31 * MINUTE_MS)
  await scenes.both.runJobs()
  expect(dataIn(await look(`/payments/${never}`))).toMatchObject({ state: 'expired' })
  await pay(late, 'pay')
  expect(dataIn(await look(`/payments/${late}`))).toMatchObject({ state: 'succeeded_late' })
  await lookAtMoney()
})

test('a space is held while its gateway is paid, and booked when it was', async () => {
  const key = newKey()
  const { booking, reference } = checkoutIn(await checkout({}, { key }))
  expect((await checkout({}, { key })).headers['idempotent-replayed']).toBe('true')
  expect(codeOf(await book({ park_id: SINGLE }, { as: 1 }))).toBe('park_full')
  await pay(reference, 'pay')
  expect(statusIn(await verify(reference))).toBe('success')
  expect(dataIn(await look(`/bookings/${booking.booking_code}`))).toMatchObject({ status: 'active', hold_until: null })
  await lookAtMoney()
})

test('a hold that runs out is given back; its late payment is booked again, or credited where the space is gone', async () => {
  const first = checkoutIn(await checkout())
  scenes.both.advance(16 * MINUTE_MS)
  await scenes.both.runJobs()
  expect(dataIn(await look(`/bookings/${first.booking.booking_code}`))).toMatchObject({ status: 'cancelled' })
  await pay(first.reference, 'pay')
  expect(dataIn(await look(`/payments/${first.reference}`))).toMatchObject({ outcome: 'booked', reason: 'rebooked' })
  const times = { start_time: iso(300), end_time: iso(360) }
  const second = checkoutIn(await checkout(times))
  scenes.both.advance(16 * MINUTE_MS)
  await scenes.both.runJobs()
  await mustBook({ park_id: SINGLE, start_time: iso(284), end_time: iso(344) }, { as: 1 })
  await pay(second.reference, 'pay')
  expect(dataIn(await look(`/payments/${second.reference}`))).toMatchObject({ outcome: 'credited', reason: 'no_space' })
  await lookAtMoney()
})

test('a new checkout of the same stay gives the earlier hold up, and a failed payment gives its space back', async () => {
  const first = checkoutIn(await checkout({ start_time: iso(600), end_time: iso(660) }))
  const second = checkoutIn(await checkout({ start_time: iso(600), end_time: iso(660) }))
  await pay(second.reference, 'fail')
  await pay(first.reference, 'pay')
  expect(dataIn(await look(`/payments/${first.reference}`))).toMatchObject({ outcome: 'credited', reason: 'closed' })
  expect((await book({ park_id: SINGLE, start_time: iso(600), end_time: iso(660) }, { as: 1 })).status).toBe(201)
  await lookAtMoney()
})

test('money is asked back, taken back within ten minutes, and else paid the way it came', async () => {
  const [first, second] = [await topUp(4_000), await topUp(5_000)]
  const key = newKey()
  const asked = withdrawalIn(await withdraw(6_000, { key }))
  expect((await withdraw(6_000, { key })).headers['idempotent-replayed']).toBe('true')
  await look('/wallet')
  expect(withdrawalIn(await takeBack(asked.id)).state).toBe('cancelled')
  expect(withdrawalIn(await takeBack(asked.id)).state).toBe('cancelled')
  expect(codeOf(await takeBack(asked.id, 1))).toBe('not_found')
  expect(codeOf(await withdraw(100_000_000))).toBe('amount_out_of_range')
  const again = withdrawalIn(await withdraw(6_000))
  scenes.both.advance(9 * MINUTE_MS)
  await scenes.both.runJobs()
  await lookAtMoney()
  scenes.both.advance(2 * MINUTE_MS)
  await scenes.both.runJobs()
  expect(withdrawalIn(await takeBack(again.id)).state).toBe('paid')
  for (const reference of [first, second]) await look(`/payments/${reference}`)
  await lookAtMoney()
})

test('a key is forgotten after thirty days, and acts again then', async () => {
  const key = newKey()
  await topUp(2_000)
  await withdraw(500, { key })
  scenes.both.advance(30 * DAY_MS)
  await scenes.both.runJobs()
  expect((await withdraw(500, { key })).headers['idempotent-replayed']).toBe('true')
  scenes.both.advance(1)
  await scenes.both.runJobs()
  expect((await withdraw(500, { key })).headers['idempotent-replayed']).toBeNull()
  await lookAtMoney()
})
