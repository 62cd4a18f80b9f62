import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Ack, removeRequest, tryAgain } from '../../src/actions/requests.online.ts'
import { holdForPayment } from '../../src/actions/bookings.online.ts'
import { refreshPayments, verifyPayment } from '../../src/actions/payments.online.ts'
import { keepTopUp, topUp, type StartedPayment, type TopUpInput } from '../../src/actions/wallet.online.ts'
import { readBookings } from '../../src/db/read/bookings.ts'
import { readOpenPayments, readPayment } from '../../src/db/read/payments.ts'
import { readWallet } from '../../src/db/read/wallet.ts'
import { TOP_UP_MS } from '../../src/domain/payment.ts'
import { must } from '../../src/lib/assert.ts'
import { readPending } from '../../src/outbox/read.ts'
import { pullOwn } from '../../src/sync/pull/pull-own.ts'
import { subjectLock } from '../../src/sync/requests/send-now.ts'
import { insertTestPark } from '../provider/support/test-parks.ts'
import { startTestProvider, type TestProvider } from '../provider/support/test-provider.ts'
import { errorOf, lostKeyOf, phoneAt, signedInPhone, stayAt, valueOf } from '../sync/support/provider-phone.ts'
import { answerLost, offline, type TestPhone } from '../sync/support/test-phone.ts'

let provider: TestProvider
beforeAll(async () => {
  provider = await startTestProvider()
})
afterAll(() => provider.close())

const WELCOME = 10_000
const INPUT = { amountMinor: 2_500, currency: 'CAD' } as const
const isStart = (request: Request): boolean => request.method === 'POST' && request.url.endsWith('/add-funds')
const startsOf = (phone: TestPhone) => phone.line.sent.filter(({ path }) => path === '/wallet/add-funds')
const balanceOf = async (phone: TestPhone) => (await readWallet('CAD', phone.dbs)).value?.balance

/** Returns the payment that a tap started. */
function paymentOf(ack: Ack | null): StartedPayment {
  if (ack?.kind !== 'payment') throw new Error(`Expected a payment, got ${String(ack?.kind)}`)
  return ack
}

async function choose(reference: string, outcome: 'pay' | 'fail' | 'abandon'): Promise<void> {
  const address = `http://localhost/sandbox/pay/${reference}?outcome=${outcome}`
  const answer = await provider.app.fetch(new Request(address, { method: 'POST' }))
  expect(answer.status).toBe(200)
}

async function ask(phone: TestPhone, reference: string) {
  const answer = valueOf(await verifyPayment(reference, phone))
  if (answer.kind !== 'answered') throw new Error('busy')
  return answer.answer
}

test('a top-up that is paid is in the mirror with its balance, however often it is asked for', async () => {
  const phone = await signedInPhone(provider)
  const { payment, info } = valueOf(await topUp(INPUT, phone))
  expect(info.payment_url).toContain(`/sandbox/pay/${payment.reference}`)
  expect(await readPending(phone.dbs)).toEqual([])
  expect(await readOpenPayments('CAD', phone.dbs)).toMatchObject([{ reference: payment.reference }])
  await choose(payment.reference, 'pay')
  for (const _time of [1, 2]) expect(await ask(phone, payment.reference)).toMatchObject({ status: 'success' })
  expect(await balanceOf(phone)).toBe(WELCOME + INPUT.amountMinor)
  expect((await readPayment(payment.reference, phone.dbs)).value?.payment.state).toBe('succeeded')
  expect(await readOpenPayments('CAD', phone.dbs)).toEqual([])
})

test('the card form’s secret is never stored', async () => {
  const phone = await signedInPhone(provider)
  const { payment, info } = valueOf(await topUp(INPUT, phone))
  expect(info.client_secret).toBeDefined()
  expect(JSON.stringify((await readPayment(payment.reference, phone.dbs)).value)).not.toContain('secret')
})

test('an amount kept with no connection survives a restart, is never sent by itself, and goes with its own key', async () => {
  const phone = await signedInPhone(provider)
  phone.line.through = offline
  provider.clock.advance(60_000)
  expect(errorOf(await topUp(INPUT, phone))).toEqual({ kind: 'offline' })
  valueOf(await keepTopUp({ ...INPUT, amountMinor: 900 }, phone))
  valueOf(await keepTopUp(INPUT, phone))
  const next = phone.restart()
  valueOf(await refreshPayments('CAD', next))
  const [wish, ...more] = await readPending(next.dbs)
  expect(more).toEqual([])
  expect(wish).toMatchObject({ lane: 'now', state: 'queued', command: INPUT })
  expect(startsOf(next)).toEqual([])
  const started = paymentOf(valueOf(await tryAgain(must(wish, 'the wish').id, next)))
  expect(started.payment.amount).toBe(INPUT.amountMinor)
  expect(startsOf(next).map(({ key }) => key)).toEqual([wish?.id])
  expect(await readPending(next.dbs)).toEqual([])
})

test('when every answer is lost the same key brings the same payment, also after a restart', async () => {
  const phone = await signedInPhone(provider)
  phone.line.through = answerLost(isStart, 99)
  const key = await lostKeyOf(topUp(INPUT, phone))
  const next = phone.restart()
  const first = paymentOf(valueOf(await tryAgain(key, next)))
  expect(paymentOf(valueOf(await tryAgain(key, next))).payment.reference).toBe(first.payment.reference)
  valueOf(await refreshPayments('CAD', next))
  expect((await readOpenPayments('CAD', next.dbs)).map(({ reference }) => reference)).toEqual([first.payment.reference])
})

/** Loses the start on its way to the provider, which stays reachable for other requests; returns the key. */
async function loseStart(phone: TestPhone, input: TopUpInput = INPUT): Promise<string> {
  phone.line.through = (request, server) => (isStart(request) ? offline(request, server) : server(request))
  const key = await lostKeyOf(topUp(input, phone))
  phone.line.through = (request, server) => server(request)
  return key
}

const startKeysOf = (phone: TestPhone) => new Set(startsOf(phone).map(({ key }) => key))

test('the same amount tapped again while its answer is lost is the same payment: one key, one card', async () => {
  const phone = await signedInPhone(provider)
  phone.line.through = answerLost(isStart, 99)
  expect(errorOf(await topUp(INPUT, phone)).kind).toBe('outcome_unknown')
  expect(errorOf(await topUp(INPUT, phone)).kind).toBe('outcome_unknown')
  expect(await readPending(phone.dbs)).toHaveLength(1)
  phone.line.through = (request, server) => server(request)
  const { payment } = valueOf(await topUp(INPUT, phone))
  expect(startKeysOf(phone).size).toBe(1)
  valueOf(await refreshPayments('CAD', phone))
  expect((await readOpenPayments('CAD', phone.dbs)).map(({ reference }) => reference)).toEqual([payment.reference])
  expect(await readPending(phone.dbs)).toEqual([])
})

test('another amount is another payment: what was lost stays with its driver', async () => {
  const phone = await signedInPhone(provider)
  const lost = await loseStart(phone)
  valueOf(await topUp({ ...INPUT, amountMinor: 900 }, phone))
  expect(startKeysOf(phone).size).toBe(2)
  expect(await readPending(phone.dbs)).toMatchObject([{ id: lost, state: 'unconfirmed' }])
})

test('the same amount with another answer about the card is another payment', async () => {
  const phone = await signedInPhone(provider)
  const lost = await loseStart(phone)
  valueOf(await topUp({ ...INPUT, keepMethod: true }, phone))
  expect(startKeysOf(phone).size).toBe(2)
  expect(await readPending(phone.dbs)).toMatchObject([{ id: lost, state: 'unconfirmed' }])
})

test('long after the first could be paid the same amount is a new payment, and the first is given up at the provider', async () => {
  const phone = await signedInPhone(provider)
  const lost = await loseStart(phone)
  provider.clock.advance(TOP_UP_MS)
  const { payment } = valueOf(await topUp(INPUT, phone))
  expect(startKeysOf(phone).size).toBe(2)
  valueOf(await refreshPayments('CAD', phone))
  expect(phone.line.sent).toContainEqual({ method: 'DELETE', path: `/requests/${lost}`, key: null })
  expect(await readPending(phone.dbs)).toEqual([])
  expect((await readOpenPayments('CAD', phone.dbs)).map(({ reference }) => reference)).toEqual([payment.reference])
})

test('an amount that was kept is not offered again once the same was started', async () => {
  const phone = await signedInPhone(provider)
  valueOf(await keepTopUp(INPUT, phone))
  valueOf(await topUp(INPUT, phone))
  expect(await readPending(phone.dbs)).toEqual([])
})

/** Refuses every start before the provider sees it. */
const refusingStarts =
  (status: number, code: string): TestPhone['line']['through'] =>
  (request, server) => {
    const body = JSON.stringify({ type: 'about:blank', title: code, status, code, detail: code })
    const headers = { 'content-type': 'application/problem+json' }
    return isStart(request) ? Promise.resolve(new Response(body, { status, headers })) : server(request)
  }

test.each([
  [422, 'payment_unavailable'],
  [429, 'rate_limited'],
])('a kept amount that is refused with %d stays kept', async (status, code) => {
  const phone = await signedInPhone(provider)
  valueOf(await keepTopUp(INPUT, phone))
  const [wish] = await readPending(phone.dbs)
  phone.line.through = refusingStarts(status, code)
  expect(errorOf(await tryAgain(must(wish, 'the wish').id, phone))).toMatchObject({ kind: 'refused', code })
  expect(await readPending(phone.dbs)).toMatchObject([{ lane: 'now', state: 'queued', command: INPUT }])
  phone.line.through = (request, server) => server(request)
  const [kept] = await readPending(phone.dbs)
  expect(valueOf(await tryAgain(must(kept, 'the kept amount').id, phone))).toMatchObject({ kind: 'payment' })
})

test('too many questions say nothing of a payment whose answer was lost; a refusal ends it once the provider gives up its key', async () => {
  const phone = await signedInPhone(provider)
  const lost = await loseStart(phone)
  phone.line.through = refusingStarts(429, 'rate_limited')
  expect(await lostKeyOf(tryAgain(lost, phone))).toBe(lost)
  expect(await readPending(phone.dbs)).toMatchObject([{ id: lost, state: 'unconfirmed' }])
  phone.line.through = refusingStarts(422, 'payment_unavailable')
  expect(errorOf(await tryAgain(lost, phone))).toMatchObject({ kind: 'refused', code: 'payment_unavailable' })
  expect(phone.line.sent).toContainEqual({ method: 'DELETE', path: `/requests/${lost}`, key: null })
  expect(await readPending(phone.dbs)).toEqual([])
})

test('a payment whose answer was lost is found by its key at the next start, ready to be paid; nothing is sent for it', async () => {
  const [phone, park] = [await signedInPhone(provider), await insertTestPark(provider.deps.db)]
  phone.line.through = answerLost((request) => request.method === 'POST', 99)
  expect(errorOf(await topUp(INPUT, phone)).kind).toBe('outcome_unknown')
  const stay = { ...stayAt(provider, park), zone: 'America/Toronto' }
  expect(errorOf(await holdForPayment(stay, phone)).kind).toBe('outcome_unknown')
  const next = phone.restart()
  expect((await pullOwn(next)).isWhole).toBe(true)
  expect(next.line.sent.filter(({ method }) => method !== 'GET')).toEqual([])
  expect(await readPending(next.dbs)).toEqual([])
  const open = await readOpenPayments('CAD', next.dbs)
  expect(open.map(({ payment }) => payment.purpose).toSorted()).toEqual(['booking', 'top_up'])
  for (const { payment, link } of open) {
    expect(link?.payment_url).toContain(`/sandbox/pay/${payment.reference}`)
    await choose(payment.reference, 'pay')
    expect((await ask(next, payment.reference)).status).toBe('success')
  }
  expect(open.find(({ payment }) => payment.purpose === 'booking')?.stay?.parkName).toBe(park.name)
  expect((await readBookings(next.dbs)).value).toHaveLength(1)
  expect(await balanceOf(next)).toBe(WELCOME + INPUT.amountMinor)
})

test('a payment that never arrived is left to its driver, by a provider that cannot be asked too', async () => {
  const phone = await signedInPhone(provider)
  phone.line.through = (request, server) => (isStart(request) ? offline(request, server) : server(request))
  const key = await lostKeyOf(topUp(INPUT, phone))
  for (const through of [phone.line.through, offline]) {
    const next = phone.restart()
    next.line.through = through
    await pullOwn(next)
    expect(await readPending(next.dbs)).toMatchObject([{ id: key, state: 'unconfirmed', command: INPUT }])
  }
})

test('what was kept is gone when it is dismissed, with no connection too', async () => {
  const phone = await signedInPhone(provider)
  valueOf(await keepTopUp(INPUT, phone))
  phone.line.through = offline
  const [wish] = await readPending(phone.dbs)
  expect(valueOf(await removeRequest(must(wish, 'the wish').id, phone))).toBe('discarded')
  expect(await readPending(phone.dbs)).toEqual([])
})

test('while another tab asks, this one asks nobody', async () => {
  const phone = await signedInPhone(provider)
  const { payment } = valueOf(await topUp(INPUT, phone))
  const sent = phone.line.sent.length
  await phone.locks.run(subjectLock(`payment:${payment.reference}`), async () => {
    expect(valueOf(await verifyPayment(payment.reference, phone))).toEqual({ kind: 'busy' })
  })
  expect(phone.line.sent).toHaveLength(sent)
})

test('failed and abandoned payments are what the provider says they are, and move no money', async () => {
  const phone = await signedInPhone(provider)
  const failed = valueOf(await topUp(INPUT, phone)).payment
  await choose(failed.reference, 'fail')
  expect((await ask(phone, failed.reference)).status).toBe('failed')
  const left = valueOf(await topUp(INPUT, phone)).payment
  await choose(left.reference, 'abandon')
  expect(await ask(phone, left.reference)).toMatchObject({
    status: 'pending',
    data: { payment: { reason: 'abandoned' } },
  })
  expect(await balanceOf(phone)).toBe(WELCOME)
})

test('another driver’s payment is refused and not kept', async () => {
  const [phone, other] = [await signedInPhone(provider), await signedInPhone(provider)]
  const { payment } = valueOf(await topUp(INPUT, phone))
  expect(errorOf(await verifyPayment(payment.reference, other))).toMatchObject({ code: 'payment_not_found' })
  expect((await readPayment(payment.reference, other.dbs)).value).toBeNull()
})

test('without a session nothing is asked', async () => {
  const phone = phoneAt(provider)
  expect(errorOf(await topUp(INPUT, phone))).toEqual({ kind: 'signed_out' })
  expect(errorOf(await verifyPayment('bw-0', phone))).toEqual({ kind: 'signed_out' })
})

test('a held space is no booking until it is paid; then its pass is on the phone', async () => {
  const [phone, park] = [await signedInPhone(provider), await insertTestPark(provider.deps.db)]
  const { payment } = valueOf(await holdForPayment({ ...stayAt(provider, park), zone: 'America/Toronto' }, phone))
  expect((await readPayment(payment.reference, phone.dbs)).value?.stay?.parkName).toBe(park.name)
  expect((await readBookings(phone.dbs)).value).toEqual([])
  await choose(payment.reference, 'pay')
  expect(await ask(phone, payment.reference)).toMatchObject({
    status: 'success',
    data: { payment: { outcome: 'booked' } },
  })
  expect((await readBookings(phone.dbs)).value[0]?.pass?.text).toMatch(/^P1:/)
  expect(await balanceOf(phone)).toBe(WELCOME)
})

test('a full park is refused at once, and nothing is left to pay', async () => {
  const [phone, park] = [await signedInPhone(provider), await insertTestPark(provider.deps.db, { capacity: 0 })]
  const error = errorOf(await holdForPayment({ ...stayAt(provider, park), zone: 'America/Toronto' }, phone))
  expect(error).toMatchObject({ kind: 'refused', code: 'park_full' })
  expect(await readPending(phone.dbs)).toEqual([])
})

test('a hold tapped again while its answer is lost is the same hold', async () => {
  const [phone, park] = [await signedInPhone(provider), await insertTestPark(provider.deps.db)]
  const stay = { ...stayAt(provider, park), zone: 'America/Toronto' }
  phone.line.through = answerLost((request) => request.method === 'POST', 99)
  expect(errorOf(await holdForPayment(stay, phone)).kind).toBe('outcome_unknown')
  phone.line.through = (request, server) => server(request)
  const { payment } = valueOf(await holdForPayment(stay, phone))
  expect(new Set(phone.line.sent.filter(({ path }) => path === '/bookings').map(({ key }) => key)).size).toBe(1)
  valueOf(await refreshPayments('CAD', phone))
  expect((await readOpenPayments('CAD', phone.dbs)).map(({ reference }) => reference)).toEqual([payment.reference])
  expect(await readPending(phone.dbs)).toEqual([])
})
