import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { runMoney } from '../../provider/cli/money.ts'
import type { MoneyAct, MoneyActionWire, MoneyCases } from '../../src/contract/operator-money.ts'
import { expectRefusal, lastCode, lastMail, readJson } from './support/accounts.ts'
import { confirming } from './support/confirming.ts'
import { makeMember, makeOrganisation } from './support/test-console.ts'
import { balanceOf, createDriver, mustBook, type TestDriver } from './support/test-driver.ts'
import { expectSoundMoney, sendAs } from './support/test-money.ts'
import {
  beginAct,
  confirmAct,
  confirmByMail,
  doAct,
  makeStaff,
  nameForMoney,
  send,
  type Staff,
  toAsked,
} from './support/test-money-staff.ts'
import { insertCodedPark, makeTestKey, mustOperate, operate } from './support/test-operators.ts'
import { getPayment, mustTopUp, onPage } from './support/test-payments.ts'
import { startTestProvider, type TestProvider } from './support/test-provider.ts'

const WELCOME = 10_000

let provider: TestProvider
let staff: Staff
let driver: TestDriver
beforeAll(async () => {
  provider = confirming(await startTestProvider({ poolSize: 12 }))
})
afterAll(() => provider.close())
beforeEach(async () => {
  driver = await createDriver(provider)
  // Fresh staff for each test, because an address is sent at most ten codes an hour.
  staff = await makeStaff(provider)
})

const email = (): string => `${driver.userId}@example.test`
const readCases = async (): Promise<MoneyCases> =>
  (await mustOperate<{ data: MoneyCases }>(provider, staff, ['GET', '/money/cases'])).data
const readLog = async (): Promise<readonly MoneyActionWire[]> =>
  (await mustOperate<{ items: MoneyActionWire[] }>(provider, staff, ['GET', '/money/actions'])).items

/** Returns a payment for which the gateway took C$27 of the C$30 requested. */
async function mismatched(): Promise<string> {
  const { reference } = await mustTopUp(provider, driver, { amount: 3_000 })
  await provider.deps.db.query('update sandbox_charges set amount_minor = 2700 where reference = $1', [reference])
  await onPage(provider, reference, 'pay')
  return reference
}

const READS = ['/money/cases', '/money/owed', '/money/actions', '/money/charges?from=2026-11-01&until=2026-12-01']

describe('who may not', () => {
  test('no owner of car parks, nobody of the house who was not named, and no key with all scopes sees or does anything of it', async () => {
    const reference = await mismatched()
    const park = await insertCodedPark(provider)
    const owner = await makeMember(provider, await makeOrganisation(provider, [park.id]), { email: 'own@example.test' })
    const unnamed = await makeStaff(provider, { isNamed: false })
    const key = await makeTestKey(provider)
    // Existing and missing payments get the same answer.
    const asked = [reference, 'bw-nothing'].map((one) => toAsked({ action: 'payment.close', reference: one }))
    for (const who of [owner, unnamed, key]) {
      for (const path of READS) await expectRefusal(await operate(provider, who, ['GET', path]), 403, 'forbidden')
      for (const one of asked) {
        await expectRefusal(await send(provider, who, one), 403, 'forbidden')
        await expectRefusal(await beginAct(provider, who, one), 403, 'forbidden')
        await expectRefusal(await confirmAct(provider, who, { ...one, code: '000000' }), 403, 'forbidden')
      }
    }
    const token = await driver.token()
    for (const path of READS)
      await expectRefusal(await operate(provider, { key: token }, ['GET', path]), 401, 'token_invalid')
    expect((await readCases()).mismatches.find((one) => one.reference === reference)).toMatchObject({
      ...{ amount: 3_000, currency: 'CAD', taken: { amount: 2_700, currency: 'CAD' } },
    })
  })

  test('whoever runs a car park is not named; and who was named ends nothing once their organisation has one', async () => {
    const park = await insertCodedPark(provider)
    const operator = await makeStaff(provider, { parkIds: [park.id], isNamed: false })
    expect((await nameForMoney(provider, operator, 'on')).exitCode).toBe(1)
    const other = await makeStaff(provider)
    expect((await operate(provider, other, ['GET', '/money/cases'])).status).toBe(200)
    const later = await insertCodedPark(provider)
    await provider.deps.db.query('insert into operator_parks (park_id, organisation_id) values ($1, $2)', [
      ...[later.id, other.organisation.id],
    ])
    await expectRefusal(await operate(provider, other, ['GET', '/money/cases']), 403, 'forbidden')
  })

  test('who is named no more, and who is removed, lose it at the next request', async () => {
    const former = await makeStaff(provider)
    const asked = toAsked({ action: 'driver.disable', email: email() })
    await confirmByMail(provider, former, asked)
    expect((await nameForMoney(provider, former, 'off')).exitCode).toBe(0)
    await expectRefusal(await send(provider, former, asked), 403, 'forbidden')
    expect((await nameForMoney(provider, former, 'off')).exitCode).toBe(1)
    expect((await sendAs(provider, driver, { method: 'GET', path: '/wallet?currency=CAD' })).status).toBe(200)
  })
})

describe('the second factor', () => {
  test('is shown for one act under one key: not for another act, key, session or purpose, and counts once', async () => {
    const reference = await mismatched()
    const asked = toAsked({ action: 'payment.credit', reference })
    const refused = await send(provider, staff, asked)
    expect(refused.status).toBe(403)
    expect(await readJson(refused)).toMatchObject({ code: 'second_factor_required', request: asked.key })
    expect(await balanceOf(provider, driver)).toBe(WELCOME)
    provider.clock.advance(31_000)
    expect((await beginAct(provider, staff, asked)).status).toBe(200)
    const code = await lastCode(provider, staff.email)
    expect((await lastMail(provider, staff.email)).text).toContain(reference)
    const others: readonly MoneyAct[] = [
      { action: 'payment.close', reference },
      { action: 'payment.credit', reference: 'bw-another' },
    ]
    for (const act of others)
      await expectRefusal(await confirmAct(provider, staff, { ...asked, act, code }), 422, 'code_invalid')
    const again = toAsked(asked.act)
    await expectRefusal(await confirmAct(provider, staff, { ...again, code }), 422, 'code_invalid')
    const colleague = await makeStaff(provider)
    await expectRefusal(await confirmAct(provider, colleague, { ...asked, code }), 422, 'code_invalid')
    expect((await confirmAct(provider, staff, { ...asked, code })).status).toBe(200)
    await expectRefusal(await send(provider, staff, again), 403, 'second_factor_required')
    await expectRefusal(
      await send(provider, staff, { key: asked.key, act: { action: 'payment.close', reference } }),
      ...([403, 'second_factor_required'] as const),
    )
    expect((await send(provider, staff, asked)).status).toBe(200)
    const replayed = await send(provider, staff, asked)
    expect([replayed.status, replayed.headers.get('idempotent-replayed')]).toEqual([200, 'true'])
    expect(await balanceOf(provider, driver)).toBe(WELCOME + 2_700)
    await expectSoundMoney(provider, reference)
  })

  test('a refusal of the act comes first; what was confirmed and refused stays refused', async () => {
    const nothing = toAsked({ action: 'payment.close', reference: 'bw-nothing' })
    await expectRefusal(await send(provider, staff, nothing), 404, 'payment_not_found')
    const asked = toAsked({ action: 'driver.enable', email: email() })
    await confirmByMail(provider, staff, asked)
    await expectRefusal(await send(provider, staff, asked), 409, 'money_case_over')
    expect((await doAct(provider, staff, { action: 'driver.disable', email: email() })).status).toBe(200)
    await expectRefusal(await send(provider, staff, asked), 409, 'money_case_over')
    expect((await doAct(provider, staff, { action: 'driver.enable', email: email() })).status).toBe(200)
  })
})

describe('an act', () => {
  test('is noted with who did it and why, beside those of the command line', async () => {
    const answer = await doAct(provider, staff, { action: 'driver.disable', email: email().toUpperCase() })
    expect(await readJson(answer)).toEqual({ data: { action: 'driver.disable', amount: null, currency: null } })
    expect((await sendAs(provider, driver, { method: 'GET', path: '/wallet?currency=CAD' })).status).toBe(403)
    const [noted] = await readLog()
    expect(noted).toMatchObject({
      ...{ action: 'driver.disable', subject: driver.userId, reason: 'the gateway’s pages say so' },
      actor: expect.stringContaining(staff.keyId) as string,
    })
    expect((await runMoney(provider.deps, ['log'])).lines[0]).toContain(staff.keyId)
  })

  test('of two of the staff at once is done once, whichever comes first', async () => {
    const reference = await mismatched()
    const colleague = await makeStaff(provider)
    const [credit, close] = [
      toAsked({ action: 'payment.credit', reference }),
      toAsked({ action: 'payment.close', reference }),
    ]
    await confirmByMail(provider, staff, credit)
    await confirmByMail(provider, colleague, close)
    const answers = await Promise.all([send(provider, staff, credit), send(provider, colleague, close)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409])
    const isCredited = answers[0]?.status === 200
    expect(await balanceOf(provider, driver)).toBe(WELCOME + (isCredited ? 2_700 : 0))
    expect((await readLog()).filter(({ subject }) => subject === reference)).toHaveLength(1)
    expect(await getPayment(provider, driver, reference)).toMatchObject({ reason: isCredited ? null : 'mismatch' })
    await expectSoundMoney(provider, reference)
  })

  test('that is sent six times at once has one effect', async () => {
    const reference = await mismatched()
    const asked = toAsked({ action: 'payment.credit', reference })
    await confirmByMail(provider, staff, asked)
    const answers = await Promise.all(Array.from({ length: 6 }, () => send(provider, staff, asked)))
    expect(answers.some(({ status }) => status === 200)).toBe(true)
    expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true)
    expect(await balanceOf(provider, driver)).toBe(WELCOME + 2_700)
    expect((await readLog()).filter(({ subject }) => subject === reference)).toHaveLength(1)
  })

  test('without a reason, with an unknown action, or without a key is none', async () => {
    const act = { action: 'driver.disable', email: email() }
    for (const body of [{ act }, { act, reason: ' ' }, { act: { ...act, action: 'wallet.fill' }, reason: 'because' }])
      await expectRefusal(
        await operate(provider, staff, ['POST', '/money/actions', { body }]),
        ...([422, 'validation_failed'] as const),
      )
    const body = { act, reason: 'because' }
    const path = '/api/v1/operator/money/actions'
    const keyless = await provider.request('POST', path, { token: staff.key, body })
    await expectRefusal(keyless, 422, 'idempotency_key_required')
    expect((await sendAs(provider, driver, { method: 'GET', path: '/wallet?currency=CAD' })).status).toBe(200)
  })
})

test('a payout is noted once by its transfer and never above what is owed; the report adds up as the command’s does', async () => {
  const park = await insertCodedPark(provider)
  // Stays are booked in steps of five minutes.
  provider.clock.set(Math.ceil(provider.clock.now() / 300_000) * 300_000)
  await mustBook(provider, driver, { parkId: park.id })
  const readOwed = async (): Promise<number> => {
    const { items } = await mustOperate<{ items: { park: string; payable: number }[] }>(provider, staff, [
      ...(['GET', '/money/owed'] as const),
    ])
    return items.find((one) => one.park === park.code)?.payable ?? 0
  }
  const owed = await readOwed()
  expect(owed).toBeGreaterThan(0)
  const pay = (amount: number): Promise<Response> =>
    doAct(provider, staff, { action: 'payout.record', park: park.code, amount, currency: 'CAD', reference: 'TRF-9' })
  await expect(pay(owed + 1)).resolves.toMatchObject({ status: 422 })
  expect(await readJson(await pay(owed))).toMatchObject({ data: { amount: 0, currency: 'CAD' } })
  expect((await pay(owed)).status).toBe(200)
  expect(await readOwed()).toBe(0)
  expect((await readLog()).filter(({ subject }) => subject === park.code)).toHaveLength(1)
  const { data } = await mustOperate<{ data: { file: { name: string; text: string } } }>(provider, staff, [
    ...(['GET', '/money/charges?from=2026-11-01&until=2026-12-01'] as const),
  ])
  const printed = await runMoney(provider.deps, ['report', '2026-11-01', '2026-12-01'])
  expect(data.file.text.trimEnd()).toBe(printed.lines.join('\n'))
  await expectRefusal(
    await operate(provider, staff, ['GET', '/money/charges?from=2026-12-01&until=2026-11-01']),
    ...([422, 'validation_failed'] as const),
  )
})
