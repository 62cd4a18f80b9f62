import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { Booking } from '../../src/contract/bookings.ts'
import type { CompanyStatement } from '../../src/contract/companies.ts'
import { MINUTE_MS } from '../../src/domain/instant.ts'
import { runCompanies } from '../../provider/cli/companies.ts'
import { eraseUser } from '../../provider/repositories/account-delete.ts'
import { assignReceipts } from '../../provider/repositories/ledger.ts'
import { sendBookingMails } from '../../provider/services/booking-mails.ts'
import { sendCompanyMails } from '../../provider/services/companies.ts'
import { expectRefusal, readJson } from './support/accounts.ts'
import {
  addMember,
  askCompany,
  askForCompany,
  companiesOf,
  detailOf,
  emailOf,
  memberIdOf,
  openCompany,
  removeDriver,
  removeMember,
  type TestCompany,
} from './support/test-companies.ts'
import {
  balanceOf,
  createDriver,
  mustBook,
  newKey,
  postBooking,
  testPrice,
  type TestDriver,
} from './support/test-driver.ts'
import { closeBalanced, goToWholeMinute } from './support/test-ledger.ts'
import { postMove } from './support/test-moves.ts'
import { insertTestPark } from './support/test-parks.ts'
import { startTestProvider, TEST_NOW, type TestProvider } from './support/test-provider.ts'

const WELCOME = 10_000

let provider: TestProvider
let admin: TestDriver
let driver: TestDriver
let company: TestCompany
let parkId: number
beforeAll(async () => {
  provider = await startTestProvider({ poolSize: 12 })
})
afterAll(() => closeBalanced(provider))
beforeEach(async () => {
  provider.clock.set(TEST_NOW)
  goToWholeMinute(provider.clock)
  await provider.deps.db.query('delete from attempts')
  ;[admin, driver] = [await createDriver(provider), await createDriver(provider)]
  company = await openCompany(provider, admin)
  parkId = (await insertTestPark(provider.deps.db, { capacity: 50 })).id
})

const forCompany = (more: object = {}) => ({ parkId, ...more, changes: { company_id: company.id } })
const balance = async (): Promise<number> => (await detailOf(provider, company)).balance
const cancel = async ({ booking_id: id }: Booking, as = driver): Promise<Response> =>
  provider.request('PUT', `/api/v1/bookings/${id}/status?status=cancelled`, { token: await as.token(), key: newKey() })
const extend = async (booking: Booking, minutes: number): Promise<Response> =>
  provider.request('POST', '/api/v1/bookings/extend', {
    token: await driver.token(),
    key: newKey(),
    body: {
      ...{ booking_id: booking.booking_id, base_end_time: booking.end_time, max_price: 100_000 },
      new_end_time: new Date(Date.parse(booking.end_time) + minutes * MINUTE_MS).toISOString(),
    },
  })
const renew = async ({ booking_id: id, total }: Booking): Promise<Response> =>
  provider.request(
    'PUT',
    `/api/v1/bookings/${id}/status?status=active&quoted_total=${String(total)}&tariff_version=v1`,
    { token: await driver.token(), key: newKey() },
  )

describe('a business account', () => {
  it('is asked for, approved by an operator alone, and told by email; the address of the request is its administrator', async () => {
    const asker = await createDriver(provider)
    const id = await askForCompany(provider, asker, 'Boulangerie Ndiaye')
    expect(await companiesOf(provider, asker)).toMatchObject([
      { name: 'Boulangerie Ndiaye', status: 'open', role: null },
    ])
    await expectRefusal(await askCompany(provider, asker, `/${id}`), 404, 'company_not_found')
    const body = { email: emailOf(asker), role: 'admin', booking_limit: null, month_limit: null }
    await expectRefusal(await askCompany(provider, asker, `/${id}/members`, { body }), 404, 'company_not_found')
    await expectRefusal(
      await askCompany(provider, asker, `/${id}/add-funds`, { body: { amount: 2_500 } }),
      404,
      'company_not_found',
    )
    expect((await runCompanies(provider.deps.db, ['list'])).lines.join('\n')).toContain(id)
    expect(await runCompanies(provider.deps.db, ['approve', id])).toMatchObject({ exitCode: 0 })
    expect((await runCompanies(provider.deps.db, ['approve', id])).lines).toEqual(['It was approved already.'])
    expect(await companiesOf(provider, asker)).toMatchObject([{ status: 'approved', role: 'admin', currency: 'CAD' }])
    expect(await detailOf(provider, { id, admin: asker })).toMatchObject({ balance: 0, members: [{ is_you: true }] })
    // Commands use the machine's clock.
    provider.clock.set(Math.max(TEST_NOW, Date.now() + 1_000))
    await sendCompanyMails(provider.deps)
    expect(provider.mails.filter(({ to }) => to === emailOf(asker)).map(({ subject }) => subject)).toContain(
      'Your business account is open: Boulangerie Ndiaye',
    )
  })

  it('is refused with a reason, which whoever asked reads', async () => {
    const asker = await createDriver(provider)
    const id = await askForCompany(provider, asker)
    await runCompanies(provider.deps.db, ['refuse', id, 'No', 'such', 'company.'])
    expect(await companiesOf(provider, asker)).toMatchObject([{ status: 'refused', reason: 'No such company.' }])
    expect(await runCompanies(provider.deps.db, ['approve', id])).toMatchObject({ exitCode: 1 })
  })

  it('has an administrator again by an operator once the last one has deleted the account; nothing of theirs is left with it', async () => {
    await provider.deps.db.transaction((tx) => eraseUser(tx, admin.userId, provider.clock.now()))
    for (const [table, column] of [
      ['company_members', 'email'],
      ['companies', 'email'],
      ['users', 'contact_email'],
    ] as const)
      expect(await provider.deps.db.query(`select 1 from ${table} where ${column} = $1`, [emailOf(admin)])).toEqual([])
    expect((await runCompanies(provider.deps.db, ['admin', company.id, 'nobody'])).exitCode).toBe(2)
    expect((await runCompanies(provider.deps.db, ['admin', newKey(), emailOf(driver)])).exitCode).toBe(1)
    expect((await runCompanies(provider.deps.db, ['admin', company.id, emailOf(driver)])).exitCode).toBe(0)
    expect(await companiesOf(provider, driver)).toMatchObject([{ role: 'admin' }])
    expect(await detailOf(provider, { ...company, admin: driver })).toMatchObject({ balance: 20_000 })
  })

  it('is filled through the gateway by an administrator, and by no other driver', async () => {
    expect(await balance()).toBe(20_000)
    expect(await balanceOf(provider, admin)).toBe(WELCOME)
    await addMember(provider, company, driver)
    for (const path of ['', '/statement?month=2026-11'])
      await expectRefusal(await askCompany(provider, driver, `/${company.id}${path}`), 404, 'company_not_found')
    const funds = { body: { amount: 2_500 } }
    await expectRefusal(await askCompany(provider, driver, `/${company.id}/add-funds`, funds), 404, 'company_not_found')
  })

  it('keeps an administrator who has signed in, whoever removes whom at once', async () => {
    const other = await createDriver(provider)
    await addMember(provider, company, other, { role: 'admin' })
    const [first, second] = [await memberIdOf(provider, company, admin), await memberIdOf(provider, company, other)]
    const answers = await Promise.all([
      removeMember(provider, { ...company, admin: other }, first),
      removeMember(provider, company, second),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404])
    const left = (await companiesOf(provider, admin)).length === 1 ? admin : other
    await expectRefusal(await removeDriver(provider, { ...company, admin: left }, left), 409, 'company_last_admin')
  })
})

describe('a booking that a company pays for', () => {
  it('takes its price from the company’s wallet, and every refund goes back there', async () => {
    await addMember(provider, company, driver)
    const booking = await mustBook(provider, driver, forCompany())
    expect(booking).toMatchObject({ company: 'Clean & Co', total: testPrice(60) })
    expect([await balance(), await balanceOf(provider, driver)]).toEqual([20_000 - testPrice(60), WELCOME])
    expect((await extend(booking, 60)).status).toBe(200)
    expect(await balance()).toBe(20_000 - testPrice(120))
    expect((await cancel(booking)).status).toBe(200)
    expect([await balance(), await balanceOf(provider, driver)]).toEqual([20_000, WELCOME])
  })

  it('is told by emails that name who paid, and whose wallet has the refund', async () => {
    await addMember(provider, company, driver)
    const booking = await mustBook(provider, driver, forCompany())
    const tell = async (): Promise<string | undefined> => {
      await assignReceipts(provider.deps.db, { nowMs: provider.clock.now() })
      await sendBookingMails(provider.deps, new AbortController().signal)
      return provider.mails.findLast(({ to }) => to === emailOf(driver))?.text
    }
    expect(await tell()).toContain('Clean & Co paid C$4.50.')
    expect((await cancel(booking)).status).toBe(200)
    expect(await tell()).toContain('is back in Clean & Co’s wallet.')
  })

  it('is none of a driver who does not belong to it, was removed, or pays at a gateway', async () => {
    await expectRefusal(await postBooking(provider, driver, forCompany()), 404, 'company_not_found')
    await addMember(provider, company, driver)
    const atGateway = { parkId, changes: { company_id: company.id, payment_method: 'gateway' } }
    expect((await postBooking(provider, driver, atGateway)).status).toBe(422)
    const booking = await mustBook(provider, driver, forCompany())
    expect((await removeDriver(provider, company, driver)).status).toBe(200)
    await expectRefusal(await postBooking(provider, driver, forCompany({ fromMinutes: 200 })), 404, 'company_not_found')
    // Existing bookings stay, but may not cost the company more.
    await expectRefusal(await extend(booking, 60), 404, 'company_not_found')
    await expectRefusal(await postMove(provider, { driver, booking }, { fromMinutes: 300 }), 404, 'company_not_found')
    expect(await balance()).toBe(20_000 - testPrice(60))
    expect((await cancel(booking)).status).toBe(200)
    await expectRefusal(await renew(booking), 404, 'company_not_found')
    expect([await balance(), await balanceOf(provider, driver)]).toEqual([20_000, WELCOME])
  })

  it('is refused where the wallet holds too little, without saying how much is there', async () => {
    const poor = await openCompany(provider, await createDriver(provider), 500)
    await addMember(provider, poor, driver)
    const wish = { parkId, minutes: 90, changes: { company_id: poor.id } }
    const refusal = await postBooking(provider, driver, wish)
    expect(refusal.status).toBe(409)
    const problem = await readJson<Record<string, unknown>>(refusal)
    expect(problem).toMatchObject({ code: 'company_too_low' })
    expect(problem).not.toHaveProperty('balance')
    expect(await balanceOf(provider, driver)).toBe(WELCOME)
  })

  it('costs no more than the limit of a booking, also by extending and moving', async () => {
    await addMember(provider, company, driver, { booking_limit: testPrice(90) })
    await expectRefusal(await postBooking(provider, driver, forCompany({ minutes: 120 })), 409, 'company_limit')
    const booking = await mustBook(provider, driver, forCompany())
    await expectRefusal(await extend(booking, 60), 409, 'company_limit')
    await expectRefusal(await postMove(provider, { driver, booking }, { minutes: 120 }), 409, 'company_limit')
    expect(await balance()).toBe(20_000 - testPrice(60))
    expect((await postMove(provider, { driver, booking }, { minutes: 90 })).status).toBe(200)
    expect(await balance()).toBe(20_000 - testPrice(90))
  })

  it('counts in the limit of a month, which is free again after a cancel, and holds for two at once', async () => {
    await addMember(provider, company, driver, { month_limit: testPrice(60) })
    const booking = await mustBook(provider, driver, forCompany())
    await expectRefusal(await postBooking(provider, driver, forCompany({ fromMinutes: 200 })), 409, 'company_limit')
    expect((await companiesOf(provider, driver))[0]).toMatchObject({ month_spent: testPrice(60) })
    expect((await cancel(booking)).status).toBe(200)
    const answers = await Promise.all(
      [200, 300, 400].map((fromMinutes) => postBooking(provider, driver, forCompany({ fromMinutes }))),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409])
    expect(await balance()).toBe(20_000 - testPrice(60))
  })

  it('is for the vehicles that the company names, also when its plate is changed', async () => {
    await addMember(provider, company, driver)
    const put = (plates: readonly string[], as = admin) =>
      askCompany(provider, as, `/${company.id}/plates`, { method: 'PUT', body: { plates } })
    await expectRefusal(await put(['own-1'], driver), 404, 'company_not_found')
    expect((await put(['!'])).status).toBe(422)
    expect((await put(['abc 123', 'ABC-123', 'van-2'])).status).toBe(200)
    expect((await companiesOf(provider, driver))[0]).toMatchObject({ plates: ['ABC123', 'VAN2'] })
    const other = { parkId, changes: { company_id: company.id, plate: 'OWN1' } }
    await expectRefusal(await postBooking(provider, driver, other), 409, 'company_plate')
    const { booking_id: id } = await mustBook(provider, driver, forCompany())
    const change = async (plate: string) =>
      provider.request('PUT', `/api/v1/bookings/${id}/vehicle`, {
        ...{ token: await driver.token(), key: newKey(), body: { plate } },
      })
    await expectRefusal(await change('own 1'), 409, 'company_plate')
    expect((await change('VAN 2')).status).toBe(200)
    expect((await put([])).status).toBe(200)
    expect((await change('own 1')).status).toBe(200)
  })

  it('counts in one limit, also where its driver has changed their address and was invited again', async () => {
    await addMember(provider, company, driver, { month_limit: testPrice(60) })
    await mustBook(provider, driver, forCompany())
    await provider.deps.db.query(`update users set email = 'new-' || email where user_id = $1`, [driver.userId])
    const body = { email: `new-${emailOf(driver)}`, role: 'driver', booking_limit: null, month_limit: null }
    expect((await askCompany(provider, admin, `/${company.id}/members`, { body })).status).toBe(200)
    expect(await companiesOf(provider, driver)).toMatchObject([{ month_limit: testPrice(60) }])
    await expectRefusal(await postBooking(provider, driver, forCompany({ fromMinutes: 200 })), 409, 'company_limit')
  })

  it('of last month leaves no more for this month when it is cancelled', async () => {
    await addMember(provider, company, driver, { month_limit: testPrice(60) })
    const booking = await mustBook(provider, driver, forCompany({ fromMinutes: 40 * 1_440 }))
    provider.clock.set(TEST_NOW + 33 * 1_440 * MINUTE_MS)
    expect((await cancel(booking)).status).toBe(200)
    await mustBook(provider, driver, forCompany())
    await expectRefusal(await postBooking(provider, driver, forCompany({ fromMinutes: 200 })), 409, 'company_limit')
  })

  it('stands in the statement of its month with its taxes by name, its receipt and who drove', async () => {
    await addMember(provider, company, driver)
    const booking = await mustBook(provider, driver, forCompany())
    await mustBook(provider, driver, { parkId, fromMinutes: 200 })
    await assignReceipts(provider.deps.db, { nowMs: provider.clock.now() })
    const month = new Date(provider.clock.now()).toISOString().slice(0, 7)
    const answer = await askCompany(provider, admin, `/${company.id}/statement?month=${month}`)
    const { data } = await readJson<{ data: CompanyStatement }>(answer)
    expect(data).toMatchObject({ opening: 0, closing: 20_000 - testPrice(60), currency: 'CAD' })
    expect(data.lines).toMatchObject([
      { kind: 'top_up', amount: 20_000, booking: null },
      {
        ...{ kind: 'booking', amount: -testPrice(60), receipt_number: expect.stringMatching(/^CA-\d{6}$/) },
        booking: { booking_code: booking.booking_code, email: emailOf(driver), plate: 'ABC123' },
      },
    ])
    expect(data.lines[1]?.taxes?.reduce((sum, { amount }) => sum + amount, 0)).toBe(data.lines[1]?.tax)
    expect(data.taxes.reduce((sum, { amount }) => sum + amount, 0)).toBe(-(data.lines[1]?.tax ?? 0))
  })
})
