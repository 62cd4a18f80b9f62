import { afterAll, beforeAll, expect, test } from 'vitest'
import { generate } from '../../provider/cli/generate.ts'
import { createDatabase } from '../../provider/db/transaction.ts'
import type { Park } from '../../src/contract/parks.ts'
import { parseParkCode } from '../../src/domain/code.ts'
import { startTestProvider, type TestProvider } from './support/test-provider.ts'

let provider: TestProvider
beforeAll(async () => {
  provider = await startTestProvider()
})
afterAll(() => provider.close())

const run = (words: readonly string[], sandbox = true) => {
  const { clock, database } = provider
  return generate({ db: createDatabase(database.owner), clock, config: { sandbox } }, words)
}

async function list(query: string): Promise<{ readonly items: readonly Park[]; readonly total: number }> {
  const answer = await provider.request('GET', `/api/v1/parks/front/parks/?${query}`)
  expect(answer.status).toBe(200)
  return (await answer.json()) as { items: Park[]; total: number }
}

test('parks are made up around real ones, say so, can be found, and are the same for a seed', async () => {
  expect(await run(['--parks', '500', '--seed', '7'])).toMatchObject({ exitCode: 0 })
  const { items, total } = await list('size=100')
  expect(total).toBe(500)
  for (const { source, demo, code, lat, hourly_from: price } of items)
    expect([source, demo, parseParkCode(code).ok, lat !== null, price !== null]).toEqual([
      'generated',
      true,
      true,
      true,
      true,
    ])
  const [one] = items
  expect((await list(`search=${encodeURIComponent(one?.name ?? '')}&size=1`)).items[0]?.id).toBe(one?.id)
  expect([one?.name, one?.lat, one?.lng]).toMatchInlineSnapshot(`
    [
      "Lippincott Street Garage 1",
      43.696436,
      -79.433818,
    ]
  `)
  const { items: near } = await list('lat=43.65&lng=-79.38&size=5')
  expect(near[0]?.distance_m).toBeLessThan(20_000)
})

test('a seed is made once, another one beside it', async () => {
  expect(await run(['--parks', '500', '--seed', '7'])).toMatchObject({ exitCode: 1 })
  expect(await run(['--parks', '20', '--seed', '8'])).toMatchObject({ exitCode: 0 })
  expect((await list('')).total).toBe(520)
  const { rows } = await provider.database.owner.query<{ count: number }>(
    "select count(*) from pg_indexes where tablename in ('parks', 'park_tokens', 'park_tariffs')",
  )
  const fresh = await startTestProvider()
  const { rows: before } = await fresh.database.owner.query<{ count: number }>(
    "select count(*) from pg_indexes where tablename in ('parks', 'park_tokens', 'park_tariffs')",
  )
  expect(rows).toEqual(before)
  await fresh.close()
})

test('outside the sandbox nothing is made up, and a number that is none is refused', async () => {
  expect(await run(['--parks', '5', '--seed', '9'], false)).toMatchObject({ exitCode: 1 })
  for (const count of ['0', 'many', '1000001', '-1'])
    expect(await run([`--parks=${count}`, '--seed', '9'])).toMatchObject({ exitCode: 1 })
  expect((await list('')).total).toBe(520)
})
