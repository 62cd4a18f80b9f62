import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { OperatorPlan } from '../../src/contract/operator-plans.ts'
import type { Renewal } from '../../src/contract/vehicle-documents.ts'
import { findWallet } from '../../provider/repositories/wallet.ts'
import { ensureDemoDocuments } from '../../provider/services/demo-documents.ts'
import { expectRefusal } from './support/accounts.ts'
import { dataOf, documentSteps, takePhoto } from './support/test-documents.ts'
import { balanceOf, createDriver, newKey, type TestDriver } from './support/test-driver.ts'
import { closeBalanced } from './support/test-ledger.ts'
import {
  type CodedPark,
  insertCodedPark,
  listNoted,
  makeTestKey,
  mustOperate,
  operate,
  type TestKey,
} from './support/test-operators.ts'
import { startTestProvider, type TestProvider } from './support/test-provider.ts'

let provider: TestProvider
let park: CodedPark
let key: TestKey
/** A key for `park` only. */
let own: TestKey
beforeAll(async () => {
  provider = await startTestProvider({ poolSize: 12 })
  await ensureDemoDocuments(provider.deps)
})
afterAll(() => closeBalanced(provider))
beforeEach(async () => {
  park = await insertCodedPark(provider)
  key = await makeTestKey(provider)
  own = await makeTestKey(provider, { parkCodes: [park.code] })
})

type Changes = Readonly<Record<string, unknown>>
const TAX = { code: 'hst', name: 'HST', kind: 'percent', value: 13_000, compound: false, from: null, to: null }
const planBody = (changes: Changes = {}) => ({
  ...{ country_code: 'CA', price: 900, currency: 'CAD', taxes: [{ ...TAX, included: true }], percent: 10 },
  ...{ names: { en: 'Regular', fr: 'Régulier' }, details: { en: 'Often', fr: 'Souvent' } },
  ...changes,
})
const post = (changes: Changes = {}, as = key) => operate(provider, as, ['POST', '/plans', { body: planBody(changes) }])
const patch = (id: number, body: object, as = key) => operate(provider, as, ['PATCH', `/plans/${String(id)}`, { body }])
const put = (path: string, body: object, as = key) => operate(provider, as, ['PUT', path, { body }])
const fieldsOf = async (answer: Response): Promise<readonly string[]> =>
  ((await answer.json()) as { errors?: ReadonlyArray<{ field: string }> }).errors?.map(({ field }) => field) ?? []

test('a plan is sold, priced and ended; drivers see each change', async () => {
  const { data } = (await (await post()).json()) as { data: OperatorPlan }
  const sold = async (): Promise<OperatorPlan | undefined> => {
    const answer = await provider.request('GET', '/api/v1/plans?country=CA')
    return ((await answer.json()) as { items: OperatorPlan[] }).items.find(({ id }) => id === data.id)
  }
  expect(await sold()).toMatchObject({ price: 900, percent: 10, parks: null })
  expect((await patch(data.id, { price: 1_200, currency: 'CAD' })).status).toBe(200)
  expect(await sold()).toMatchObject({ price: 1_200 })
  expect(await (await patch(data.id, { active: false })).json()).toMatchObject({ data: { active: false } })
  expect(await sold()).toBeUndefined()
  expect(await listNoted(provider, key)).toHaveLength(3)
})

test('200 %, prices that are none, taxes beside the price and unknown fields are refused by their fields', async () => {
  const wrong: ReadonlyArray<readonly [Changes, string]> = [
    [{ percent: 200 }, 'percent'],
    [{ percent: 0 }, 'percent'],
    [{ percent: -10 }, 'percent'],
    [{ percent: 9.5 }, 'percent'],
    [{ price: 0 }, 'price'],
    [{ price: 2 ** 53 }, 'price'],
    [{ price: 1e308 }, 'price'],
    [{ maximum: -1 }, 'maximum'],
    [{ taxes: [{ ...TAX, included: false }] }, 'taxes.0'],
    [{ currency: 'USD' }, 'currency'],
    [{ parks: [] }, 'parks'],
    [{ maximun: 100 }, 'maximun'],
  ]
  for (const [changes, field] of wrong) {
    const answer = await post(changes)
    expect([answer.status, await fieldsOf(answer)]).toEqual([422, expect.arrayContaining([field])])
  }
  await expectRefusal(await post({ parks: ['CA00000'] }), 404, 'park_not_found')
  expect(await listNoted(provider, key)).toEqual([])
})

test('a key for one car park sells plans for it alone, and cannot tell another’s from none', async () => {
  const foreign = await insertCodedPark(provider)
  await expectRefusal(await post({}, own), 403, 'forbidden')
  await expectRefusal(await post({ parks: [foreign.code] }, own), 404, 'park_not_found')
  const mine = (await (await post({ parks: [park.code] }, own)).json()) as { data: OperatorPlan }
  const theirs = (await (await post({ parks: [park.code, foreign.code] })).json()) as { data: OperatorPlan }
  for (const id of [theirs.data.id, 999_999])
    await expectRefusal(await patch(id, { active: false }, own), 404, 'not_found')
  const listed = await mustOperate<{ items: OperatorPlan[] }>(provider, own, ['GET', '/plans'])
  expect(listed.items.map(({ id }) => id)).toEqual([mine.data.id])
})

const TERMS = { currency: 'XOF', referrer: 1_000, referred: 500, minimum: 400, limit: 5 }

test('referral amounts are set and ended for each country; what is none is refused', async () => {
  expect(await (await put('/referral-terms/SN', TERMS)).json()).toMatchObject({ data: { ...TERMS, active: true } })
  const end = () => operate(provider, key, ['PATCH', '/referral-terms/SN', { body: { active: false } }])
  const ended = await Promise.all(Array.from({ length: 4 }, end))
  expect(ended.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect(await mustOperate(provider, key, ['GET', '/referral-terms'])).toMatchObject({
    items: [{ country_code: 'SN', active: false, referrer: 1_000 }],
  })
  expect(await listNoted(provider, key)).toEqual(['referral_terms.end SN', 'referral_terms.set SN'])
  const none = await operate(provider, key, ['PATCH', '/referral-terms/US', { body: { active: false } }])
  await expectRefusal(none, 404, 'not_found')
  const wrong = [
    { referrer: 0 },
    { referred: -1 },
    { minimum: 1.5 },
    { limit: 101 },
    { limit: 0 },
    { currency: 'CAD' },
    { x: 1 },
  ]
  for (const change of wrong)
    await expectRefusal(await put('/referral-terms/SN', { ...TERMS, ...change }), 422, 'validation_failed')
  await expectRefusal(await put('/referral-terms/XX', TERMS), 422, 'validation_failed')
})

const FEES = {
  ...{ country_code: 'NG', currency: 'NGN', service: 150_000, vat: 7_500, demo: false },
  fees: { licence: 625_000, roadworthiness: 415_000, insurance: 500_000, hackney: 350_000 },
  days: { checked: 1, at_office: 2, done: 22 },
}

test('fees of documents are read and set; a table that is none is refused', async () => {
  const read = () => mustOperate(provider, key, ['GET', '/document-fees'])
  const before = await read()
  const wrong = [
    { service: 0 },
    { fees: { ...FEES.fees, licence: -1 } },
    { fees: { ...FEES.fees, road_tax: 5 } },
    { vat: 100_001 },
    { days: { ...FEES.days, done: 1e9 } },
    { currency: 'CAD' },
    { country_code: 'CA', currency: 'CAD' },
    { discount: 1 },
  ]
  for (const change of wrong)
    await expectRefusal(await put('/document-fees', { ...FEES, ...change }), 422, 'validation_failed')
  expect(await read()).toEqual(before)
  expect((await put('/document-fees', FEES)).status).toBe(200)
  expect(await read()).toEqual({ data: FEES })
})

test('a renewal is moved step by step, and one that is rejected gives everything back once', async () => {
  const driver: TestDriver = await createDriver(provider)
  const scene = { provider, driver, vehicleId: '' }
  const { addVehicle, upload, renew } = documentSteps(() => scene)
  scene.vehicleId = await addVehicle(driver)
  await upload(await takePhoto())
  const fees = await mustOperate<{ data: typeof FEES }>(provider, key, ['GET', '/document-fees'])
  const total = fees.data.fees.licence + fees.data.service
  const asked = await renew({ quoted_total: total })
  const { code } = await dataOf<Renewal>(asked, 201)
  const balance = async () => (await findWallet(provider.deps.db, driver.userId, 'NGN'))?.balance_minor ?? 0
  const paid = await balance()
  const step = (body: object) => put(`/renewals/${code}/stage`, body)
  expect(await mustOperate(provider, key, ['GET', '/renewals'])).toMatchObject({ items: [{ code }], total: 1 })
  await expectRefusal(await step({ stage: 'done' }), 409, 'order_stage')
  await expectRefusal(await step({ stage: 'rejected' }), 422, 'validation_failed')
  await expectRefusal(await step({ stage: 'checked', reason: 'x' }), 422, 'validation_failed')
  await expectRefusal(await put('/renewals/VD-00000000/stage', { stage: 'checked' }), 404, 'not_found')
  for (let twice = 0; twice < 2; twice += 1) expect((await step({ stage: 'checked' })).status).toBe(200)
  const rejected = await Promise.all(Array.from({ length: 4 }, () => step({ stage: 'rejected', reason: 'Blurred' })))
  expect(rejected.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect(await balance()).toBe(paid + total)
  expect(await listNoted(provider, key)).toEqual([`renewal.stage ${code}`, `renewal.stage ${code}`])
  expect(await mustOperate(provider, key, ['GET', '/renewals'])).toMatchObject({ items: [], total: 0 })
})

test('a gift is seen without its code and its people, and given back once; one that was redeemed stays', async () => {
  const [driver, friend] = [await createDriver(provider), await createDriver(provider)]
  const buy = async (): Promise<{ gift_id: string; code: string }> => {
    const body = { amount: 2_500, currency: 'CAD', email: 'friend@example.test' }
    const answer = await provider.request('POST', '/api/v1/gifts', { token: await driver.token(), key: newKey(), body })
    return ((await answer.json()) as { data: { gift_id: string; code: string } }).data
  }
  const back = (id: string) => put(`/gifts/${id}/status`, { status: 'cancelled' })
  const before = await balanceOf(provider, driver)
  const [open, redeemed] = [await buy(), await buy()]
  const token = await friend.token()
  const spent = { token, key: newKey(), body: { code: redeemed.code } }
  expect((await provider.request('POST', '/api/v1/gifts/redeem', spent)).status).toBe(200)
  const listed = await (await operate(provider, key, ['GET', '/gifts'])).text()
  expect(JSON.parse(listed)).toMatchObject({
    items: [{ gift_id: open.gift_id, state: 'open', amount: 2_500 }],
    total: 1,
  })
  expect(listed).not.toMatch(/@|"code"/)
  const answers = await Promise.all(Array.from({ length: 4 }, () => back(open.gift_id)))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect(await balanceOf(provider, driver)).toBe(before - 2_500)
  await expectRefusal(await back(redeemed.gift_id), 409, 'gift_redeemed')
  await expectRefusal(await back(newKey()), 404, 'gift_not_found')
  await expectRefusal(await back('none'), 422, 'validation_failed')
  await expectRefusal(await operate(provider, key, ['GET', '/gifts?state=lost']), 422, 'validation_failed')
  expect(await mustOperate(provider, key, ['GET', `/gifts/${open.gift_id}`])).toMatchObject({
    data: { state: 'cancelled' },
  })
  expect(await listNoted(provider, key)).toEqual([`gift.cancel ${open.gift_id}`])
})
