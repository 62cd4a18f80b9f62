import { afterAll, beforeAll, expect, it } from 'vitest'
import { checkAllContent } from '../../provider/cli/content.ts'
import { insertCodedPark } from './support/test-operators.ts'
import { startTestProvider, type TestProvider } from './support/test-provider.ts'

let provider: TestProvider
beforeAll(async () => {
  provider = await startTestProvider()
})
afterAll(() => provider.close())

it('a photo of a car park that says nothing in one language is found', async () => {
  const { db } = provider.deps
  const park = await insertCodedPark(provider)
  await db.query(
    `insert into park_photos (photo_id, park_id, place, hash, width, height, text_en, text_fr, created_at)
     values ('019ab0f3-8f41-7d00-8000-0123456789ab', $1, 4, repeat('a', 32), 800, 600, 'The entrance', ' ', now())`,
    [park.id],
  )
  const { lines, exitCode } = await checkAllContent(db)
  expect(exitCode).toBe(1)
  expect(lines.filter((line) => line.startsWith('car park '))).toEqual([
    `car park ${park.code}, photo 1: no text in fr`,
  ])
  await db.query(`update park_photos set text_fr = 'L’entrée' where park_id = $1`, [park.id])
  expect(await checkAllContent(db)).toMatchObject({ exitCode: 0 })
})

it('a product or plan without a text in one language is found, once it is on sale', async () => {
  const { db } = provider.deps
  expect(await checkAllContent(db)).toMatchObject({ exitCode: 0 })
  await db.query(
    `insert into products (country_code, kind, names, details, price_minor, currency, taxes, order_limit, demo, updated_at)
     values ('CA', 'accessory', '{"en": "Sunshade"}', '{"en": "Folds", "fr": " "}', 100, 'CAD', '[]', 1, true, now())`,
  )
  const { lines, exitCode } = await checkAllContent(db)
  expect(exitCode).toBe(1)
  expect(lines.filter((line) => line.startsWith('product '))).toEqual([
    expect.stringMatching(/^product \d+, details: no text in fr$/),
    expect.stringMatching(/^product \d+, name: no text in fr$/),
  ])
  await db.query(`update products set active = false where names->>'en' = 'Sunshade'`)
  expect(await checkAllContent(db)).toMatchObject({ exitCode: 0 })
})
