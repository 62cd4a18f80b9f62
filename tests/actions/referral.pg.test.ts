import { afterAll, beforeAll, expect, test } from 'vitest'
import { enterReferral, loadReferral } from '../../src/actions/referrals.online.ts'
import { readKeptReferral } from '../../src/db/read/referral.ts'
import { must } from '../../src/lib/assert.ts'
import { readPending } from '../../src/outbox/read.ts'
import { checkInstall } from '../../src/sync/install.ts'
import { startTestProvider, type TestProvider } from '../provider/support/test-provider.ts'
import { passing } from '../sync/support/outbox-phone.ts'
import { errorOf, lostKeyOf, signedInPhone, valueOf } from '../sync/support/provider-phone.ts'
import type { TestPhone } from '../sync/support/test-phone.ts'

let provider: TestProvider
beforeAll(async () => {
  provider = await startTestProvider()
})
afterAll(() => provider.close())

async function withInstall(): Promise<TestPhone> {
  const phone = await signedInPhone(provider)
  await checkInstall(phone)
  return phone
}
const kept = async (phone: TestPhone) => (await readKeptReferral(phone.dbs)).value
async function codeOf(phone: TestPhone): Promise<string> {
  valueOf(await loadReferral(null, phone))
  return must(await kept(phone), 'referral').code
}

test('a code is kept on the phone, and read there with no signal', async () => {
  const phone = await withInstall()
  expect(await kept(phone)).toBeNull()
  const code = await codeOf(phone)
  phone.line.through = () => Promise.reject(new TypeError('Failed to fetch'))
  expect((await loadReferral(null, phone)).ok).toBe(false)
  expect(await kept(phone)).toMatchObject({ code, credited: 0, entered: null })
})

test('a code that was sent and whose answer was lost is entered once; the next tap goes on with it', async () => {
  const [phone, other] = [await withInstall(), await withInstall()]
  const code = await codeOf(other)
  phone.line.through = async (request, next) => {
    await next(request)
    throw new TypeError('Failed to fetch')
  }
  const key = await lostKeyOf(enterReferral(code, phone))
  expect(await readPending(phone.dbs)).toMatchObject([{ id: key, kind: 'referral.enter', state: 'unconfirmed' }])
  phone.line.through = passing
  expect(valueOf(await enterReferral(code, phone)).entered).toMatchObject({ state: 'waiting' })
  expect(await readPending(phone.dbs)).toEqual([])
  expect(await kept(phone)).toMatchObject({ entered: { state: 'waiting' }, enter_until: null })
  valueOf(await loadReferral(null, other))
  expect(await kept(other)).toMatchObject({ waiting: 1 })
})

test('an own code and one of nobody are refused, and what was kept stays', async () => {
  const phone = await withInstall()
  const code = await codeOf(phone)
  expect(errorOf(await enterReferral(code, phone))).toMatchObject({ code: 'referral_refused' })
  expect(errorOf(await enterReferral('00000000', phone))).toMatchObject({ code: 'referral_not_found' })
  expect(await kept(phone)).toMatchObject({ code, entered: null })
})
