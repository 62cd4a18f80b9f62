import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { runDrivers, runMoney } from '../../provider/cli/money.ts'
import type { SqlValue } from '../../provider/db/database.ts'
import { findUser } from '../../provider/repositories/users.ts'
import { prepareAct } from '../../provider/services/money-cases.ts'
import { settleDuePayments } from '../../provider/services/payments-verify.ts'
import { confirming } from './support/confirming.ts'
import { balanceOf, bookingBody, createDriver, newKey, type TestDriver } from './support/test-driver.ts'
import { expectSoundMoney, payIn, sendAs } from './support/test-money.ts'
import { getPayment, mustTopUp, onPage } from './support/test-payments.ts'
import { insertTestPark } from './support/test-parks.ts'
import { startTestProvider, type TestProvider } from './support/test-provider.ts'

const WELCOME = 10_000
const DAY_MS = 86_400_000
const SIGNED = ['--by', 'Awa', 'Ndiaye', '--why', 'the', 'gateway', 'says', 'so']

let provider: TestProvider
let driver: TestDriver
beforeAll(async () => {
  provider = confirming(await startTestProvider())
})
afterAll(() => provider.close())
beforeEach(async () => {
  driver = await createDriver(provider)
})

const money = (...words: readonly string[]) => runMoney(provider.deps, words)
const query = (sql: string, ...values: readonly SqlValue[]) => provider.deps.db.query(sql, values)
const email = (): string => `${driver.userId}@example.test`
const actionsOf = async (subject: string): Promise<readonly object[]> =>
  query('select actor, action, reason from money_actions where subject = $1 order by action_id', subject)

/** Makes a refund that was sent and whose answer was lost. */
async function lostRefund(): Promise<{ readonly reference: string; readonly withdrawal: string }> {
  await payIn(provider, driver, 3_000)
  const body = { amount: 1_200, currency: 'CAD' }
  const answer = await sendAs(provider, driver, { method: 'POST', path: '/wallet/withdrawals', body })
  const { data } = (await answer.json()) as { data: { id: string } }
  await query(`update withdrawals set state = 'paying' where withdrawal_id = $1`, data.id)
  await query(`update payment_refunds set state = 'sent' where withdrawal_id = $1`, data.id)
  await query(`update withdrawals set created_at = created_at - interval '3 days' where withdrawal_id = $1`, data.id)
  const [planned] = await provider.deps.db.query<{ reference: string }>(
    'select reference from payment_refunds where withdrawal_id = $1',
    [data.id],
  )
  return { reference: planned?.reference ?? '', withdrawal: data.id }
}

/** Returns a payment for which the gateway took C$27 of the C$30 requested. */
async function mismatched(): Promise<string> {
  const { reference } = await mustTopUp(provider, driver, { amount: 3_000 })
  await query('update sandbox_charges set amount_minor = 2700 where reference = $1', reference)
  await onPage(provider, reference, 'pay')
  expect(await getPayment(provider, driver, reference)).toMatchObject({ state: 'failed', reason: 'mismatch' })
  return reference
}

/** Credits the payment in a process that ends before the money is settled. */
async function creditAndDie(reference: string): Promise<void> {
  const staff = { actor: 'Awa Ndiaye', reason: 'the gateway says so', nowMs: provider.clock.now() }
  const prepared = await prepareAct(provider.deps, { action: 'payment.credit', reference })
  if (!prepared.ok) throw new Error(prepared.error.words)
  await provider.deps.db.transaction((tx) => prepared.value.apply(tx, staff))
}

describe('a refund left sent', () => {
  test('is listed, and ended as the gateway’s pages have it: its money is gone, or in the wallet again, once', async () => {
    const { reference, withdrawal } = await lostRefund()
    const listed = await money('list')
    expect(listed.lines.join('\n')).toContain(
      `refund sent: ${reference} of withdrawal ${withdrawal} at sandbox, C$12.00`,
    )
    expect((await money('refund', reference, withdrawal, 'paid')).exitCode).toBe(2)
    expect((await money('refund', reference, withdrawal, 'failed', ...SIGNED)).exitCode).toBe(0)
    expect(await balanceOf(provider, driver)).toBe(WELCOME + 3_000)
    const again = await money('refund', reference, withdrawal, 'paid', ...SIGNED)
    expect(again).toEqual({ lines: ['This refund is not under way: it is failed.'], exitCode: 1 })
    driver = await createDriver(provider)
    const second = await lostRefund()
    expect((await money('refund', second.reference, second.withdrawal, 'paid', ...SIGNED)).exitCode).toBe(0)
    expect(await balanceOf(provider, driver)).toBe(WELCOME + 3_000 - 1_200)
    expect(await getPayment(provider, driver, second.reference)).toMatchObject({ refunded: 1_200 })
    expect((await money('list')).lines.join('\n')).not.toContain(second.reference)
    expect(await actionsOf(reference)).toEqual([
      { actor: 'Awa Ndiaye', action: 'refund.failed', reason: 'the gateway says so' },
    ])
    await expectSoundMoney(provider, reference)
  })

  test('that two of the staff end at once is ended once', async () => {
    const { reference, withdrawal } = await lostRefund()
    const ends = await Promise.all(
      (['paid', 'failed'] as const).map((became) => money('refund', reference, withdrawal, became, ...SIGNED)),
    )
    expect(ends.map(({ exitCode }) => exitCode).toSorted()).toEqual([0, 1])
    expect(await actionsOf(reference)).toHaveLength(1)
    await expectSoundMoney(provider, reference)
  })
})

describe('a payment of another amount', () => {
  test('is credited with what the gateway says that it took, once', async () => {
    const reference = await mismatched()
    expect((await money('list')).lines.join('\n')).toContain(
      `mismatch: ${reference} at sandbox, asked for C$30.00, took C$27.00, `,
    )
    const both = await Promise.all([money('credit', reference, ...SIGNED), money('credit', reference, ...SIGNED)])
    expect(both.some(({ exitCode }) => exitCode === 0)).toBe(true)
    expect(await balanceOf(provider, driver)).toBe(WELCOME + 2_700)
    expect(await getPayment(provider, driver, reference)).toMatchObject({ amount: 2_700, outcome: 'credited' })
    expect((await money('list')).lines.join('\n')).not.toContain(reference)
    await expectSoundMoney(provider, reference)
  })

  test('that is being credited is dealt with: nobody credits or closes it again, and where the process ends in between the job brings the money', async () => {
    const reference = await mismatched()
    await creditAndDie(reference)
    for (const verb of ['credit', 'close']) expect((await money(verb, reference, ...SIGNED)).exitCode).toBe(1)
    expect((await money('list')).lines.join('\n')).not.toContain(reference)
    expect(await balanceOf(provider, driver)).toBe(WELCOME)
    await settleDuePayments(provider.deps)
    expect(await balanceOf(provider, driver)).toBe(WELCOME + 2_700)
    expect(await actionsOf(reference)).toHaveLength(1)
    await expectSoundMoney(provider, reference)
  })

  test('that the gateway calls yet another amount by then is listed again', async () => {
    const reference = await mismatched()
    await creditAndDie(reference)
    await query('update sandbox_charges set amount_minor = 2600 where reference = $1', reference)
    await settleDuePayments(provider.deps)
    expect((await money('list')).lines.join('\n')).toContain(
      `${reference} at sandbox, asked for C$27.00, took C$26.00, `,
    )
    expect(await balanceOf(provider, driver)).toBe(WELCOME)
  })

  test('is listed where the gateway took a currency that is none of ours, or nobody noted what it took', async () => {
    const reference = await mismatched()
    const listed = async () => (await money('list')).lines.find((line) => line.includes(reference))
    await query(`update payment_mismatches set taken_currency = 'JPY' where reference = $1`, reference)
    expect(await listed()).toContain('asked for C$30.00, took another currency (JPY), ')
    await query('delete from payment_mismatches where reference = $1', reference)
    expect(await listed()).toContain('asked for C$30.00, what it took is not known, ')
  })

  test('is closed where it was given back there, and a payment that is none is left alone', async () => {
    const reference = await mismatched()
    expect((await money('close', reference, ...SIGNED)).exitCode).toBe(0)
    expect((await money('list')).lines.join('\n')).not.toContain(reference)
    expect(await balanceOf(provider, driver)).toBe(WELCOME)
    const sound = await payIn(provider, driver, 2_000)
    for (const verb of ['credit', 'close'])
      expect(await money(verb, sound, ...SIGNED)).toEqual({
        lines: ['This payment is no mismatch, or was dealt with.'],
        exitCode: 1,
      })
    expect((await money('credit', 'nothing', ...SIGNED)).exitCode).toBe(1)
    expect(await actionsOf(sound)).toEqual([])
  })
})

test('a chargeback is booked at the word of the gateway; what it leaves below zero is written off at our cost, once', async () => {
  const reference = await payIn(provider, driver, 3_000)
  const park = await insertTestPark(provider.deps.db, { capacity: 5 })
  const booked = await sendAs(provider, driver, {
    ...{ method: 'POST', path: '/bookings', body: bookingBody(provider, { parkId: park.id }) },
  })
  expect(booked.status, await booked.clone().text()).toBeLessThan(300)
  await onPage(provider, reference, 'dispute')
  expect((await money('list')).lines.join('\n')).toMatch(
    new RegExp(`dispute \\w+: ${reference} at sandbox, C\\$30.00, C\\$30.00 of it booked`),
  )
  expect((await money('ask', reference, ...SIGNED)).exitCode).toBe(0)
  expect((await money('write-off', email(), 'CAD', ...SIGNED)).lines).toEqual(['This wallet owes nothing.'])
  // Spends the rest of the wallet, as a booking would.
  const balance = await balanceOf(provider, driver)
  await query(
    `select post_to_wallet(wallet_id, $2::bigint, array['promo'], array[-$2::bigint], $3, 'dispute', null, null, $4) from wallets where user_id = $1 and currency = 'CAD'`,
    ...[driver.userId, -balance - 500, newKey(), new Date(provider.clock.now())],
  )
  expect((await money('list')).lines.join('\n')).toContain(`below zero: ${email()}`)
  expect((await money('write-off', email(), 'CAD', ...SIGNED)).lines).toEqual(['C$5.00 written off.'])
  expect((await money('write-off', email(), 'CAD', ...SIGNED)).exitCode).toBe(1)
  expect(await balanceOf(provider, driver)).toBe(0)
  expect(await actionsOf(driver.userId)).toMatchObject([{ action: 'debt.write_off' }])
})

test('a driver is disabled and opened again, each noted with who and why', async () => {
  const drivers = (...words: readonly string[]) => runDrivers(provider.deps, words)
  expect((await drivers('disable', email())).exitCode).toBe(2)
  expect((await drivers('disable', email().toUpperCase(), ...SIGNED)).exitCode).toBe(0)
  const answer = await sendAs(provider, driver, { method: 'GET', path: '/wallet?currency=CAD' })
  expect(answer.status).toBe(403)
  expect((await drivers('disable', email(), ...SIGNED)).lines).toEqual(['It is disabled already.'])
  expect((await drivers('enable', email(), ...SIGNED)).exitCode).toBe(0)
  expect((await findUser(provider.deps.db, driver.userId))?.disabled_at).toBeNull()
  expect(await actionsOf(driver.userId)).toMatchObject([{ action: 'driver.disable' }, { action: 'driver.enable' }])
})

test('the report has the ledger’s fees and taxes to the cent; a payout is noted once by its transfer, never above what is owed', async () => {
  const park = await insertTestPark(provider.deps.db, { capacity: 5 })
  const body = bookingBody(provider, { parkId: park.id })
  expect((await sendAs(provider, driver, { method: 'POST', path: '/bookings', body })).status).toBeLessThan(300)
  const now = provider.clock.now()
  const day = (ms: number): string => new Date(ms).toISOString().slice(0, 10)
  const report = await money('report', day(now - DAY_MS), day(now + 2 * DAY_MS))
  const rows = report.lines
    .join('\n')
    .replace(/^\uFEFF/, '')
    .split(/\r?\n/)
    .slice(1)
    .map((line) => line.split(','))
  const sums = await provider.deps.db.query<{ account: string; total: number }>(
    `select account, sum(amount_minor)::bigint as total from entries where account in ('fees', 'tax') group by 1`,
  )
  const total = (column: number): number => Math.round(rows.reduce((sum, row) => sum + Number(row[column]) * 100, 0))
  expect(total(6)).toBe(sums.find(({ account }) => account === 'fees')?.total ?? 0)
  expect(total(7)).toBe(sums.find(({ account }) => account === 'tax')?.total ?? 0)
  expect(total(5)).toBeGreaterThan(0)
  expect((await money('report', '2026-12-01', '2026-11-01')).exitCode).toBe(2)

  const [{ code } = { code: '' }] = await provider.deps.db.query<{ code: string }>(
    'select code from parks where id = $1',
    [park.id],
  )
  const owed = (await money('owed')).lines.find((line) => line.startsWith(code)) ?? ''
  const [, amount = ''] = /C\$([\d.]+)/.exec(owed) ?? []
  const tooMuch = await money('pay-out', code, String(Number(amount) + 1), 'CAD', 'TRF-1', ...SIGNED)
  expect(tooMuch.exitCode).toBe(1)
  const paid = await money('pay-out', code, amount, 'CAD', 'TRF-1', ...SIGNED)
  expect(paid).toEqual({ lines: ['Noted. C$0.00 are owed now.'], exitCode: 0 })
  expect((await money('pay-out', code, amount, 'CAD', 'TRF-1', ...SIGNED)).exitCode).toBe(0)
  expect(await actionsOf(code)).toHaveLength(1)
  expect((await money('owed')).lines.some((line) => line.startsWith(code))).toBe(false)
  expect((await money('log')).lines[0]).toContain('payout.record')
})

test('an unknown verb, a missing name or a missing reason does nothing', async () => {
  for (const words of [[], ['toString'], ['refund'], ['credit', 'x', '--by', 'Awa'], ['credit', 'x', '--why', 'so']])
    expect((await money(...words)).exitCode).toBe(2)
})
