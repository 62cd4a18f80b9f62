import { afterAll, beforeAll, expect, test } from 'vitest'
import { tryAgain } from '../../src/actions/requests.online.ts'
import { bookPark, renewBooking } from '../../src/actions/bookings.online.ts'
import { buyGift } from '../../src/actions/gifts.online.ts'
import { loadWithdrawals, requestWithdrawal, topUp } from '../../src/actions/wallet.online.ts'
import { refreshPayments } from '../../src/actions/payments.online.ts'
import { cancelBooking as sendCancel, listBookings } from '../../src/api/bookings.ts'
import { readBookings } from '../../src/db/read/bookings.ts'
import { readOpenPayments } from '../../src/db/read/payments.ts'
import { readPending } from '../../src/outbox/read.ts'
import { pullOwn } from '../../src/sync/pull/pull-own.ts'
import { newKey, testPrice } from '../provider/support/test-driver.ts'
import { insertTestPark } from '../provider/support/test-parks.ts'
import { startTestProvider, type TestProvider } from '../provider/support/test-provider.ts'
import { confirming } from '../provider/support/confirming.ts'
import { passing } from '../sync/support/outbox-phone.ts'
import { lostKeyOf, payIn, signedInPhone, stayAt, valueOf } from '../sync/support/provider-phone.ts'
import { answerLost, type TestPhone } from '../sync/support/test-phone.ts'

let provider: TestProvider
beforeAll(async () => {
  provider = confirming(await startTestProvider())
})
afterAll(() => provider.close())

/** A tab that waits between its tries as a page does, for a tenth of the time. */
const waiting = (tab: TestPhone): TestPhone => ({
  ...tab,
  wait: (ms) =>
    new Promise((resolve) => {
      setTimeout(resolve, ms / 10)
    }),
})

/** Two tabs of one phone: with shared Web Locks, and in a browser without them. */
const PAIRS = [
  ['', (tab: TestPhone) => [tab, tab.tab()] as const],
  [' where no lock keeps them apart', (tab: TestPhone) => [waiting(tab), waiting(tab.restart())] as const],
] as const

const isBooking = (request: Request): boolean => request.method === 'POST' && request.url.endsWith('/bookings')
const keysOf = (tabs: readonly TestPhone[], path: string): ReadonlySet<string | null> =>
  new Set(
    tabs.flatMap(({ line }) =>
      line.sent.filter((sent) => sent.method !== 'GET' && sent.path === path).map(({ key }) => key),
    ),
  )
const bookingsAtProvider = async (phone: TestPhone) => valueOf(await listBookings(phone.client, 1, 100)).items

interface Statement {
  readonly items: readonly { readonly amount: number }[]
}
async function debitsOf(phone: TestPhone): Promise<readonly number[]> {
  const { accessToken: token } = (await phone.dbs.session.session.get('session')) ?? { accessToken: '' }
  const path = '/api/v1/wallet/transactions?currency=CAD&page=1&size=50'
  const { items } = (await (await provider.request('GET', path, { token })).json()) as Statement
  return items.map(({ amount }) => amount).filter((amount) => amount < 0)
}

async function settleAll(tabs: readonly TestPhone[]): Promise<void> {
  for (const tab of tabs) await tab.settled()
}

test.each(PAIRS)(
  'fault 12: one stay booked in two tabs at once%s is one booking, and both tabs get it',
  async (_how, open) => {
    const tabs = open(await signedInPhone(provider))
    const stay = stayAt(provider, await insertTestPark(provider.deps.db))
    const answers = await Promise.all(tabs.map((tab) => bookPark(stay, tab)))
    const ids = answers.map((answer) => valueOf(answer).booking_id)
    expect(ids[0]).toBe(ids[1])
    await settleAll(tabs)
    expect((await bookingsAtProvider(tabs[0])).map(({ booking_id: id }) => id)).toEqual([ids[0]])
    expect(await debitsOf(tabs[0])).toEqual([-testPrice(60)])
    expect(keysOf(tabs, '/bookings').size).toBe(1)
    expect((await readBookings(tabs[1].dbs)).value).toHaveLength(1)
    expect(await readPending(tabs[0].dbs)).toEqual([])
  },
)

test.each(PAIRS)('fault 12: one withdrawal asked for in two tabs at once%s is one withdrawal', async (_how, open) => {
  const phone = await signedInPhone(provider)
  await payIn(provider, phone)
  const tabs = open(phone)
  const answers = await Promise.all(tabs.map((tab) => requestWithdrawal({ amountMinor: 1_000, currency: 'CAD' }, tab)))
  const ids = answers.map((answer) => valueOf(answer).id)
  expect(valueOf(await loadWithdrawals('CAD', phone)).withdrawals.map(({ id }) => id)).toEqual([ids[0]])
  expect(ids[1]).toBe(ids[0])
  expect(keysOf(tabs, '/wallet/withdrawals').size).toBe(1)
  await settleAll(tabs)
})

/** Delays the connection probe of the freshly opened `late` tab until the other tab's request is done. */
function untilDone(late: TestPhone, first: Promise<unknown>): void {
  const passOn = late.line.through
  late.line.through = async (request, next) => {
    if (request.url.endsWith('/health')) await first
    return passOn(request, next)
  }
}

test.each(PAIRS)(
  'fault 12: one withdrawal asked for in two tabs at once%s, one of which looks for a connection first, is one withdrawal',
  async (_how, open) => {
    const phone = await signedInPhone(provider)
    await payIn(provider, phone)
    const [tab, late] = open(phone)
    const amount = { amountMinor: 1_000, currency: 'CAD' } as const
    const first = requestWithdrawal(amount, tab)
    untilDone(late, first)
    const second = requestWithdrawal(amount, late)
    const ids = [valueOf(await first).id, valueOf(await second).id]
    expect(valueOf(await loadWithdrawals('CAD', phone)).withdrawals.map(({ id }) => id)).toEqual([ids[0]])
    expect(ids[1]).toBe(ids[0])
    await settleAll([tab, late])
  },
)

test.each(PAIRS)(
  'fault 12: one gift bought in two tabs at once%s, one of which looks for a connection first, is one gift',
  async (_how, open) => {
    const [tab, late] = open(await signedInPhone(provider))
    const gift = { amount: 1_000, currency: 'CAD' } as const
    const first = buyGift(gift, tab)
    untilDone(late, first)
    const second = buyGift(gift, late)
    expect(valueOf(await second).gift_id).toBe(valueOf(await first).gift_id)
    expect((await debitsOf(tab)).length).toBe(1)
    // A tap after the answer has arrived buys another gift.
    expect(valueOf(await buyGift(gift, tab)).gift_id).not.toBe(valueOf(await first).gift_id)
    await settleAll([tab, late])
  },
)

test.each(PAIRS)('fault 12: one top-up started in two tabs at once%s is one payment', async (_how, open) => {
  const tabs = open(await signedInPhone(provider))
  const answers = await Promise.all(tabs.map((tab) => topUp({ amountMinor: 2_500, currency: 'CAD' }, tab)))
  const references = answers.map((answer) => valueOf(answer).payment.reference)
  expect(references[1]).toBe(references[0])
  valueOf(await refreshPayments('CAD', tabs[0]))
  expect((await readOpenPayments('CAD', tabs[0].dbs)).map(({ reference }) => reference)).toEqual([references[0]])
  expect(keysOf(tabs, '/wallet/add-funds').size).toBe(1)
  await settleAll(tabs)
})

test.each(PAIRS)('fault 12: a cancelled stay renewed in two tabs at once%s is paid for once', async (_how, open) => {
  const phone = await signedInPhone(provider)
  const booking = valueOf(await bookPark(stayAt(provider, await insertTestPark(provider.deps.db)), phone))
  const cancel = sendCancel({ bookingId: booking.booking_id, minRefund: 0 })
  const cancelled = valueOf(await cancel.send(phone.client, newKey()))
  const tabs = open(phone)
  const before = await debitsOf(phone)
  const renewal = { booking: cancelled, quotedTotalMinor: testPrice(60), tariffVersion: 'v1' }
  for (const answer of await Promise.all(tabs.map((tab) => renewBooking(renewal, tab))))
    expect(valueOf(answer)).toMatchObject({ booking_id: booking.booking_id, status: 'active' })
  expect(await debitsOf(phone)).toHaveLength(before.length + 1)
  await settleAll(tabs)
})

test.each(PAIRS)(
  'an unconfirmed booking that is tried again in two tabs at once%s goes under its one key',
  async (_how, open) => {
    const phone = await signedInPhone(provider)
    const stay = stayAt(provider, await insertTestPark(provider.deps.db))
    phone.line.through = answerLost(isBooking, 99)
    const key = await lostKeyOf(bookPark(stay, phone))
    phone.line.through = passing
    const tabs = open(phone)
    const answers = await Promise.all(tabs.map((tab) => tryAgain(key, tab)))
    for (const answer of answers) expect(valueOf(answer)).toMatchObject({ kind: 'booking' })
    expect(keysOf(tabs, '/bookings')).toEqual(new Set([key]))
    expect(await bookingsAtProvider(phone)).toHaveLength(1)
    await settleAll(tabs)
  },
)

test('a stay that was booked in one tab a minute ago is that booking in the other; once it is cancelled it is booked anew', async () => {
  const phone = await signedInPhone(provider)
  const [stay, other] = [stayAt(provider, await insertTestPark(provider.deps.db)), phone.tab()]
  const first = valueOf(await bookPark(stay, phone))
  await phone.settled()
  provider.clock.advance(60_000)
  expect(valueOf(await bookPark(stay, other)).booking_id).toBe(first.booking_id)
  const cancel = sendCancel({ bookingId: first.booking_id, minRefund: 0 })
  valueOf(await cancel.send(phone.client, newKey()))
  await pullOwn(other)
  expect(valueOf(await bookPark(stay, other)).booking_id).not.toBe(first.booking_id)
  expect((await bookingsAtProvider(phone)).map(({ status }) => status).toSorted()).toEqual(['active', 'cancelled'])
  await settleAll([phone, other])
})
