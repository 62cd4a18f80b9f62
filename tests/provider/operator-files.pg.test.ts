import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runDocuments } from '../../provider/cli/documents.ts'
import { runCoupons, runProducts } from '../../provider/cli/marketplace.ts'
import { runPlans } from '../../provider/cli/plans.ts'
import { insertCodedPark } from './support/test-operators.ts'
import { startTestProvider, type TestProvider } from './support/test-provider.ts'

let provider: TestProvider
let folder: string
beforeAll(async () => {
  provider = await startTestProvider()
  folder = await mkdtemp(join(tmpdir(), 'baywise-files-'))
})
afterAll(async () => {
  await rm(folder, { recursive: true })
  await provider.close()
})

async function write(content: unknown): Promise<string> {
  const file = join(folder, 'file.json')
  await writeFile(file, typeof content === 'string' ? content : JSON.stringify(content))
  return file
}

const COUPON = {
  ...{ country_code: 'NG', code: 'BAY10', discount_type: 'percentage', discount: '10', minimum_order: '5000.00' },
  ...{ maximum_discount: '2000.00', start_date: '2026-11-24T00:00:00Z', end_date: '2027-01-01T00:00:00Z' },
}

test('a file of a coupon is money where it is money, and percent where it is percent; what is wrong is said', async () => {
  const { db } = provider.deps
  const add = async (changes: object) =>
    (await runCoupons(db, ['add', await write({ ...COUPON, ...changes })])).lines.join()
  const wrong: ReadonlyArray<readonly [object, string]> = [
    [{ discount: '200' }, 'Discount less then or equal to 100'],
    [{ discount: '10.5' }, 'discount'],
    [{ discount: '-10' }, 'discount'],
    [{ discount_type: 'fixed', discount: '0' }, 'discount'],
    [{ discount_type: 'fixed', discount: 'free' }, 'Not an amount in NGN: free'],
    [{ minimum_order: 5_000 }, 'Not an amount in NGN: 5000'],
    [{ maximum_discount: '9999999999.00' }, 'maximum_discount'],
    [{ maximum_discount: '999999999999999' }, 'Not an amount'],
    [{ currency: 'XOF' }, 'Amounts in NG are in NGN.'],
    [{ country_code: 'XX' }, 'country_code'],
    [{ limit_per_usr: 1 }, 'limit_per_usr'],
    [{ code: 'TWO CODES' }, 'A code has 3 to 20 letters and digits.'],
    [{ end_date: '2026-11-24T00:00:00Z' }, 'A coupon ends after it starts.'],
  ]
  for (const [changes, words] of wrong) expect(await add(changes)).toContain(words)
  expect(await add({})).toBe('Coupon BAY10 holds in NG.')
  expect(await add({})).toBe('NG has a coupon BAY10 already.')
  const [row] = await db.query('select discount, minimum_minor, maximum_minor from coupons where code = $1', ['BAY10'])
  expect(row).toEqual({ discount: 10, minimum_minor: 500_000, maximum_minor: 200_000 })
})

test('goods are sold by a file, priced and counted by words; a car park of another country is refused', async () => {
  const { db } = provider.deps
  const park = await insertCodedPark(provider)
  const goods = {
    ...{ country_code: 'CA', kind: 'car_wash', park: park.code, price: '25.00', taxes: [], stock: 3 },
    ...{ names: { en: 'Full car wash', fr: 'Lavage complet' }, details: { en: '', fr: '' } },
  }
  const add = async (changes: object) =>
    (await runProducts(db, ['add', await write({ ...goods, ...changes })])).lines.join()
  expect(await add({ country_code: 'US' })).toContain('is not in US')
  expect(await add({ price: '25.001' })).toContain('Not an amount in CAD')
  const id = /^Product (\d+) is sold in CA\.$/.exec(await add({}))?.[1] ?? ''
  const run = (...words: readonly string[]) => runProducts(db, words)
  expect((await run('price', id, '30.50')).lines[0]).toContain('30.50 CAD  3 left  sold')
  expect((await run('stock', id, 'unlimited')).lines[0]).toContain('unlimited')
  for (const words of [
    ['price', id, '0'],
    ['price', id, 'x'],
    ['stock', id, '-1'],
    ['stock', id, '9999999'],
    ['end', '999999999'],
  ])
    expect(await run(...words)).toMatchObject({ exitCode: 1 })
  for (const words of [['sell', id], ['price', 'x', '1'], ['stock']])
    expect(await run(...words)).toMatchObject({ exitCode: 2 })
  expect((await run('end', id)).lines[0]).toContain('ended')
})

test('a file that is no JSON, no object, or of another command is refused in words', async () => {
  const { db } = provider.deps
  for (const content of ['{', '[]', 'null', '"x"', COUPON])
    expect(await runPlans(db, ['add', await write(content)])).toMatchObject({ exitCode: 1 })
  for (const content of [COUPON, '[]', '{'])
    expect(await runDocuments(db, ['fees', await write(content)])).toMatchObject({ exitCode: 1 })
})
