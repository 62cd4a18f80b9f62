import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Gift, RedeemedGift } from '../../src/contract/gifts.ts'
import { displayGiftCode, makeGiftCode } from '../../src/domain/gift.ts'
import { HOUR_MS } from '../../src/domain/instant.ts'
import { must } from '../../src/lib/assert.ts'
import { runGifts } from '../../provider/cli/gifts.ts'
import { findWallet } from '../../provider/repositories/wallet.ts'
import { listRefundable, readWalletFacts } from '../../provider/repositories/withdrawals.ts'
import { withdrawableMinor } from '../../provider/rules/refunds-plan.ts'
import { sendGiftMails } from '../../provider/services/gifts.ts'
import { codeOf, expectRefusal } from './support/accounts.ts'
import { WELCOME } from './support/test-checkout.ts'
import { balanceOf, createDriver, newKey, type TestDriver } from './support/test-driver.ts'
import { mustStartGuest } from './support/test-guests.ts'
import { closeBalanced } from './support/test-ledger.ts'
import { mustTopUp, onPage } from './support/test-payments.ts'
import { startTestProvider, type TestProvider } from './support/test-provider.ts'

let provider: TestProvider
let driver: TestDriver
let friend: TestDriver
beforeAll(async () => {
  provider = await startTestProvider({ poolSize: 12 })
})
afterAll(() => closeBalanced(provider))
beforeEach(async () => {
  ;[driver, friend] = [await createDriver(provider), await createDriver(provider)]
})

interface Asking {
  readonly as?: TestDriver
  readonly key?: string
}

const post = async (path: string, body: unknown, { as = driver, key = newKey() }: Asking = {}): Promise<Response> =>
  provider.request('POST', `/api/v1/gifts${path}`, { token: await as.token(), key, body })
const buy = (body: object = {}, asking?: Asking): Promise<Response> =>
  post('', { amount: 2_500, currency: 'CAD', ...body }, asking)
const redeem = (code: string | null, asking: Asking = { as: friend }): Promise<Response> =>
  post('/redeem', { code: must(code, 'a code') }, asking)
const cancel = async ({ gift_id: id }: Gift, { as = driver }: Asking = {}): Promise<Response> =>
  provider.request('PUT', `/api/v1/gifts/${id}/cancel`, { token: await as.token(), key: newKey() })

async function dataOf<T>(answer: Response, status = 200): Promise<T> {
  if (answer.status !== status) throw new Error(`${String(answer.status)} ${await answer.text()}`)
  return ((await answer.json()) as { data: T }).data
}
const mustBuy = async (body?: object): Promise<Gift> => dataOf<Gift>(await buy(body), 201)

async function listOf(as: TestDriver): Promise<readonly Gift[]> {
  const answer = await provider.request('GET', '/api/v1/gifts/list', { token: await as.token() })
  return ((await answer.json()) as { items: Gift[] }).items
}

async function withdrawableOf({ userId }: TestDriver): Promise<number> {
  const { db } = provider.deps
  const wallet = must(await findWallet(db, userId, 'CAD'), 'wallet')
  return withdrawableMinor(await readWalletFacts(db, wallet.wallet_id), await listRefundable(db, userId, 'CAD'))
}

test('a gift takes its money from the wallet and gives it to whoever has the code, typed in any way, once', async () => {
  const gift = await mustBuy()
  expect(gift).toMatchObject({ amount: 2_500, currency: 'CAD', state: 'open', email: null, settled_at: null })
  expect(await balanceOf(provider, driver)).toBe(WELCOME - 2_500)
  const typed = must(gift.code, 'a code').replaceAll('-', ' ').toLowerCase()
  expect(await dataOf<RedeemedGift>(await redeem(typed))).toEqual({
    ...{ gift_id: gift.gift_id, amount: 2_500, currency: 'CAD' },
    balance: WELCOME + 2_500,
  })
  await expectRefusal(await redeem(gift.code), 409, 'gift_redeemed')
  await expectRefusal(await redeem(gift.code, { as: await createDriver(provider) }), 409, 'gift_redeemed')
  expect(await balanceOf(provider, friend)).toBe(WELCOME + 2_500)
  expect(await listOf(driver)).toMatchObject([{ gift_id: gift.gift_id, state: 'redeemed', code: null }])
  expect(await listOf(friend)).toEqual([])
})

test('of twenty who redeem it at once one gets it', async () => {
  const { code } = await mustBuy()
  const drivers = await Promise.all(Array.from({ length: 20 }, () => createDriver(provider)))
  const answers = await Promise.all(drivers.map((as) => redeem(code, { as })))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array.from({ length: 19 }, () => 409)])
})

test('the same request again is the same gift, and the same redemption', async () => {
  const [bought, redeemed] = [newKey(), newKey()]
  const first = await dataOf<Gift>(await buy({}, { key: bought }), 201)
  expect(await dataOf<Gift>(await buy({}, { key: bought }), 201)).toEqual(first)
  expect(await balanceOf(provider, driver)).toBe(WELCOME - 2_500)
  const got = await dataOf<RedeemedGift>(await redeem(first.code, { as: friend, key: redeemed }))
  expect(await dataOf<RedeemedGift>(await redeem(first.code, { as: friend, key: redeemed }))).toEqual(got)
})

test('who bought it has the money back while nobody has redeemed it, once, and nobody else', async () => {
  const gift = await mustBuy({ email: 'friend@example.test' })
  await expectRefusal(await cancel(gift, { as: friend }), 404, 'gift_not_found')
  await expectRefusal(await redeem(gift.code, { as: driver }), 409, 'gift_own')
  expect(await dataOf<Gift>(await cancel(gift))).toMatchObject({ state: 'cancelled', code: null, email: null })
  expect((await cancel(gift)).status).toBe(200)
  expect(await balanceOf(provider, driver)).toBe(WELCOME)
  await expectRefusal(await redeem(gift.code), 409, 'gift_cancelled')
  const other = await mustBuy()
  await redeem(other.code)
  await expectRefusal(await cancel(other), 409, 'gift_redeemed')
})

test('cancelled and redeemed at once, the money goes one way', async () => {
  for (let round = 0; round < 5; round += 1) {
    const gift = await mustBuy({ amount: 500 })
    const [taken, back] = await Promise.all([redeem(gift.code), cancel(gift)])
    expect([taken.status, back.status].toSorted()).toEqual([200, 409])
  }
})

test('what was received is parked with and never paid out; welcome credit is not laundered by giving it away', async () => {
  const { reference } = await mustTopUp(provider, friend, { amount: 2_500 })
  await onPage(provider, reference, 'pay')
  expect(await withdrawableOf(friend)).toBe(2_500)
  await redeem((await mustBuy()).code)
  expect(await balanceOf(provider, friend)).toBe(WELCOME + 5_000)
  expect(await withdrawableOf(friend)).toBe(2_500)
  // A withdrawable deposit that the giver gets back is withdrawable again.
  const paid = await mustTopUp(provider, driver, { amount: 2_500 })
  await onPage(provider, paid.reference, 'pay')
  const before = await withdrawableOf(driver)
  await cancel(await mustBuy())
  expect(await withdrawableOf(driver)).toBe(before)
})

test('amounts out of range, more than the wallet has and an eleventh open gift are refused, and nothing is taken', async () => {
  for (const amount of [-500, 0, 499, 20_001]) await expectRefusal(await buy({ amount }), 422, 'amount_out_of_range')
  for (const amount of [12.5, 'ten', null]) await expectRefusal(await buy({ amount }), 422, 'validation_failed')
  await expectRefusal(await buy({ email: 'nobody' }), 422, 'validation_failed')
  await expectRefusal(await buy({ amount: WELCOME + 1 }), 409, 'wallet_too_low')
  for (let count = 0; count < 10; count += 1) await mustBuy({ amount: 500 })
  await expectRefusal(await buy({ amount: 500 }), 409, 'too_many_gifts')
  expect(await balanceOf(provider, driver)).toBe(WELCOME - 5_000)
})

test('fifteen gifts asked for at once are ten at most', async () => {
  const answers = await Promise.all(Array.from({ length: 15 }, () => buy({ amount: 500 })))
  expect(answers.filter(({ status }) => status === 201)).toHaveLength(10)
})

test('codes that are none are told apart from codes of no gift, and trying them ends', async () => {
  await expectRefusal(await redeem('HELLO'), 422, 'gift_code_malformed')
  await expectRefusal(await redeem(`${'A'.repeat(15)}B`), 422, 'gift_code_malformed')
  const unknown = displayGiftCode(makeGiftCode(Uint8Array.from({ length: 15 }, (_, index) => index)))
  for (let count = 0; count < 8; count += 1) await expectRefusal(await redeem(unknown), 404, 'gift_not_found')
  const limited = await redeem((await mustBuy()).code)
  expect([limited.status, await codeOf(limited)]).toEqual([429, 'rate_limited'])
  provider.clock.advance(HOUR_MS)
  expect((await redeem((await mustBuy()).code)).status).toBe(200)
})

test('guests neither buy nor redeem', async () => {
  const guest = await mustStartGuest(provider)
  await expectRefusal(await buy({}, { as: guest }), 403, 'guest_not_allowed')
})

test('who it is for is told once, in the language of who gave it, and the address is forgotten once it is redeemed', async () => {
  const answer = await provider.request('POST', '/api/v1/gifts', {
    ...{ token: await driver.token(), key: newKey(), headers: { 'accept-language': 'fr' } },
    body: { amount: 2_500, currency: 'CAD', email: ' friend@example.test ' },
  })
  const gift = await dataOf<Gift>(answer, 201)
  await sendGiftMails(provider.deps)
  await sendGiftMails(provider.deps)
  const mails = provider.mails.filter(({ to }) => to === 'friend@example.test')
  expect(mails).toHaveLength(1)
  expect(mails[0]?.subject).toContain('Un cadeau pour vous')
  expect(mails[0]?.text).toContain(`/wallet/gifts#${must(gift.code, 'a code')}`)
  await redeem(gift.code)
  expect(await listOf(driver)).toMatchObject([{ email: null }])
})

test('a gift that was cancelled before its email was sent is told to nobody', async () => {
  await cancel(await mustBuy({ email: 'nobody@example.test' }))
  await sendGiftMails(provider.deps)
  expect(provider.mails.filter(({ to }) => to === 'nobody@example.test')).toEqual([])
})

test('the database holds no code that could be redeemed', async () => {
  const code = must((await mustBuy()).code, 'a code').replaceAll('-', '')
  const rows = await provider.deps.db.query<{ row: string }>('select to_jsonb(g)::text as row from gifts g')
  expect(rows.every(({ row }) => !row.includes(code))).toBe(true)
})

test('an operator lists gifts, shows one by its id or its code, and gives one back that nobody has redeemed, once', async () => {
  const { db } = provider.deps
  const [kept, other] = [await mustBuy({ email: 'friend@example.org' }), await mustBuy()]
  expect((await redeem(other.code)).status).toBe(200)
  const open = (await runGifts(db, ['list'])).lines.join('\n')
  expect(open).toContain(`${kept.gift_id}  `)
  expect(open).toContain('open  25.00 CAD  from ')
  expect(open).not.toContain(other.gift_id)
  expect((await runGifts(db, ['list', 'redeemed'])).lines.join('\n')).toContain(other.gift_id)
  const shown = await runGifts(db, ['show', must(kept.code, 'a code').toLowerCase()])
  expect(shown).toMatchObject({ exitCode: 0, lines: [expect.stringContaining(kept.gift_id)] })
  expect(shown.lines.join()).not.toContain(must(kept.code, 'a code'))
  const before = await balanceOf(provider, driver)
  for (let count = 0; count < 2; count += 1)
    expect(await runGifts(db, ['cancel', kept.gift_id])).toMatchObject({
      exitCode: 0,
      lines: [expect.stringContaining('cancelled'), 'Given back: 25.00 CAD'],
    })
  expect(await balanceOf(provider, driver)).toBe(before + 2_500)
  expect(await codeOf(await redeem(kept.code))).toBe('gift_cancelled')
  expect(await runGifts(db, ['cancel', other.gift_id])).toMatchObject({ exitCode: 1 })
  expect(await balanceOf(provider, driver)).toBe(before + 2_500)
})

test('of a gift that is redeemed while an operator gives it back, the money goes one way', async () => {
  const gift = await mustBuy()
  const before = await balanceOf(provider, driver)
  const [redeemed, cancelled] = await Promise.all([
    redeem(gift.code),
    runGifts(provider.deps.db, ['cancel', gift.gift_id]),
  ])
  expect([redeemed.status === 200, cancelled.exitCode === 0].filter(Boolean)).toHaveLength(1)
  expect(await balanceOf(provider, driver)).toBe(before + (cancelled.exitCode === 0 ? 2_500 : 0))
})

test('wrong words of an operator change nothing and say how a command is written', async () => {
  const { db } = provider.deps
  const { gift_id: id } = await mustBuy()
  for (const words of [[], ['list', 'expired'], ['show'], ['cancel'], ['refund', id], ['cancel', id, id]])
    expect(await runGifts(db, words)).toMatchObject({ exitCode: 2 })
  const nobodys = displayGiftCode(makeGiftCode(new Uint8Array(15)))
  for (const word of ['x', `${id}0`, '00000000-0000-7000-8000-000000000000', nobodys])
    expect(await runGifts(db, ['cancel', word])).toMatchObject({ exitCode: 1 })
  expect((await runGifts(db, ['show', id])).lines[0]).toContain('  open  ')
})
