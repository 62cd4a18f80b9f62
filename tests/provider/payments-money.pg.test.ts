import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Booking } from '../../src/contract/bookings.ts'
import type { StayReceipt, Withdrawal } from '../../src/contract/payments.ts'
import { assignReceipts, reconcile, sumLedger } from '../../provider/repositories/ledger.ts'
import { payWithdrawals } from '../../provider/services/refunds.ts'
import { codeOf } from './support/accounts.ts'
import { bookingBody, createDriver, mustBook, newKey, type TestDriver } from './support/test-driver.ts'
import { getPayment, mustTopUp, onPage } from './support/test-payments.ts'
import { insertTestPark, type TestPark } from './support/test-parks.ts'
import { startTestProvider, type TestProvider } from './support/test-provider.ts'
import { confirming } from './support/confirming.ts'

let provider: TestProvider
let driver: TestDriver
let park: TestPark

const WELCOME = 10_000

beforeAll(async () => {
  provider = confirming(await startTestProvider({ poolSize: 12 }))
  park = await insertTestPark(provider.deps.db, { capacity: 50, name: '=King "Street", Ltd' })
})
afterAll(() => provider.close())
beforeEach(async () => {
  driver = await createDriver(provider)
})

async function send(method: string, path: string, body?: unknown): Promise<Response> {
  const options = { token: await driver.token(), ...(method === 'GET' ? {} : { key: newKey() }) }
  return provider.request(method, `/api/v1${path}`, body === undefined ? options : { ...options, body })
}

const get = async <T>(path: string): Promise<T> => ((await (await send('GET', path)).json()) as { data: T }).data

async function topUp(amount: number): Promise<string> {
  const { reference } = await mustTopUp(provider, driver, { amount })
  await onPage(provider, reference, 'pay')
  return reference
}

async function wallet(): Promise<readonly [balance: number, held: number]> {
  const { balance, held } = await get<{ balance: number; held: number }>('/wallet?currency=CAD')
  return [balance, held]
}

async function expectSoundLedger(): Promise<void> {
  expect(await reconcile(provider.deps.db)).toEqual([])
  expect(await sumLedger(provider.deps.db)).toBe(0)
}

const withdraw = (amount: unknown, currency = 'CAD'): Promise<Response> =>
  send('POST', '/wallet/withdrawals', { amount, currency })

async function mustWithdraw(amount: number): Promise<Withdrawal> {
  const answer = await withdraw(amount)
  if (answer.status !== 201) throw new Error(`Withdrawal refused: ${await answer.text()}`)
  return ((await answer.json()) as { data: Withdrawal }).data
}

async function afterUndo(): Promise<void> {
  provider.clock.advance(11 * 60_000)
  await payWithdrawals(provider.deps)
}

const firstWithdrawal = async (): Promise<Withdrawal | undefined> =>
  ((await (await send('GET', '/wallet/withdrawals')).json()) as { items: Withdrawal[] }).items[0]

describe('a withdrawal', () => {
  it('holds the money at once and gives it back the way it came', async () => {
    const reference = await topUp(3_000)
    await mustWithdraw(1_200)
    expect(await wallet()).toEqual([WELCOME + 1_800, 1_200])
    await expectSoundLedger()
    await afterUndo()
    expect(await firstWithdrawal()).toMatchObject({ state: 'paid', amount: 1_200, paid: 1_200 })
    expect(await wallet()).toEqual([WELCOME + 1_800, 0])
    expect(await getPayment(provider, driver, reference)).toMatchObject({ state: 'succeeded', refunded: 1_200 })
    await expectSoundLedger()
    await mustWithdraw(1_800)
    await afterUndo()
    expect(await getPayment(provider, driver, reference)).toMatchObject({ state: 'refunded', refunded: 3_000 })
    await expectSoundLedger()
  })

  it('is never more than what came in by payments: gifts are spent first and stay', async () => {
    expect(await get('/wallet/withdrawable?currency=CAD')).toEqual({ withdrawable: 0, currency: 'CAD' })
    await topUp(3_000)
    expect(await get('/wallet/withdrawable?currency=CAD')).toEqual({ withdrawable: 3_000, currency: 'CAD' })
    const refused = await withdraw(3_001)
    expect(refused.status).toBe(422)
    expect(await refused.json()).toMatchObject({ code: 'amount_out_of_range', maximum: 3_000, currency: 'CAD' })
    for (let count = 0; count < 10; count += 1)
      await mustBook(provider, driver, { parkId: park.id, minutes: 600, fromMinutes: 60 + count * 1440 })
    // 105.00 spent: the gift of 100.00 first, then 5.00 of the 30.00 paid in.
    expect(await get('/wallet/withdrawable?currency=CAD')).toEqual({ withdrawable: 2_500, currency: 'CAD' })
    await expectSoundLedger()
  })

  it('of mobile money is an amount of whole payments: another is refused with the nearest of them', async () => {
    for (const amount of [5_000, 2_500]) await topUp(amount)
    // A mobile-money session is refunded as a whole; the sandbox's own payments can be refunded in parts.
    const callThem = (gateway: string) =>
      provider.deps.db.query('update payments set gateway = $2 where user_id = $1', [driver.userId, gateway])
    await callThem('wave')
    for (let count = 0; count < 11; count += 1)
      await mustBook(provider, driver, { parkId: park.id, minutes: 600, fromMinutes: 60 + count * 1440 })
    // 15.50 of the 75.00 paid in are spent; no sum of whole payments is 59.50.
    expect(await get('/wallet/withdrawable?currency=CAD')).toEqual({ withdrawable: 5_000, currency: 'CAD' })
    const refused = await withdraw(3_000)
    expect([refused.status, await refused.json()]).toMatchObject([
      422,
      { code: 'withdrawal_in_whole', nearest: [2_500, 5_000], currency: 'CAD' },
    ])
    await mustWithdraw(5_000)
    await callThem('sandbox')
    await expectSoundLedger()
  })

  it('can be taken back for ten minutes, not after', async () => {
    await topUp(2_000)
    const { id } = await mustWithdraw(2_000)
    expect((await send('DELETE', `/wallet/withdrawals/${id}`)).status).toBe(200)
    expect(await wallet()).toEqual([WELCOME + 2_000, 0])
    await afterUndo()
    expect(await firstWithdrawal()).toMatchObject({ state: 'cancelled', paid: 0 })
    const second = await mustWithdraw(2_000)
    await afterUndo()
    const late = await send('DELETE', `/wallet/withdrawals/${second.id}`)
    expect(await late.json()).toMatchObject({ data: { state: 'paid' } })
    expect(await wallet()).toEqual([WELCOME, 0])
    await expectSoundLedger()
  })

  it('that the gateway refuses is in the wallet again', async () => {
    const reference = await topUp(2_000)
    await mustWithdraw(2_000)
    await provider.deps.db.query('update sandbox_charges set refunded_minor = amount_minor where reference = $1', [
      reference,
    ])
    await afterUndo()
    expect(await firstWithdrawal()).toMatchObject({ state: 'refused', paid: 0 })
    expect(await wallet()).toEqual([WELCOME + 2_000, 0])
    await expectSoundLedger()
  })

  it('that a gateway refuses in part gives back the other part, and says how much', async () => {
    const refused = await topUp(1_500)
    await topUp(1_000)
    await mustWithdraw(2_500)
    await provider.deps.db.query('update sandbox_charges set refunded_minor = amount_minor where reference = $1', [
      refused,
    ])
    await afterUndo()
    expect(await firstWithdrawal()).toMatchObject({ state: 'paid', amount: 2_500, paid: 1_000 })
    expect(await wallet()).toEqual([WELCOME + 1_500, 0])
    await expectSoundLedger()
  })

  it('is paid once, however many jobs run at the same moment', async () => {
    await topUp(2_000)
    await mustWithdraw(2_000)
    provider.clock.advance(11 * 60_000)
    await Promise.all(Array.from({ length: 5 }, () => payWithdrawals(provider.deps)))
    await payWithdrawals(provider.deps)
    expect(await firstWithdrawal()).toMatchObject({ state: 'paid', paid: 2_000 })
    await expectSoundLedger()
  })

  it('asked for many times at once never takes more than there is', async () => {
    await topUp(2_000)
    const answers = await Promise.all(Array.from({ length: 6 }, () => withdraw(1_500)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 422, 422, 422, 422, 422])
    await expectSoundLedger()
  })

  it.each([0, -5, 1.5, '100', Number.MAX_SAFE_INTEGER])('of %s is refused', async (amount) => {
    expect((await withdraw(amount)).status).toBe(422)
  })

  it('of somebody else is not found', async () => {
    await topUp(2_000)
    const { id } = await mustWithdraw(1_000)
    driver = await createDriver(provider)
    expect((await send('DELETE', `/wallet/withdrawals/${id}`)).status).toBe(404)
  })
})

describe('a receipt', () => {
  const extend = (booking: Booking, minutes: number): Promise<Response> =>
    send('POST', '/bookings/extend', {
      booking_id: booking.booking_id,
      base_end_time: booking.end_time,
      new_end_time: new Date(Date.parse(booking.end_time) + minutes * 60_000).toISOString(),
      max_price: 10_000,
    })

  async function receiptsOf(): Promise<readonly StayReceipt[]> {
    await assignReceipts(provider.deps.db, { nowMs: provider.clock.now() })
    const list = (await (await send('GET', '/wallet/transactions?currency=CAD&size=50')).json()) as {
      items: Array<{ receipt_number: string | null }>
    }
    const numbers = list.items.flatMap(({ receipt_number }) => receipt_number ?? []).toReversed()
    return Promise.all(numbers.map((number) => get<StayReceipt>(`/receipts/${number}`)))
  }

  const sumOf = (receipt: StayReceipt): number =>
    receipt.lines.reduce((sum, line) => sum + (line.kind === 'tax' && line.included ? 0 : line.amount), 0)

  it('has the lines of its own charge, taxes named, also after the booking was extended and renewed', async () => {
    const booking = await mustBook(provider, driver, { parkId: park.id })
    expect((await extend(booking, 60)).status).toBe(200)
    await send('PUT', `/bookings/${booking.booking_id}/status?status=cancelled`)
    const again = `status=active&quoted_total=850&tariff_version=v1`
    expect((await send('PUT', `/bookings/${booking.booking_id}/status?${again}`)).status).toBe(200)
    const [first, extension, renewal] = await receiptsOf()
    expect(first).toMatchObject({ kind: 'booking', total: 450, fees: 50, tax_total: 46, paid_with: 'wallet' })
    expect(first?.taxes).toEqual([{ code: 'hst', name: 'HST', included: true, amount: 46 }])
    expect(first?.end_time).toBe(booking.end_time)
    expect(first?.refunds).toEqual([{ amount: 850, at: expect.any(String) as string }])
    expect(extension).toMatchObject({ kind: 'extension', total: 400, fees: 0, tax_total: 46 })
    expect(extension?.taxes).toEqual([{ code: 'hst', name: 'HST', included: true, amount: 46 }])
    expect(renewal).toMatchObject({ kind: 'booking', total: 850, tax_total: 92, refunds: [] })
    for (const receipt of [first, extension, renewal])
      if (receipt !== undefined) expect(sumOf(receipt)).toBe(receipt.total)
  })

  it('of a booking that a gateway paid says so', async () => {
    const options = { token: await driver.token(), key: newKey() }
    const body = bookingBody(provider, { parkId: park.id, changes: { payment_method: 'gateway' } })
    const answer = await provider.request('POST', '/api/v1/bookings', { ...options, body })
    const { data } = (await answer.json()) as { data: { reference: string } }
    await onPage(provider, data.reference, 'pay')
    expect((await receiptsOf())[0]).toMatchObject({ paid_with: 'gateway', total: 450 })
  })

  it('is for its driver alone, and a number that is none is not found', async () => {
    await mustBook(provider, driver, { parkId: park.id })
    const number = (await receiptsOf())[0]?.number ?? ''
    driver = await createDriver(provider)
    for (const path of [number, 'CA-999999', 'XX-000001', 'CA-1e3', '../wallet']) {
      const answer = await send('GET', `/receipts/${encodeURIComponent(path)}`)
      expect([answer.status, await codeOf(answer)]).toEqual([404, 'not_found'])
    }
  })
})

describe('a statement', () => {
  it('is CSV that a spreadsheet reads and does not run, oldest first, in the language asked for', async () => {
    await topUp(2_500)
    await mustBook(provider, driver, { parkId: park.id })
    const french = { token: await driver.token(), headers: { 'accept-language': 'fr' } }
    const answer = await provider.request('GET', '/api/v1/wallet/statement.csv?currency=CAD', french)
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="baywise-releve-CAD.csv"')
    const bytes = new Uint8Array(await answer.arrayBuffer())
    expect([...bytes.slice(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
    const lines = new TextDecoder().decode(bytes).split('\r\n')
    expect(lines[0]).toBe(
      'Date et heure,Type,Montant,Devise,Solde après,Réservation,Parking,Reçu,Référence du paiement',
    )
    expect(lines[1]).toMatch(/^2026-11-\d\d \d\d:\d\d,Crédit de bienvenue \(démo\),100\.00,CAD,100\.00,,,,$/)
    expect(lines[2]).toMatch(/,Recharge,25\.00,CAD,125\.00,,,,bw-[0-9a-f]{32}$/)
    expect(lines[3]).toMatch(/,Réservation,-4\.50,CAD,120\.50,[0-9A-Z]{8},"'=King ""Street"", Ltd",,$/)
    expect(lines).toHaveLength(5)
  })

  it('covers the days asked for, in the zone of its currency', async () => {
    // 04:30 in London is 23:30 of the previous day in Toronto.
    provider.clock.set(Date.parse('2026-12-02T04:30:00Z'))
    await topUp(600)
    const count = async (query: string): Promise<number> =>
      (await (await send('GET', `/wallet/statement.csv?currency=CAD&${query}`)).text()).split('\r\n').length - 2
    expect(await count('from=2026-12-01&to=2026-12-01')).toBe(2)
    expect(await count('from=2026-12-02')).toBe(0)
    expect((await send('GET', '/wallet/statement.csv?from=yesterday')).status).toBe(422)
  })
})

it('spending by month is net of refunds, with every month there', async () => {
  provider.clock.set(Date.parse('2027-01-10T12:00:00Z'))
  await topUp(2_000)
  const booking = await mustBook(provider, driver, { parkId: park.id })
  await mustBook(provider, driver, { parkId: park.id })
  await send('PUT', `/bookings/${booking.booking_id}/status?status=cancelled`)
  expect(await get('/wallet/spending?currency=CAD&months=3')).toEqual({
    currency: 'CAD',
    months: [
      { month: '2026-11', spent: 0, refunded: 0, topped_up: 0 },
      { month: '2026-12', spent: 0, refunded: 0, topped_up: 0 },
      { month: '2027-01', spent: 450, refunded: 450, topped_up: 2_000 },
    ],
  })
})
