import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { AccountExport } from '../../src/contract/account.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../src/domain/instant.ts'
import { runReferrals } from '../../provider/cli/referrals.ts'
import { eraseUser } from '../../provider/repositories/account-delete.ts'
import { listTerms } from '../../provider/repositories/referral-reads.ts'
import { findWallet } from '../../provider/repositories/wallet.ts'
import { listRefundable, readWalletFacts } from '../../provider/repositories/withdrawals.ts'
import { withdrawableMinor } from '../../provider/rules/refunds-plan.ts'
import { ensureDemoReferrals } from '../../provider/services/demo-referrals.ts'
import { forgetReferralMarks, sendReferralMails, settleReferrals } from '../../provider/services/settle-referrals.ts'
import { must } from '../../src/lib/assert.ts'
import { expectRefusal, post, register, registration, signUp } from './support/accounts.ts'
import { WELCOME } from './support/test-checkout.ts'
import {
  balanceOf,
  createDriver,
  mustBook,
  newKey,
  type TestDriver,
  type TestStay,
  testPrice,
} from './support/test-driver.ts'
import { mustStartGuest, toGuest } from './support/test-guests.ts'
import { closeBalanced } from './support/test-ledger.ts'
import { payIn, sendAs, transactionsOf } from './support/test-money.ts'
import { insertTestPark } from './support/test-parks.ts'
import { onPage } from './support/test-payments.ts'
import { giveTerms, mustEnter, postEntry, referralOf } from './support/test-referrals.ts'
import { startTestProvider, TEST_NOW, type TestProvider } from './support/test-provider.ts'

let provider: TestProvider
let parkId: number
let referrer: TestDriver
let friend: TestDriver
let nowMs = TEST_NOW
beforeAll(async () => {
  provider = await startTestProvider({ poolSize: 12 })
  parkId = (await insertTestPark(provider.deps.db, { capacity: 500 })).id
  await giveTerms(provider)
})
afterAll(() => closeBalanced(provider))
beforeEach(async () => {
  // Terms start at a moment and a referrer's rewards count for 30 days, so each test starts much later.
  nowMs += 400 * DAY_MS
  provider.clock.set(nowMs)
  ;[referrer, friend] = [await createDriver(provider), await createDriver(provider)]
})

let plates = 0
const plateOf = (): string => `RF${String((plates += 1)).padStart(5, '0')}`
const settle = (): Promise<void> => settleReferrals(provider.deps)
const book = (who: TestDriver, { changes, ...stay }: Partial<TestStay> = {}) =>
  mustBook(provider, who, { parkId, changes: { plate: plateOf(), ...changes }, ...stay })
/** Makes a paid stay, from its booking to its end. */
async function park(who: TestDriver, stay?: Partial<TestStay>): Promise<void> {
  await book(who, stay)
  provider.clock.advance(3 * HOUR_MS)
}
const cents = testPrice(60)
const entered = async (who = friend) => (await referralOf(provider, who)).entered?.state
const brought = async (count = 1): Promise<readonly TestDriver[]> => {
  const friends: TestDriver[] = []
  for (let made = 0; made < count; made += 1) {
    const each = await createDriver(provider)
    await mustEnter(provider, each, referrer)
    friends.push(each)
  }
  return friends
}

describe('a driver who came with a code', () => {
  test('is credited with who brought them when the first paid stay has ended, both once, and told so', async () => {
    const told = await mustEnter(provider, friend, referrer)
    expect(told).toMatchObject({ entered: { state: 'waiting', amount: null }, enter_until: null })
    expect(await referralOf(provider, referrer)).toMatchObject({ waiting: 1, credited: 0, totals: [] })
    const booking = await book(friend)
    await settle()
    expect(await balanceOf(provider, friend)).toBe(WELCOME - cents)
    provider.clock.set(Date.parse(booking.end_time) - 1)
    await settle()
    expect(await balanceOf(provider, referrer)).toBe(WELCOME)
    provider.clock.set(Date.parse(booking.end_time))
    await Promise.all(Array.from({ length: 8 }, settle))
    await park(friend)
    await settle()
    expect(await balanceOf(provider, referrer)).toBe(WELCOME + 500)
    expect(await balanceOf(provider, friend)).toBe(WELCOME - 2 * cents + 400)
    expect(await transactionsOf(provider, referrer)).toEqual([
      ['referral', 500],
      ['welcome_credit', WELCOME],
    ])
    expect(await referralOf(provider, referrer)).toMatchObject({
      ...{ waiting: 0, credited: 1, totals: [{ currency: 'CAD', amount: 500 }] },
    })
    expect((await referralOf(provider, friend)).entered).toEqual({ state: 'credited', amount: 400, currency: 'CAD' })
    await sendReferralMails(provider.deps)
    await sendReferralMails(provider.deps)
    const mails = [referrer, friend].map(({ userId }) =>
      provider.mails.filter(({ to }) => to === `${userId}@example.test`),
    )
    expect(mails.map((each) => each.map(({ subject }) => subject))).toEqual([
      ['C$5.00 of parking credit for you'],
      ['C$4.00 of parking credit for you'],
    ])
  })

  test('enters it when registering too, and an account opens all the same with one that does not count', async () => {
    const { code } = await referralOf(provider, referrer)
    const referral = { code: `https://park.example/register?ref=${code}`, device: newKey() }
    const came = toGuest(await signUp(provider, `${newKey()}@example.test`, { country_code: 'CA', referral }))
    expect(await entered(came)).toBe('waiting')
    await park(came)
    await settle()
    expect(await balanceOf(provider, referrer)).toBe(WELCOME + 500)
    // Signs up on the phone of the code's owner.
    const cheat = { code, device: referrer.userId }
    const same = toGuest(await signUp(provider, `${newKey()}@example.test`, { country_code: 'CA', referral: cheat }))
    expect(await entered(same)).toBeUndefined()
    const wrong = await post(provider, '/auth/register', {
      ...registration(`${newKey()}@example.test`),
      referral: { code: '0000-0001', device: newKey() },
    })
    await expectRefusal(wrong, 404, 'referral_not_found')
    await register(provider, `${newKey()}@example.test`)
  })

  test('parks with the credit and never has it paid out', async () => {
    await mustEnter(provider, friend, referrer)
    await park(friend)
    await settle()
    const wallet = must(await findWallet(provider.deps.db, friend.userId, 'CAD'), 'wallet')
    const facts = await readWalletFacts(provider.deps.db, wallet.wallet_id)
    expect(facts.giftMinor).toBe(WELCOME + 400)
    expect(withdrawableMinor(facts, await listRefundable(provider.deps.db, friend.userId, 'CAD'))).toBe(0)
  })

  test('has 90 days: a free stay, a cheap one and a cancelled one do not count', async () => {
    await mustEnter(provider, friend, referrer)
    await park(friend, { minutes: 30 })
    const cancelled = await book(friend)
    await sendAs(provider, friend, { method: 'PUT', path: `/bookings/${cancelled.booking_id}/status?status=cancelled` })
    provider.clock.advance(3 * HOUR_MS)
    await settle()
    expect(await entered()).toBe('waiting')
    provider.clock.set(nowMs + 90 * DAY_MS)
    await settle()
    expect(await entered()).toBe('expired')
    await park(friend)
    await settle()
    expect(await balanceOf(provider, referrer)).toBe(WELCOME)
  })

  test('gets what held when the code was entered, in the currency of the stay, whatever became of the country', async () => {
    await mustEnter(provider, friend, referrer)
    provider.clock.advance(MINUTE_MS)
    await giveTerms(provider, { referrer_minor: 9_900, referred_minor: 9_900 })
    await provider.deps.db.query(`update users set country_code = 'SN' where user_id = $1`, [referrer.userId])
    await park(friend)
    await settle()
    expect(await balanceOf(provider, referrer)).toBe(WELCOME + 500)
    provider.clock.advance(MINUTE_MS)
    await giveTerms(provider)
  })

  test('is credited by one of two processes, and by the next after a crash in the middle', async () => {
    await mustEnter(provider, friend, referrer)
    await park(friend)
    // A posting with that key already exists, so the second wallet's posting fails.
    await provider.deps.db.query(
      `select post_between(array['promo', 'fees'], array[1, -1]::bigint[], 'CAD', $1, 'adjustment', null, now())`,
      [`referral:${friend.userId}:referrer`],
    )
    await expect(settle()).rejects.toThrow(/duplicate key/)
    expect(await balanceOf(provider, friend)).toBe(WELCOME - cents)
    expect(await entered()).toBe('waiting')
    // The test's own posting blocks this referral for good, so the test ends it.
    await provider.deps.db.query(
      `update referrals set state = 'refused', settled_at = now(), check_at = null where user_id = $1`,
      [friend.userId],
    )
  })
})

describe('whoever brings themselves', () => {
  test('is refused: own code, unknown code, a second code, a circle', async () => {
    const { code } = await referralOf(provider, referrer)
    await expectRefusal(await postEntry(provider, referrer, { code }), 409, 'referral_refused')
    await expectRefusal(await postEntry(provider, friend, { code: '0000-0001' }), 404, 'referral_not_found')
    await expectRefusal(await postEntry(provider, friend, { code: '' }), 404, 'referral_not_found')
    await mustEnter(provider, friend, referrer)
    await expectRefusal(await postEntry(provider, friend, { code }), 409, 'referral_refused')
    const back = await postEntry(provider, referrer, { code: (await referralOf(provider, friend)).code })
    await expectRefusal(back, 409, 'referral_refused')
  })

  test('is refused from two phones at once, and two who enter each other’s code at once are not both taken', async () => {
    const { code } = await referralOf(provider, referrer)
    const key = newKey()
    const keys = [key, key, ...Array.from({ length: 5 }, newKey)]
    const answers = await Promise.all(keys.map((each) => postEntry(provider, friend, { code, key: each })))
    expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(2)
    const [a, b] = [await createDriver(provider), await createDriver(provider)]
    const [ofA, ofB] = [(await referralOf(provider, a)).code, (await referralOf(provider, b)).code]
    const both = await Promise.all([postEntry(provider, a, { code: ofB }), postEntry(provider, b, { code: ofA })])
    expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
  })

  test('is refused on one phone, whichever of the accounts was there first', async () => {
    const { code } = await referralOf(provider, referrer)
    await expectRefusal(await postEntry(provider, friend, { code, device: referrer.userId }), 409, 'referral_refused')
    // The refused try recorded the phone, so another device does not help.
    await expectRefusal(await postEntry(provider, friend, { code }), 409, 'referral_refused')
  })

  test('gets nothing for the same plate, at the entry or at the stay', async () => {
    const plate = plateOf()
    await book(referrer, { changes: { plate } })
    await mustEnter(provider, friend, referrer)
    await park(friend, { changes: { plate: ` ${plate.toLowerCase()} ` } })
    await settle()
    expect(await entered()).toBe('refused')
    expect(await balanceOf(provider, friend)).toBe(WELCOME - cents)
    const other = await createDriver(provider)
    await book(other, { changes: { plate } })
    const { code } = await referralOf(provider, referrer)
    await expectRefusal(await postEntry(provider, other, { code }), 409, 'referral_refused')
  })

  test('gets nothing for the same card or the same phone number', async () => {
    for (const who of [referrer, friend]) {
      await provider.deps.db.query(
        `insert into payment_methods (method_id, user_id, currency, gateway, kind, token, brand, last4, consent, created_at)
         values ($1, $2, 'CAD', 'stripe', 'card', $3, 'visa', '4242', 'test', now())`,
        [newKey(), who.userId, newKey()],
      )
    }
    const { code } = await referralOf(provider, referrer)
    await expectRefusal(await postEntry(provider, friend, { code }), 409, 'referral_refused')
    const [a, b] = [await createDriver(provider), await createDriver(provider)]
    await provider.deps.db.query(`update users set phone = $2 where user_id = any($1::uuid[])`, [
      [a.userId, b.userId],
      `+1555${newKey().slice(-7)}`,
    ])
    const ofA = (await referralOf(provider, a)).code
    await expectRefusal(await postEntry(provider, b, { code: ofA }), 409, 'referral_refused')
  })

  test('gets nothing twice for one car or one phone by deleting the account and beginning anew, for a year', async () => {
    const plate = plateOf()
    const again = async (device: string, changes: object = {}) => {
      const each = await createDriver(provider)
      const { code } = await referralOf(provider, referrer)
      const answer = await postEntry(provider, each, { code, device })
      if (answer.status === 200) {
        await park(each, { changes: { plate: plateOf(), ...changes } })
        await settle()
      }
      return entered(each)
    }
    const device = newKey()
    expect(await again(device, { plate })).toBe('credited')
    expect(await again(newKey(), { plate })).toBe('refused')
    expect(await again(device)).toBe('refused')
    provider.clock.advance(366 * DAY_MS)
    await forgetReferralMarks(provider.deps)
    expect(await provider.deps.db.query('select 1 from referral_marks')).toEqual([])
  })

  test('is no driver who has parked, is 30 days old, or is a guest', async () => {
    const { code } = await referralOf(provider, referrer)
    await park(friend)
    expect((await referralOf(provider, friend)).enter_until).toBeNull()
    await expectRefusal(await postEntry(provider, friend, { code }), 409, 'referral_refused')
    const old = await createDriver(provider)
    provider.clock.advance(30 * DAY_MS)
    await expectRefusal(await postEntry(provider, old, { code }), 409, 'referral_refused')
    const guest = await mustStartGuest(provider)
    await expectRefusal(await postEntry(provider, guest, { code }), 403, 'guest_not_allowed')
  })

  test('tries ten codes an hour', async () => {
    for (let tries = 0; tries < 10; tries += 1) await postEntry(provider, friend, { code: 'no code' })
    const { code } = await referralOf(provider, referrer)
    await expectRefusal(await postEntry(provider, friend, { code }), 429, 'rate_limited')
  })
})

test('the fourth in 30 days waits until there is room, and then nobody has lost anything', async () => {
  const friends = await brought(4)
  for (const each of friends) await book(each)
  provider.clock.advance(3 * HOUR_MS)
  await Promise.all([settle(), settle(), settle()])
  expect(await balanceOf(provider, referrer)).toBe(WELCOME + 3 * 500)
  provider.clock.advance(30 * DAY_MS + HOUR_MS)
  await settle()
  expect(await balanceOf(provider, referrer)).toBe(WELCOME + 4 * 500)
  expect(await Promise.all(friends.map(entered))).toEqual(Array.from({ length: 4 }, () => 'credited'))
})

describe('what comes after the credit', () => {
  test('a payment that went back at the gateway takes it back once, as far as the wallets hold it', async () => {
    await mustEnter(provider, friend, referrer)
    const reference = await payIn(provider, friend, 3_000)
    await park(friend)
    await settle()
    await provider.deps.db.query(
      `select post_to_wallet(wallet_id, 200 - balance_minor, array['promo'], array[balance_minor - 200], $2, 'adjustment', null, null, now())
         from wallets where user_id = $1`,
      [referrer.userId, `test:${newKey()}`],
    )
    await onPage(provider, reference, 'reverse')
    for (let round = 0; round < 3; round += 1) {
      provider.clock.advance(DAY_MS)
      await settle()
    }
    expect(await balanceOf(provider, referrer)).toBe(0)
    expect(await transactionsOf(provider, friend)).toContainEqual(['referral', -400])
    expect(await entered()).toBe('taken_back')
    expect(await referralOf(provider, referrer)).toMatchObject({ credited: 0, totals: [] })
  })

  test('one that went back before, or is contested, holds it up', async () => {
    await mustEnter(provider, friend, referrer)
    const reference = await payIn(provider, friend, 3_000)
    await park(friend)
    await onPage(provider, reference, 'dispute')
    await settle()
    expect(await entered()).toBe('waiting')
    await onPage(provider, reference, 'dispute_won')
    provider.clock.advance(2 * HOUR_MS)
    await settle()
    expect(await entered()).toBe('credited')
  })

  test('a stay that is given back takes it back; after 120 days nothing does', async () => {
    const [soon, late] = await brought(2)
    for (const each of [soon, late]) await book(must(each, 'friend'))
    provider.clock.advance(3 * HOUR_MS)
    await settle()
    const giveBack = (who: TestDriver | undefined) =>
      provider.deps.db.query(
        `update bookings set status = 'cancelled', cancelled_at = now(), cancel_reason = 'event', refund_minor = 0 where user_id = $1`,
        [must(who, 'friend').userId],
      )
    await giveBack(soon)
    provider.clock.advance(DAY_MS)
    await settle()
    expect(await balanceOf(provider, referrer)).toBe(WELCOME + 500)
    provider.clock.advance(120 * DAY_MS)
    await settle()
    await giveBack(late)
    provider.clock.advance(2 * DAY_MS)
    await settle()
    expect([await entered(soon), await entered(late)]).toEqual(['taken_back', 'credited'])
    expect(await balanceOf(provider, referrer)).toBe(WELCOME + 500)
  })
})

test('with an account gone nobody is credited, and its code is nobody’s', async () => {
  const { code } = await referralOf(provider, referrer)
  await mustEnter(provider, friend, referrer)
  await provider.deps.db.transaction((tx) => eraseUser(tx, referrer.userId, provider.clock.now()))
  await park(friend)
  await settle()
  expect(await entered()).toBe('refused')
  expect(await balanceOf(provider, friend)).toBe(WELCOME - cents)
  await expectRefusal(await postEntry(provider, await createDriver(provider), { code }), 404, 'referral_not_found')
})

test('the copy of an account has its code and its referrals; what is left of a deleted one names nobody', async () => {
  await mustEnter(provider, friend, referrer)
  const { code } = await referralOf(provider, referrer)
  await park(friend)
  await settle()
  const copyOf = async (who: TestDriver): Promise<AccountExport> => {
    const answer = await sendAs(provider, who, { method: 'GET', path: '/users/me/export' })
    return ((await answer.json()) as { data: AccountExport }).data
  }
  expect(await copyOf(referrer)).toMatchObject({
    referral_code: [{ code: code.replace('-', '') }],
    referrals: [{ direction: 'brought', state: 'credited', amount_minor: 500, currency: 'CAD' }],
  })
  expect((await copyOf(friend)).referrals).toMatchObject([{ direction: 'brought by', amount_minor: 400 }])
  const { db } = provider.deps
  await db.transaction((tx) => eraseUser(tx, friend.userId, provider.clock.now()))
  for (const table of ['referral_devices', 'referral_codes', 'referral_mails'])
    expect(
      await db.query(`select 1 from ${table} where ${table === 'referral_mails' ? 'to_user_id' : 'user_id'} = $1`, [
        friend.userId,
      ]),
    ).toEqual([])
  expect(await referralOf(provider, referrer)).toMatchObject({ credited: 1 })
})

test('an operator says what is given, per country, and reads what became of codes', async () => {
  const { db } = provider.deps
  await ensureDemoReferrals({ ...provider.deps, config: { ...provider.deps.config, sandbox: true } })
  const shown = (await runReferrals(db, ['list'])).lines.join('\n').replaceAll('\u00a0', ' ')
  expect(shown).toContain('NG  ₦1,000.00 and ₦1,000.00  from a stay of ₦500.00  5 in 30 days  given  demo')
  expect(shown).toContain('SN  1,000 CFA and 1,000 CFA')
  expect((await runReferrals(db, ['set', 'US', '7', '6.50', '4', '12'])).lines).toEqual([
    'US  $7.00 and $6.50  from a stay of $4.00  12 in 30 days  given',
  ])
  expect(await runReferrals(db, ['end', 'US'])).toMatchObject({ exitCode: 0 })
  expect((await listTerms(db)).find(({ country_code: code }) => code === 'US')).toMatchObject({ active: false })
  for (const words of [
    ['set', 'XX', '1', '1', '1', '1'],
    ['set', 'CA', '0', '1', '1', '1'],
    ['set', 'CA', '1', '-1', '1', '1'],
    ['set', 'SN', '1.5', '1', '1', '1'],
    ['set', 'CA', '1', '1', '1', '0'],
  ])
    expect((await runReferrals(db, words)).exitCode).toBe(1)
  expect(await runReferrals(db, ['give'])).toMatchObject({ exitCode: 2 })
  await mustEnter(provider, friend, referrer)
  expect((await runReferrals(db, ['log'])).lines[0]).toBe(
    `${referrer.userId}@example.test  ${friend.userId}@example.test  waiting`,
  )
})
