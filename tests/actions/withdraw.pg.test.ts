import { afterAll, beforeAll, expect, test } from 'vitest'
import { refreshAutoTopUp, removeSavedMethod, setAutoTopUp } from '../../src/actions/auto-top-up.online.ts'
import { resumePayment } from '../../src/actions/start-payment.online.ts'
import { topUp, type TopUpInput } from '../../src/actions/top-up.online.ts'
import { verifyPayment } from '../../src/actions/verify-payment.online.ts'
import {
  loadWithdrawals,
  requestWithdrawal,
  resumeWithdrawal,
  takeBackWithdrawal,
} from '../../src/actions/withdraw.online.ts'
import { refreshWallet } from '../../src/actions/refresh.online.ts'
import { readWishes } from '../../src/db/read/payments.ts'
import { readAutoTopUp, readWallet } from '../../src/db/read/wallet.ts'
import { must } from '../../src/lib/assert.ts'
import { pullOwn } from '../../src/sync/pull/pull-own.ts'
import { backgroundSettled } from '../../provider/mail/background.ts'
import { startTestProvider, type TestProvider } from '../provider/support/test-provider.ts'
import { errorOf, signedInPhone, valueOf } from '../sync/support/provider-phone.ts'
import { answerLost, offline, type TestPhone } from '../sync/support/test-phone.ts'

let provider: TestProvider
beforeAll(async () => {
  provider = await startTestProvider()
})
afterAll(() => provider.close())

const MONEY = { amountMinor: 1_000, currency: 'CAD' } as const
const isRequest = (request: Request): boolean => request.method === 'POST' && request.url.endsWith('/withdrawals')
const heldOf = async (phone: TestPhone) => (await readWallet('CAD', phone.dbs)).value?.held

async function pay(phone: TestPhone, input: TopUpInput): Promise<void> {
  const { payment } = valueOf(await topUp(input, phone))
  const address = `http://localhost/sandbox/pay/${payment.reference}?outcome=pay`
  expect((await provider.app.fetch(new Request(address, { method: 'POST' }))).status).toBe(200)
  valueOf(await verifyPayment(payment.reference, phone))
  await backgroundSettled()
}

async function withMoney(): Promise<TestPhone> {
  const phone = await signedInPhone(provider)
  await pay(phone, { amountMinor: 2_500, currency: 'CAD' })
  return phone
}

/** A request whose every answer is lost: its key. */
async function loseAnswer(phone: TestPhone): Promise<string> {
  phone.line.through = answerLost(isRequest, 99)
  const error = errorOf(await requestWithdrawal(MONEY, phone))
  if (error.kind !== 'outcome_unknown') throw new Error(error.kind)
  return error.intentId
}

test('a withdrawal is at most what was paid in, is held, and can be taken back', async () => {
  const fresh = await signedInPhone(provider)
  expect(valueOf(await loadWithdrawals('CAD', fresh)).withdrawableMinor).toBe(0)
  const phone = await withMoney()
  const tooMuch = await requestWithdrawal({ amountMinor: 2_501, currency: 'CAD' }, phone)
  expect(errorOf(tooMuch)).toMatchObject({ code: 'amount_out_of_range' })
  const asked = valueOf(await requestWithdrawal(MONEY, phone))
  expect(valueOf(await loadWithdrawals('CAD', phone)).withdrawals).toMatchObject([{ id: asked.id, state: 'requested' }])
  await phone.settled()
  expect(await heldOf(phone)).toBe(1_000)
  expect(valueOf(await takeBackWithdrawal(asked, phone)).state).toBe('cancelled')
  await phone.settled()
  expect(await heldOf(phone)).toBe(0)
  expect(await readWishes(phone.dbs)).toEqual([])
})

test('a lost answer outlives the app: its key is kept, and asking again makes no second request', async () => {
  const phone = await withMoney()
  const key = await loseAnswer(phone)
  const next = phone.restart()
  expect(await readWishes(next.dbs)).toMatchObject([{ id: key, state: 'unknown', wish: MONEY }])
  // It is no payment, so nothing is started by the page of payments.
  expect(valueOf(await resumePayment(key, next))).toBeNull()
  expect(must(valueOf(await resumeWithdrawal(key, next)), 'the withdrawal').amount).toBe(1_000)
  expect(valueOf(await resumeWithdrawal(key, next))).toBeNull()
  expect(valueOf(await loadWithdrawals('CAD', next)).withdrawals).toHaveLength(1)
})

test('one that arrived is found by its key when the page is opened; one that did not is left to the driver', async () => {
  const phone = await withMoney()
  await loseAnswer(phone)
  const next = phone.restart()
  expect(valueOf(await loadWithdrawals('CAD', next)).withdrawals).toHaveLength(1)
  expect(await readWishes(next.dbs)).toEqual([])
  next.line.through = (request, server) => (isRequest(request) ? offline(request, server) : server(request))
  const error = errorOf(await requestWithdrawal(MONEY, next))
  expect(error.kind).toBe('outcome_unknown')
  const last = next.restart()
  expect(valueOf(await loadWithdrawals('CAD', last)).withdrawals).toHaveLength(1)
  expect(await readWishes(last.dbs)).toMatchObject([{ state: 'unknown', wish: MONEY }])
})

test('the same amount tapped again while its answer is lost is the same request', async () => {
  const phone = await withMoney()
  const key = await loseAnswer(phone)
  phone.line.through = (request, server) => server(request)
  valueOf(await requestWithdrawal(MONEY, phone))
  const sent = phone.line.sent.filter(({ method, path }) => method === 'POST' && path.endsWith('/withdrawals'))
  expect(new Set(sent.map((request) => request.key))).toEqual(new Set([key]))
  expect(valueOf(await loadWithdrawals('CAD', phone)).withdrawals).toHaveLength(1)
  expect(await readWishes(phone.dbs)).toEqual([])
})

const isTakingBack = (request: Request): boolean => request.method === 'DELETE'

test('taking back is stored with its key before it is sent: what arrived without an answer is found by it at the next start', async () => {
  const phone = await withMoney()
  const asked = valueOf(await requestWithdrawal(MONEY, phone))
  phone.line.through = answerLost(isTakingBack, 99)
  const error = errorOf(await takeBackWithdrawal(asked, phone))
  if (error.kind !== 'outcome_unknown') throw new Error(error.kind)
  const next = phone.restart()
  expect(await readWishes(next.dbs)).toMatchObject([
    { id: error.intentId, state: 'unknown', wish: { kind: 'take_back', withdrawalId: asked.id } },
  ])
  expect(await pullOwn(next)).toBe(true)
  expect(await readWishes(next.dbs)).toEqual([])
  expect(await heldOf(next)).toBe(0)
})

test('taking back that never arrived waits for the driver, and goes with its first key however often it is tapped', async () => {
  const phone = await withMoney()
  const asked = valueOf(await requestWithdrawal(MONEY, phone))
  phone.line.through = (request, server) => (isTakingBack(request) ? offline(request, server) : server(request))
  const error = errorOf(await takeBackWithdrawal(asked, phone))
  if (error.kind !== 'outcome_unknown') throw new Error(error.kind)
  valueOf(await loadWithdrawals('CAD', phone))
  expect(await readWishes(phone.dbs)).toMatchObject([{ id: error.intentId, state: 'unknown' }])
  expect(errorOf(await takeBackWithdrawal(asked, phone))).toEqual(error)
  const next = phone.restart()
  expect(must(valueOf(await resumeWithdrawal(error.intentId, next)), 'the withdrawal').state).toBe('cancelled')
  const keys = [phone, next].flatMap(({ line }) => line.sent.filter(({ method }) => method === 'DELETE'))
  expect(new Set(keys.map(({ key }) => key))).toEqual(new Set([error.intentId]))
  expect(await readWishes(next.dbs)).toEqual([])
  await next.settled()
  expect(await heldOf(next)).toBe(0)
})

test('the automatic top-up is in the mirror beside its wallet, also after the balance was renewed', async () => {
  const phone = await signedInPhone(provider)
  await pay(phone, { amountMinor: 500, currency: 'CAD', keepMethod: true })
  valueOf(await refreshAutoTopUp('CAD', phone))
  const told = async (who = phone) => (await readAutoTopUp('CAD', who.dbs)).value
  expect(await told()).toMatchObject({ available: true, enabled: false, method: { last4: '4242' } })
  const rule = { enabled: true, currency: 'CAD', threshold: 500, amount: 2_000, monthly_cap: 10_000 } as const
  expect(errorOf(await setAutoTopUp({ ...rule, amount: 1 }, phone))).toMatchObject({
    code: 'amount_out_of_range',
    fields: [{ field: 'amount' }],
  })
  valueOf(await setAutoTopUp(rule, phone))
  valueOf(await refreshWallet('CAD', phone))
  phone.line.through = offline
  const next = phone.restart()
  next.line.through = offline
  expect(await told(next)).toMatchObject(rule)
  expect(errorOf(await setAutoTopUp({ ...rule, enabled: false }, next))).toEqual({ kind: 'offline' })
  expect(await told(next)).toMatchObject({ enabled: true })
  next.line.through = phone.line.through
})

test('a removed card takes the automatic top-up with it', async () => {
  const phone = await signedInPhone(provider)
  await pay(phone, { amountMinor: 500, currency: 'CAD', keepMethod: true })
  valueOf(await removeSavedMethod('CAD', phone))
  expect((await readAutoTopUp('CAD', phone.dbs)).value).toMatchObject({ enabled: false, method: null })
})
