import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { SessionWire } from '../../src/contract/auth.ts'
import type { Booking } from '../../src/contract/bookings.ts'
import { sendBookingMails } from '../../provider/services/booking-mails.ts'
import { assignReceipts } from '../../provider/repositories/ledger.ts'
import { codeOf, expectRefusal, login, PASSWORD, post, readJson, sendRefresh, signUp } from './support/accounts.ts'
import { byGateway, checkoutSteps, PRICE } from './support/test-checkout.ts'
import { balanceOf, createDriver, mustBook, newKey, postBooking } from './support/test-driver.ts'
import { mustStartGuest, postGuest, type TestGuest } from './support/test-guests.ts'
import { insertTestPark, type TestPark } from './support/test-parks.ts'
import { creditsOf, onPage } from './support/test-payments.ts'
import { startTestProvider, type TestProvider } from './support/test-provider.ts'

let provider: TestProvider
let guest: TestGuest
let park: TestPark
beforeAll(async () => {
  provider = await startTestProvider({ poolSize: 8 })
})
afterAll(() => provider.close())
beforeEach(async () => {
  await provider.deps.db.query('delete from attempts')
  guest = await mustStartGuest(provider, { email: `guest-${newKey()}@example.test` })
  park = await insertTestPark(provider.deps.db, { capacity: 4 })
})

const { mustCheckout, getBooking, cancel } = checkoutSteps(() => ({ provider, driver: guest, park }))

describe('a guest', () => {
  it('books with a plate and an address, pays at the gateway and has the pass', async () => {
    const { booking, reference } = await mustCheckout()
    await onPage(provider, reference, 'pay')
    const paid = await getBooking(booking.booking_code)
    expect(paid).toMatchObject({ status: 'active', hold_until: null, total: PRICE })
    expect(paid.pass?.text).toMatch(/^P1:/)
    expect(await balanceOf(provider, guest)).toBe(0)
    expect(await creditsOf(provider, reference)).toBe(1)
  })

  it('gets the refund of a cancelled booking in a wallet that another booking is paid from', async () => {
    const { booking, reference } = await mustCheckout()
    await onPage(provider, reference, 'pay')
    await cancel(booking)
    expect(await balanceOf(provider, guest)).toBe(PRICE)
    await mustBook(provider, guest, { parkId: park.id, fromMinutes: 300 })
    expect(await balanceOf(provider, guest)).toBe(0)
    expect(await creditsOf(provider, reference)).toBe(1)
  })

  it('has no welcome credit, whatever opens the wallet', async () => {
    expect(await balanceOf(provider, guest)).toBe(0)
    const other = await mustStartGuest(provider)
    const refused = await postBooking(provider, other, { parkId: park.id })
    await expectRefusal(refused, 409, 'wallet_too_low')
    expect(await balanceOf(provider, other)).toBe(0)
  })

  it('may have a plate of any country', async () => {
    const changes = { ...byGateway, plate: 'aa-123-bb' }
    const answer = await postBooking(provider, guest, { parkId: park.id, changes })
    expect(answer.status).toBe(201)
    const { data } = await readJson<{ data: { booking: Booking } }>(answer)
    expect(data.booking.plate).toBe('AA123BB')
  })

  it('with an email address gets the booking’s email, with a receipt; with a phone number none is made up', async () => {
    const byPhone = await mustStartGuest(provider, { phone: '416 555 0142' })
    expect(byPhone.session.user).toMatchObject({ guest: true, phone: '+14165550142', email: '', email_verified: false })
    for (const driver of [guest, byPhone]) {
      const { reference } = await mustCheckout(driver)
      await onPage(provider, reference, 'pay')
    }
    const before = provider.mails.length
    await assignReceipts(provider.deps.db, { nowMs: provider.clock.now() })
    await sendBookingMails(provider.deps, new AbortController().signal)
    const [byMail, others] = [guest.session.user.email, ['', `guest:${byPhone.userId}`]]
    const sent = provider.mails.slice(before).filter(({ to }) => to === byMail || others.includes(to))
    expect(sent.map(({ to }) => to)).toEqual([byMail])
    expect(sent[0]?.text).toMatch(/^Hello,\n/)
  })

  it('whose phone number is none is refused by its field', async () => {
    const answer = await postGuest(provider, { phone: '12' })
    expect(answer.status).toBe(422)
    expect(await answer.json()).toMatchObject({ code: 'validation_failed', errors: [{ field: 'phone' }] })
    for (const contact of [{}, { email: 'no' }, { email: 'a@example.test', phone: '4165550142' }])
      expect((await postGuest(provider, contact as Record<string, string>)).status).toBe(422)
  })
})

describe('the address of a guest', () => {
  it('opens nothing: not a sign-in, not a new password, and no guest sees another’s bookings', async () => {
    const { email } = guest.session.user
    await mustCheckout()
    expect((await login(provider, email)).status).toBe(401)
    expect((await login(provider, `guest:${guest.userId}`)).status).toBe(401)
    const mails = provider.mails.length
    await post(provider, '/auth/forgot-password', { email })
    expect(provider.mails).toHaveLength(mails)
    const twin = await mustStartGuest(provider, { email })
    expect(twin.userId).not.toBe(guest.userId)
    const list = await provider.request('GET', '/api/v1/bookings/list', { token: await twin.token() })
    expect(await list.json()).toMatchObject({ total: 0 })
  })

  it('is answered alike whether it has an account or not, and an account does not notice', async () => {
    const email = `owner-${newKey()}@example.test`
    const owner = await signUp(provider, email)
    const mails = provider.mails.length
    const answers = await Promise.all(
      [email, `nobody-${newKey()}@example.test`].map((one) => postGuest(provider, { email: one })),
    )
    const [known, unknown] = await Promise.all(answers.map((answer) => readJson<SessionWire>(answer)))
    expect(answers.map(({ status }) => status)).toEqual([201, 201])
    expect(Object.keys(known ?? {})).toEqual(Object.keys(unknown ?? {}))
    expect(Object.keys(known?.user ?? {})).toEqual(Object.keys(unknown?.user ?? {}))
    expect(known?.user.user_id).not.toBe(owner.user.user_id)
    expect(provider.mails).toHaveLength(mails)
    expect((await login(provider, email, PASSWORD)).status).toBe(200)
  })

  it('that has an account books, pays and has the pass, and the account sees nothing of it', async () => {
    const email = `owner-${newKey()}@example.test`
    const owner = await signUp(provider, email)
    guest = await mustStartGuest(provider, { email })
    const { booking, reference } = await mustCheckout()
    await onPage(provider, reference, 'pay')
    expect(await getBooking(booking.booking_code)).toMatchObject({ status: 'active', hold_until: null })
    expect((await getBooking(booking.booking_code)).pass?.text).toMatch(/^P1:/)
    const list = await provider.request('GET', '/api/v1/bookings/list', { token: owner.access_token })
    expect(await list.json()).toMatchObject({ total: 0 })
  })
})

describe('the request for a guest', () => {
  it('whose answer was lost gives the same guest and the same session, once gone on with no more', async () => {
    const key = newKey()
    const contact = { email: 'lost@example.test' }
    const both = await Promise.all([postGuest(provider, contact, { key }), postGuest(provider, contact, { key })])
    const [first, again] = await Promise.all(both.map((answer) => readJson<SessionWire>(answer)))
    expect(again?.user.user_id).toBe(first?.user.user_id)
    expect(again?.refresh_token).toBe(first?.refresh_token)
    const rows = await provider.deps.db.query(`select 1 from users where contact_email = 'lost@example.test'`)
    expect(rows).toHaveLength(1)
    await expectRefusal(
      await postGuest(provider, { email: 'other@example.test' }, { key }),
      422,
      'idempotency_key_reused',
    )
    const refreshed = await sendRefresh(provider, { token: first?.refresh_token ?? '', key: newKey() })
    expect(refreshed.status).toBe(200)
    await expectRefusal(await postGuest(provider, contact, { key }), 422, 'idempotency_key_reused')
  })

  it('needs a key, and is limited by network', async () => {
    const options = { body: { contact: { email: 'a@example.test' }, country_code: 'CA' } }
    await expectRefusal(await provider.request('POST', '/api/v1/front/guest', options), 422, 'idempotency_key_required')
    const peer = '203.0.113.77'
    const answers = []
    for (let sent = 0; sent < 61; sent += 1)
      answers.push(await postGuest(provider, { email: 'many@example.test' }, { peer }))
    expect(answers.slice(0, 60).every(({ status }) => status === 201)).toBe(true)
    expect(await codeOf(answers[60] as Response)).toBe('rate_limited')
    expect((await postGuest(provider, { email: 'many@example.test' }, { peer: '198.51.100.4' })).status).toBe(201)
  })

  it('forgets guests who never booked, and only those', async () => {
    await mustCheckout()
    const idle = await mustStartGuest(provider)
    provider.clock.advance(3 * 86_400_000)
    await mustStartGuest(provider)
    const left = await provider.deps.db.query<{ user_id: string }>(
      'select user_id from users where user_id = any($1)',
      [[guest.userId, idle.userId]],
    )
    expect(left.map(({ user_id }) => user_id)).toEqual([guest.userId])
  })
})

describe('unpaid spaces', () => {
  const hold = (driver: TestGuest, fromMinutes: number, plate: string) =>
    postBooking(provider, driver, { parkId: park.id, fromMinutes, changes: { ...byGateway, plate } })

  it('are three for one address, however many guests it is', async () => {
    const { email } = guest.session.user
    const twins = [guest, await mustStartGuest(provider, { email }), await mustStartGuest(provider, { email })]
    const fourth = await mustStartGuest(provider, { email })
    for (const [at, one] of twins.entries()) expect((await hold(one, 60, `TWIN ${at}`)).status).toBe(201)
    await expectRefusal(await hold(fourth, 60, 'TWIN 9'), 409, 'too_many_holds')
  })

  it('are three for one plate, whatever address its guests give', async () => {
    for (let at = 0; at < 3; at += 1)
      expect(
        (await hold(await mustStartGuest(provider, { email: `p${at}@example.test` }), 60 + at * 120, 'SAME 1')).status,
      ).toBe(201)
    const fourth = await mustStartGuest(provider, { email: 'p4@example.test' })
    await expectRefusal(await hold(fourth, 500, 'SAME 1'), 409, 'too_many_holds')
    const driver = await createDriver(provider)
    const own = await postBooking(provider, driver, {
      parkId: park.id,
      fromMinutes: 700,
      changes: { ...byGateway, plate: 'SAME 1' },
    })
    expect(own.status).toBe(201)
  })
})
