import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { AccountExport } from '../../src/contract/account.ts'
import type { SessionWire } from '../../src/contract/auth.ts'
import { backgroundSettled } from '../../provider/services/background.ts'
import { codeOf, expectRefusal, lastCode, lastMail, login, otherCode, readJson, signUp } from './support/accounts.ts'
import { checkoutSteps, PRICE, WELCOME } from './support/test-checkout.ts'
import { balanceOf, mustBook, newKey, type TestDriver } from './support/test-driver.ts'
import { mustStartGuest, postConfirm, postGuest, postKeep, type TestGuest, toGuest } from './support/test-guests.ts'
import { insertTestPark, type TestPark } from './support/test-parks.ts'
import { creditsOf, onPage, verify } from './support/test-payments.ts'
import { startTestProvider, type TestProvider } from './support/test-provider.ts'

let provider: TestProvider
let guest: TestGuest
let park: TestPark
let email: string
beforeAll(async () => {
  provider = await startTestProvider({ poolSize: 8 })
})
afterAll(() => provider.close())
beforeEach(async () => {
  await provider.deps.db.query('delete from attempts')
  email = `keep-${newKey()}@example.test`
  guest = await mustStartGuest(provider, { email })
  park = await insertTestPark(provider.deps.db, { capacity: 20 })
})

const { mustCheckout, getBooking, cancel } = checkoutSteps(() => ({ provider, driver: guest, park }))

async function bookAndPay() {
  const { booking, reference } = await mustCheckout()
  await onPage(provider, reference, 'pay')
  return { booking, reference }
}

const sendCode = async (to = email, who = guest): Promise<string> => {
  expect((await postKeep(provider, who, to)).status).toBe(202)
  return lastCode(provider, to)
}

const keep = async (to = email): Promise<TestGuest> => {
  const answer = await postConfirm(provider, guest, { code: await sendCode(to) })
  expect(answer.status, await answer.clone().text()).toBe(200)
  return toGuest(await readJson<SessionWire>(answer))
}

/** Creates a full account in Canada; its `to` is the same driver. */
const owner = async (): Promise<TestGuest> => toGuest(await signUp(provider, email, { country_code: 'CA' }))

const codesOf = async (who: TestDriver): Promise<readonly string[]> => {
  const answer = await provider.request('GET', '/api/v1/bookings/list', { token: await who.token() })
  return (await readJson<{ items: { booking_code: string }[] }>(answer)).items.map(({ booking_code: code }) => code)
}

describe('a guest who proves an address that has no account', () => {
  it('becomes its account, with everything in it and nothing closed', async () => {
    const { booking } = await bookAndPay()
    const kept = await keep()
    expect(kept.session.user).toMatchObject({ user_id: guest.userId, email, email_verified: true })
    expect(kept.session.user).not.toHaveProperty('guest')
    expect(await codesOf(kept)).toEqual([booking.booking_code])
    expect((await provider.request('GET', '/api/v1/user/vehicles', { token: await kept.token() })).status).toBe(200)
    expect(
      (await provider.request('POST', '/api/v1/auth/passkeys/options', { token: await kept.token(), body: {} })).status,
    ).toBe(200)
    expect(await balanceOf(provider, kept)).toBe(0)
  })

  it('does so with another address than the one they booked with, and with a phone number alone', async () => {
    guest = await mustStartGuest(provider, { phone: '4165550142' })
    const { booking } = await bookAndPay()
    const kept = await keep('another@example.test')
    expect(kept.session.user).toMatchObject({ email: 'another@example.test', phone: '+14165550142' })
    expect(await codesOf(kept)).toEqual([booking.booking_code])
  })

  it('is answered again when the answer was lost, and by that request alone', async () => {
    const code = await sendCode()
    const key = newKey()
    const first = await readJson<SessionWire>(await postConfirm(provider, guest, { code, key }))
    const again = await postConfirm(provider, guest, { code, key })
    expect(again.status).toBe(200)
    expect((await readJson<SessionWire>(again)).user.user_id).toBe(first.user.user_id)
    await expectRefusal(await postConfirm(provider, guest, { code }), 403, 'forbidden')
  })
})

describe('a guest whose address has an account', () => {
  it('moves bookings, passes and payments into it, under both proofs', async () => {
    const account = await owner()
    const own = await mustBook(provider, account, { parkId: park.id, fromMinutes: 600 })
    const { booking, reference } = await bookAndPay()
    const kept = await keep()
    expect(kept.userId).toBe(account.userId)
    expect((await codesOf(kept)).toSorted()).toEqual([own.booking_code, booking.booking_code].toSorted())
    expect((await getBooking(booking.booking_code, kept)).pass?.text).toMatch(/^P1:/)
    expect(await verify(provider, kept, reference)).toMatchObject({ status: 'success' })
    // The guest account is gone.
    await expectRefusal(
      await provider.request('GET', '/api/v1/bookings/list', { token: await guest.token() }),
      401,
      'token_invalid',
    )
    expect(await creditsOf(provider, reference)).toBe(1)
  })

  it('has a refund of what the guest paid in the account’s wallet, once, and the ledger adds up', async () => {
    const account = await owner()
    expect(await balanceOf(provider, account)).toBe(WELCOME)
    const { booking, reference } = await bookAndPay()
    const kept = await keep()
    const options = { token: await kept.token() }
    const path = `/api/v1/bookings/${booking.booking_id}/status?status=cancelled`
    for (let sent = 0; sent < 2; sent += 1) await provider.request('PUT', path, { ...options, key: newKey() })
    expect(await balanceOf(provider, kept)).toBe(WELCOME + PRICE)
    // Only the guest's payment can be withdrawn; the welcome credit stays.
    const most = await provider.request('GET', '/api/v1/wallet/withdrawable?currency=CAD', options)
    expect(await most.json()).toMatchObject({ data: { withdrawable: PRICE } })
    expect(await creditsOf(provider, reference)).toBe(1)
  })

  it('has what the guest paid in its export', async () => {
    await owner()
    await bookAndPay()
    const kept = await keep()
    const answer = await provider.request('GET', '/api/v1/users/me/export', { token: await kept.token() })
    const { data } = await readJson<{ data: AccountExport }>(answer)
    expect(data.transactions.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['top_up', 'booking']))
  })

  it('takes a balance along once, also where the account has not opened a wallet of the currency', async () => {
    for (const country of ['CA', 'SN']) {
      email = `purse-${newKey()}@example.test`
      guest = await mustStartGuest(provider, { email })
      const account = toGuest(await signUp(provider, email, { country_code: country }))
      if (country === 'CA') expect(await balanceOf(provider, account)).toBe(WELCOME)
      const { booking, reference } = await bookAndPay()
      await cancel(booking)
      const kept = await keep()
      expect(await balanceOf(provider, kept)).toBe(WELCOME + PRICE)
      expect(await creditsOf(provider, reference)).toBe(1)
    }
  })

  it('takes a hole along too: money that went back at the gateway is not left behind', async () => {
    const account = await owner()
    expect(await balanceOf(provider, account)).toBe(WELCOME)
    const { reference } = await bookAndPay()
    await provider.request('POST', `/sandbox/pay/${reference}?outcome=dispute`)
    await backgroundSettled()
    expect(await balanceOf(provider, guest)).toBe(-PRICE)
    const kept = await keep()
    expect(await balanceOf(provider, kept)).toBe(WELCOME - PRICE)
    expect(await creditsOf(provider, reference)).toBe(1)
  })

  it('pays what was still unpaid into the account, with its booking', async () => {
    await owner()
    const { booking, reference } = await mustCheckout()
    const kept = await keep()
    await onPage(provider, reference, 'pay')
    expect(await getBooking(booking.booking_code, kept)).toMatchObject({ status: 'active', hold_until: null })
    expect(await creditsOf(provider, reference)).toBe(1)
  })

  it('is told again what a lost answer said, and nothing else is open to the moved guest', async () => {
    const account = await owner()
    const code = await sendCode()
    const key = newKey()
    expect((await postConfirm(provider, guest, { code, key })).status).toBe(200)
    const again = await postConfirm(provider, guest, { code, key })
    expect((await readJson<SessionWire>(again)).user.user_id).toBe(account.userId)
    await expectRefusal(await postConfirm(provider, guest, { code }), 403, 'forbidden')
    await expectRefusal(await postKeep(provider, guest, email), 401, 'token_invalid')
  })

  it('that is disabled stays closed, and the guest keeps what is theirs', async () => {
    await owner()
    await provider.deps.db.query('update users set disabled_at = now() where email = $1', [email])
    const { booking } = await bookAndPay()
    await expectRefusal(await postConfirm(provider, guest, { code: await sendCode() }), 403, 'account_disabled')
    expect(await codesOf(guest)).toEqual([booking.booking_code])
  })
})

describe('a stranger', () => {
  it('learns nothing of an address from asking for a code: same answer, same mail', async () => {
    await owner()
    const [known, unknown] = [email, `free-${newKey()}@example.test`]
    const answers = [await postKeep(provider, guest, known), await postKeep(provider, guest, unknown)]
    expect(await Promise.all(answers.map((answer) => answer.text()))).toEqual(['{}', '{}'])
    const [one, two] = [await lastMail(provider, known), await lastMail(provider, unknown)]
    const plain = (mail: { text: string; code?: string }) => mail.text.replaceAll(mail.code ?? '', '#')
    expect(plain(one)).toBe(plain(two))
    expect(one.text).toContain('give the code to nobody')
  })

  it('who guesses has five tries a code, and ten a day for an address, over all guests', async () => {
    await owner()
    const codes: Array<string | undefined> = []
    for (let at = 0; at < 3; at += 1) {
      guest = await mustStartGuest(provider)
      provider.clock.advance(31_000)
      const code = await sendCode()
      for (let tries = 0; tries < 5; tries += 1)
        codes.push(await codeOf(await postConfirm(provider, guest, { code: otherCode(code) })))
      // The right code, after its tries are used up.
      codes.push(await codeOf(await postConfirm(provider, guest, { code })))
    }
    expect(codes.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => 'code_invalid'))
    expect(codes.slice(10)).toEqual(Array.from({ length: 8 }, () => 'rate_limited'))
  })

  it('has no uncounted try for an address that replaces the guest’s own while a code is checked', async () => {
    await owner()
    await sendCode('mine@example.test')
    const { db } = provider.deps
    const waiting = `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    const judged = await db.transaction(async (tx) => {
      await tx.query('select 1 from email_changes where user_id = $1 for update', [guest.userId])
      const answer = postConfirm(provider, guest, { code: '000000' })
      await vi.waitUntil(async () => (await db.query(waiting)).length > 0)
      await tx.query('update email_changes set email = $2 where user_id = $1', [guest.userId, email])
      return { answer }
    })
    await expectRefusal(await judged.answer, 422, 'code_invalid')
    const tries = await db.query('select wrong_tries from email_changes where user_id = $1', [guest.userId])
    expect(tries).toEqual([{ wrong_tries: 0 }])
  })

  it('gets nothing from the owner’s code without the guest that it was sent for', async () => {
    await owner()
    const code = await sendCode()
    const stranger = await mustStartGuest(provider, { email })
    await expectRefusal(await postConfirm(provider, stranger, { code }), 422, 'code_invalid')
    await postKeep(provider, stranger, email)
    await expectRefusal(await postConfirm(provider, stranger, { code }), 422, 'code_invalid')
    const outside = await provider.request('POST', '/api/v1/auth/verify-email', { body: { email, code } })
    expect(outside.status).toBe(422)
  })

  it('has no use for an old code', async () => {
    const code = await sendCode()
    provider.clock.advance(14 * 60_000 + 59_000)
    const late = await sendCode('late@example.test', await mustStartGuest(provider))
    expect(late).toMatch(/^\d{6}$/)
    provider.clock.advance(2_000)
    const token = await provider.deps.tokens.sign(
      guest.userId,
      (
        await provider.deps.db.query<{ family_id: string }>(
          'select family_id from refresh_families where user_id = $1',
          [guest.userId],
        )
      )[0]?.family_id ?? '',
    )
    const expired = toGuest({ ...guest.session, access_token: token })
    await expectRefusal(await postConfirm(provider, expired, { code }), 422, 'code_expired')
  })

  it('cannot make any number of welcome credits by keeping guests in one account', async () => {
    const account = await owner()
    expect(await balanceOf(provider, account)).toBe(WELCOME)
    for (let at = 0; at < 3; at += 1) {
      guest = toGuest(await readJson<SessionWire>(await postGuest(provider, { email })))
      expect(await balanceOf(provider, guest)).toBe(0)
      provider.clock.advance(31_000)
      const kept = await keep()
      expect(await balanceOf(provider, kept)).toBe(WELCOME)
    }
  })
})

it('a registration of the address that was never proven is void once a guest proved it', async () => {
  const { email: address } = guest.session.user
  await provider.request('POST', '/api/v1/auth/register', {
    body: { email: address, password: 'a stranger chose this', first_name: 'No', last_name: 'One', country_code: 'CA' },
  })
  await backgroundSettled()
  provider.clock.advance(31_000)
  await keep()
  expect((await login(provider, address, 'a stranger chose this')).status).toBe(401)
})
