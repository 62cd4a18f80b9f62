import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { givePromo } from '../../provider/cli/promo.ts'
import { reconcile } from '../../provider/repositories/ledger.ts'
import { balanceOf, createDriver, type TestDriver } from './support/test-driver.ts'
import { startTestProvider, type TestProvider } from './support/test-provider.ts'

let provider: TestProvider
let driver: TestDriver
let email: string

beforeAll(async () => {
  provider = await startTestProvider()
})
afterAll(() => provider.close())
beforeEach(async () => {
  driver = await createDriver(provider)
  email = `${driver.userId}@example.test`
})

it('a promotion is credited once by its name, however often and however many at once', async () => {
  const words = [email.toUpperCase(), 'CAD', '12.50', 'spring']
  const answers = await Promise.all([1, 2, 3].map(() => givePromo(provider.deps.db, words)))
  expect(answers.map(({ lines }) => lines[0]).toSorted()).toEqual([
    'The wallet holds C$112.50 now.',
    'This account has had this promotion already.',
    'This account has had this promotion already.',
  ])
  expect(await balanceOf(provider, driver)).toBe(11_250)
  expect(await reconcile(provider.deps.db)).toEqual([])
})

it.each([
  ['an unknown account', ['nobody@example.test', 'CAD', '5', 'x'], 'No account has this address.'],
  ['a fraction of a franc', ['a@b.test', 'XOF', '5.5', 'x'], 'Not an amount in XOF: 5.5'],
  ['nothing', ['a@b.test', 'CAD', '0', 'x'], 'Not an amount in CAD: 0'],
  ['another currency', ['a@b.test', 'EUR', '5', 'x'], 'promo EMAIL NGN|XOF|USD|CAD AMOUNT NAME'],
])('%s is refused', async (_name, words, line) => {
  expect(await givePromo(provider.deps.db, words)).toEqual({ lines: [line], exitCode: 1 })
})
