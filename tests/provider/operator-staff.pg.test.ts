import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { StaffPairing, StaffPhone } from '../../src/contract/operator-staff.ts'
import { expectRefusal } from './support/accounts.ts'
import { pairPhone, postPair, requestList } from './support/test-attendants.ts'
import { newKey } from './support/test-driver.ts'
import {
  insertCodedPark,
  listNoted,
  makeTestKey,
  mustOperate,
  operate,
  type TestKey,
} from './support/test-operators.ts'
import { startTestProvider, type TestProvider } from './support/test-provider.ts'

let provider: TestProvider
let codes: readonly [string, string]
let own: TestKey
beforeAll(async () => {
  provider = await startTestProvider()
})
afterAll(() => provider.close())
beforeEach(async () => {
  codes = [(await insertCodedPark(provider)).code, (await insertCodedPark(provider)).code]
  own = await makeTestKey(provider, { parkCodes: [codes[0]], scopes: ['staff'] })
})

const ask = (parks: readonly string[], key = newKey()) =>
  operate(provider, own, ['POST', '/phones/pairings', { key, body: { parks } }])
const list = async () => (await mustOperate<{ items: StaffPhone[] }>(provider, own, ['GET', '/phones'])).items

test('a phone is paired by a code of the API, once, and the same request has the same code that nothing stores', async () => {
  const key = newKey()
  const answers = await Promise.all([ask([codes[0]], key), ask([codes[0]], key)])
  const [first, again] = await Promise.all(
    answers.map(async (answer) => (await answer.json()) as { data: StaffPairing }),
  )
  expect(again).toEqual(first)
  const { code, link } = first?.data ?? { code: '', link: '' }
  expect(link).toContain(`/check#pair=${code}`)
  const stored = await provider.deps.db.query(
    `select row_to_json(i)::text as row from idempotency_keys i union all select row_to_json(o)::text from operator_changes o
     union all select row_to_json(p)::text from pairing_codes p`,
  )
  expect(JSON.stringify(stored)).not.toMatch(new RegExp(code.replace('-', '-?')))
  expect((await postPair(provider, code, { name: 'Gate 1', key: newKey() })).status).toBe(200)
  await expectRefusal(await postPair(provider, code, { key: newKey() }), 422, 'code_invalid')
  expect(await list()).toMatchObject([{ name: 'Gate 1', parks: [{ code: codes[0] }], revoked_at: null }])
  expect(await listNoted(provider, own)).toEqual([`phone.pair ${codes[0]}`])
})

test('a key pairs and revokes at its own car parks alone; a revoked phone has no list any more', async () => {
  await expectRefusal(await ask([codes[1]]), 404, 'park_not_found')
  await expectRefusal(await ask([codes[0], codes[1]]), 404, 'park_not_found')
  for (const wrong of [[], ['x'.repeat(17)]]) await expectRefusal(await ask(wrong), 422, 'validation_failed')
  const phone = await pairPhone(provider, [codes[0]])
  const [foreign, shared] = [await pairPhone(provider, [codes[1]]), await pairPhone(provider, codes)]
  expect((await list()).map(({ id }) => id)).toEqual([phone.deviceId])
  for (const { deviceId } of [foreign, shared])
    await expectRefusal(await operate(provider, own, ['DELETE', `/phones/${deviceId}`]), 404, 'not_found')
  expect((await operate(provider, own, ['DELETE', `/phones/${phone.deviceId}`])).status).toBe(200)
  expect((await operate(provider, own, ['DELETE', `/phones/${phone.deviceId}`])).status).toBe(200)
  expect((await list())[0]?.revoked_at).not.toBeNull()
  expect((await requestList(provider, phone, { park_id: '1' })).status).toBe(401)
  expect(await listNoted(provider, own)).toEqual([`phone.revoke ${phone.deviceId}`])
})
