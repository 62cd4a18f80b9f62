import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  loadWithdrawals,
  refreshAutoTopUp,
  removeSavedMethod,
  requestWithdrawal,
  setAutoTopUp,
  takeBackWithdrawal,
} from '../../src/actions/wallet.online.ts'
import { tryAgain } from '../../src/actions/requests.online.ts'
import { refreshWallet } from '../../src/actions/connection.online.ts'
import { readAutoTopUp, readWallet } from '../../src/db/read/wallet.ts'
import { readPending } from '../../src/outbox/read.ts'
import { pullOwn } from '../../src/sync/pull/pull-own.ts'
import { startTestProvider, type TestProvider } from '../provider/support/test-provider.ts'
import { confirming } from '../provider/support/confirming.ts'
import { errorOf, lostKeyOf, payIn, signedInPhone, valueOf } from '../sync/support/provider-phone.ts'
import { answerLost, offline, type TestPhone } from '../sync/support/test-phone.ts'

let provider: TestProvider
beforeAll(async () => {
  provider = confirming(await startTestProvider())
})
afterAll(() => provider.close())

const MONEY = { amountMinor: 1_000, currency: 'CAD' } as const
const isRequest = (request: Request): boolean => request.method === 'POST' && request.url.endsWith('/withdrawals')
const heldOf = async (phone: TestPhone) => (await readWallet('CAD', phone.dbs)).value?.held

async function withMoney(): Promise<TestPhone> {
  const phone = await signedInPhone(provider)
  await payIn(provider, phone, { amountMinor: 2_500, currency: 'CAD' })
  return phone
}

/** Makes a request whose every answer is lost; returns its key. */
async function loseAnswer(phone: TestPhone): Promise<string> {
  phone.line.through = answerLost(isRequest, 99)
  return lostKeyOf(requestWithdrawal(MONEY, phone))
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
  expect(await readPending(phone.dbs)).toEqual([])
})

test('a lost answer outlives the app: its key is kept, and asking again makes no second request', async () => {
  const phone = await withMoney()
  const key = await loseAnswer(phone)
  const next = phone.restart()
  expect(await readPending(next.dbs)).toMatchObject([{ id: key, state: 'unconfirmed', command: MONEY }])
  // Trying a finished request again returns its result again.
  for (const _tap of [1, 2])
    expect(valueOf(await tryAgain(key, next))).toMatchObject({ kind: 'withdrawal', withdrawal: { amount: 1_000 } })
  expect(next.line.sent.filter(({ method }) => method === 'POST').map((sent) => sent.key)).toEqual([key])
  expect(valueOf(await loadWithdrawals('CAD', next)).withdrawals).toHaveLength(1)
})

test('one that arrived is found by its key when the page is opened; one that did not is left to the driver', async () => {
  const phone = await withMoney()
  await loseAnswer(phone)
  const next = phone.restart()
  expect(valueOf(await loadWithdrawals('CAD', next)).withdrawals).toHaveLength(1)
  expect(await readPending(next.dbs)).toEqual([])
  next.line.through = (request, server) => (isRequest(request) ? offline(request, server) : server(request))
  await lostKeyOf(requestWithdrawal(MONEY, next))
  const last = next.restart()
  expect(valueOf(await loadWithdrawals('CAD', last)).withdrawals).toHaveLength(1)
  expect(await readPending(last.dbs)).toMatchObject([{ state: 'unconfirmed', command: MONEY }])
})

test('the same amount tapped again while its answer is lost is the same request', async () => {
  const phone = await withMoney()
  const key = await loseAnswer(phone)
  phone.line.through = (request, server) => server(request)
  valueOf(await requestWithdrawal(MONEY, phone))
  const sent = phone.line.sent.filter(({ method, path }) => method === 'POST' && path.endsWith('/withdrawals'))
  expect(new Set(sent.map((request) => request.key))).toEqual(new Set([key]))
  expect(valueOf(await loadWithdrawals('CAD', phone)).withdrawals).toHaveLength(1)
  expect(await readPending(phone.dbs)).toEqual([])
})

test('the same amount once more is a second request, also after a clock that was days ahead was put right', async () => {
  const phone = await withMoney()
  const ahead = phone.restart({ now: () => provider.clock.now() + 2 * 86_400_000 })
  for (const then of [ahead, phone, phone.restart()])
    valueOf(await requestWithdrawal({ ...MONEY, amountMinor: 500 }, then))
  expect(valueOf(await loadWithdrawals('CAD', phone)).withdrawals).toHaveLength(3)
  for (const each of [ahead, phone]) await each.settled()
})

const isTakingBack = (request: Request): boolean => request.method === 'DELETE'

test('taking back is stored with its key before it is sent: what arrived without an answer is found by it at the next start', async () => {
  const phone = await withMoney()
  const asked = valueOf(await requestWithdrawal(MONEY, phone))
  phone.line.through = answerLost(isTakingBack, 99)
  const key = await lostKeyOf(takeBackWithdrawal(asked, phone))
  const next = phone.restart()
  expect(await readPending(next.dbs)).toMatchObject([
    { id: key, state: 'unconfirmed', command: { kind: 'wallet.take_back', withdrawalId: asked.id } },
  ])
  expect((await pullOwn(next)).isWhole).toBe(true)
  expect(await readPending(next.dbs)).toEqual([])
  expect(await heldOf(next)).toBe(0)
})

test('taking back that never arrived waits for the driver, and goes with its first key however often it is tapped', async () => {
  const phone = await withMoney()
  const asked = valueOf(await requestWithdrawal(MONEY, phone))
  phone.line.through = (request, server) => (isTakingBack(request) ? offline(request, server) : server(request))
  const key = await lostKeyOf(takeBackWithdrawal(asked, phone))
  valueOf(await loadWithdrawals('CAD', phone))
  expect(await readPending(phone.dbs)).toMatchObject([{ id: key, state: 'unconfirmed' }])
  expect(await lostKeyOf(takeBackWithdrawal(asked, phone))).toBe(key)
  const next = phone.restart()
  expect(valueOf(await tryAgain(key, next))).toMatchObject({ withdrawal: { state: 'cancelled' } })
  const sent = [phone, next].flatMap(({ line }) => line.sent.filter(({ method }) => method === 'DELETE'))
  expect(new Set(sent.map((request) => request.key))).toEqual(new Set([key]))
  expect(await readPending(next.dbs)).toEqual([])
  await next.settled()
  expect(await heldOf(next)).toBe(0)
})

test('the automatic top-up is in the mirror beside its wallet, also after the balance was renewed', async () => {
  const phone = await signedInPhone(provider)
  await payIn(provider, phone, { amountMinor: 500, currency: 'CAD', keepMethod: true })
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
  await payIn(provider, phone, { amountMinor: 500, currency: 'CAD', keepMethod: true })
  valueOf(await removeSavedMethod('CAD', phone))
  expect((await readAutoTopUp('CAD', phone.dbs)).value).toMatchObject({ enabled: false, method: null })
})
