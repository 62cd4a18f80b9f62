import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadFees } from '../../src/actions/reference-data.online.ts'
import { insertTestPark } from '../provider/support/test-parks.ts'
import { startTestProvider, type TestProvider } from '../provider/support/test-provider.ts'
import { phoneAt, valueOf } from '../sync/support/provider-phone.ts'

let provider: TestProvider
beforeAll(async () => {
  provider = await startTestProvider()
})
afterAll(() => provider.close())

test('the app asks for the fees of a country, and takes none for an answer', async () => {
  await insertTestPark(provider.deps.db)
  const phone = phoneAt(provider)
  expect(valueOf(await loadFees(1, phone))).toEqual([])
  expect(valueOf(await loadFees(3, phone))).toMatchObject([{ code: 'service', kind: 'flat', value: 50 }])
  expect(phone.line.sent.filter(({ path }) => path === '/front/fees')).toHaveLength(2)
})
