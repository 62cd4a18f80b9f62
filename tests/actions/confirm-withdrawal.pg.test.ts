import { afterAll, beforeAll, expect, test } from 'vitest'
import { beginConfirmation, confirmWithCode, findFactorRequired } from '../../src/actions/second-factor.online.ts'
import { loadWithdrawals, requestWithdrawal } from '../../src/actions/wallet.online.ts'
import { removeRequest, tryAgain } from '../../src/actions/requests.online.ts'
import { findSession } from '../../src/db/read/session.ts'
import { must } from '../../src/lib/assert.ts'
import { readPending } from '../../src/outbox/read.ts'
import { lastCode, otherCode } from '../provider/support/accounts.ts'
import { startTestProvider, type TestProvider } from '../provider/support/test-provider.ts'
import { errorOf, lostKeyOf, payIn, signedInPhone, valueOf } from '../sync/support/provider-phone.ts'
import { offline, type TestPhone } from '../sync/support/test-phone.ts'

let provider: TestProvider
beforeAll(async () => {
  provider = await startTestProvider()
})
afterAll(() => provider.close())

const MONEY = { amountMinor: 1_000, currency: 'CAD' } as const

async function withMoney(): Promise<TestPhone> {
  const phone = await signedInPhone(provider)
  await payIn(provider, phone, { amountMinor: 2_500, currency: 'CAD' })
  provider.clock.advance(31_000)
  return phone
}

const emailOf = async ({ dbs }: TestPhone): Promise<string> => must(await findSession(dbs), 'session').user.email
const keysSent = ({ line }: TestPhone): ReadonlySet<string | null> =>
  new Set(
    line.sent.filter(({ method, path }) => method === 'POST' && path.endsWith('/withdrawals')).map(({ key }) => key),
  )
const countOf = async (phone: TestPhone): Promise<number> =>
  valueOf(await loadWithdrawals('CAD', phone)).withdrawals.length

/** Requests a withdrawal that then waits for its code; returns its key. */
async function ask(phone: TestPhone): Promise<string> {
  expect(errorOf(await requestWithdrawal(MONEY, phone))).toMatchObject({ code: 'second_factor_required' })
  const [row, ...others] = await readPending(phone.dbs)
  expect(others).toEqual([])
  expect(row).toMatchObject({ state: 'unconfirmed', command: MONEY })
  return must(row, 'the request').id
}

test('a withdrawal waits for the code that its tap had mailed, over a reload, and goes with its own key once it is typed', async () => {
  const phone = await withMoney()
  const key = await ask(phone)
  const code = await lastCode(provider, await emailOf(phone))
  const next = phone.restart()
  expect(await countOf(next)).toBe(0)
  const [row] = await readPending(next.dbs)
  expect(row?.id).toBe(key)
  expect(row && findFactorRequired(row)).toEqual({
    ...{ request: key, second_factor: 'email', email: await emailOf(phone) },
  })
  expect(errorOf(await confirmWithCode({ requestId: key, ...MONEY, code: otherCode(code) }, next))).toMatchObject({
    code: 'code_invalid',
  })
  expect(await readPending(next.dbs)).toHaveLength(1)
  // A mail may arrive up to fourteen minutes late.
  provider.clock.advance(14 * 60_000)
  expect(valueOf(await confirmWithCode({ requestId: key, ...MONEY, code }, next))).toMatchObject({
    kind: 'withdrawal',
    withdrawal: { amount: 1_000, state: 'requested' },
  })
  expect(await readPending(next.dbs)).toEqual([])
  expect(await countOf(next)).toBe(1)
  expect(new Set([...keysSent(phone), ...keysSent(next)])).toEqual(new Set([key]))
})

test('the same amount tapped again is the same request; another code takes the place of the first', async () => {
  const phone = await withMoney()
  const key = await ask(phone)
  const first = await lastCode(provider, await emailOf(phone))
  // Too soon for another mail, so the request is refused but stays pending.
  expect(errorOf(await requestWithdrawal(MONEY, phone))).toMatchObject({ code: 'rate_limited' })
  provider.clock.advance(31_000)
  const asked = { requestId: key, ...MONEY }
  expect(valueOf(await beginConfirmation(asked, phone))).toEqual({ kind: 'sent', sentTo: await emailOf(phone) })
  const second = await lastCode(provider, await emailOf(phone))
  if (first !== second)
    expect(errorOf(await confirmWithCode({ ...asked, code: first }, phone))).toMatchObject({ code: 'code_invalid' })
  valueOf(await confirmWithCode({ ...asked, code: second }, phone))
  expect(await countOf(phone)).toBe(1)
  expect(keysSent(phone)).toEqual(new Set([key]))
})

test('one whose answers were lost, and one that is tried without its code, ask for it and stay; discarded, it never happens', async () => {
  const phone = await withMoney()
  const isRequest = ({ method, url }: Request): boolean => method === 'POST' && url.endsWith('/withdrawals')
  phone.line.through = (request, server) => (isRequest(request) ? offline(request, server) : server(request))
  const key = await lostKeyOf(requestWithdrawal(MONEY, phone))
  phone.line.through = (request, server) => server(request)
  expect(errorOf(await tryAgain(key, phone))).toMatchObject({ code: 'second_factor_required' })
  expect(await readPending(phone.dbs)).toMatchObject([{ id: key, state: 'unconfirmed' }])
  valueOf(await beginConfirmation({ requestId: key, ...MONEY }, phone))
  const code = await lastCode(provider, await emailOf(phone))
  expect(valueOf(await removeRequest(key, phone))).toBe('discarded')
  expect(errorOf(await confirmWithCode({ requestId: key, ...MONEY, code: otherCode(code) }, phone))).toMatchObject({
    code: 'code_invalid',
  })
  expect(valueOf(await confirmWithCode({ requestId: key, ...MONEY, code }, phone))).toBeNull()
  expect(await countOf(phone)).toBe(0)
})
