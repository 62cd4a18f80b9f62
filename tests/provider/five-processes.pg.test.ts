import { afterAll, beforeAll, expect, test } from 'vitest'
import { importParks } from '../../provider/import/import-parks.ts'
import type { Park } from '../../src/contract/parks.ts'
import { must } from '../../src/lib/assert.ts'
import { type SecondProvider, startSecondProvider } from './support/second-provider.ts'
import { startTestProvider, type TestProvider } from './support/test-provider.ts'

/* Five apps over one database, each with its own pools: no part of a search may live in one process. */
const FIVE = 5
const line = (n: number, rest: Record<string, unknown> = {}): string =>
  JSON.stringify({
    ...{ source: 'five', source_id: String(n), country_code: 'CA', currency: 'CAD', city: 'Toronto' },
    ...{ name: `Dundas Lot ${String(n)}`, lat: 43.6 + (n % 40) * 0.003, lng: -79.4 + Math.floor(n / 40) * 0.004 },
    ...{ ev_chargers: n % 3 === 0 ? 2 : null, kind: n % 2 === 0 ? 'garage' : 'lot' },
    ...rest,
  })

let first: TestProvider
const all: (SecondProvider | TestProvider)[] = []
beforeAll(async () => {
  first = await startTestProvider()
  await importParks(
    first.deps,
    Array.from({ length: 300 }, (_, n) => line(n)),
  )
  all.push(first)
  while (all.length < FIVE) all.push(await startSecondProvider(first))
}, 60_000)
afterAll(async () => {
  for (const other of all.slice(1)) await other.close()
  await first.close()
})

interface Answer {
  readonly items: readonly Park[]
  readonly total: number
  readonly next?: string
}

async function ask(process: number, query: string): Promise<Answer> {
  const answer = await must(all[process % FIVE], 'a process').request('GET', `/api/v1/parks/front/parks/?${query}`)
  expect(answer.status).toBe(200)
  return (await answer.json()) as Answer
}

const QUERIES = [
  ...['country=CA&size=40', 'country=CA&size=40&page=7', 'kind=garage&size=20&page=3', 'ev=1&size=30&page=2'],
  ...['lat=43.65&lng=-79.38&size=50', 'lat=0&lng=-160&ev=1&kind=garage', 'search=dundes&size=30&page=2'],
]

test.each(QUERIES)('%s has one answer, whichever of five processes gives it', async (query) => {
  const answers = await Promise.all(Array.from({ length: FIVE }, (_, n) => ask(n, query)))
  const [one] = answers
  expect(one?.items.length).toBeGreaterThan(0)
  for (const answer of answers) expect(answer).toEqual(one)
})

test.each(['country=CA', 'lat=43.65&lng=-79.38', 'search=dundas'])(
  'the pages of %s, each from another process while parks come, hold every park once',
  async (query) => {
    const { total } = await ask(0, query)
    const seen: number[] = []
    let next: string | undefined
    for (let page = 1; page === 1 || next !== undefined; page += 1) {
      const after: string = next === undefined ? '' : `&after=${next}`
      const answer = await ask(page, `${query}&size=16&page=${String(page)}${after}`)
      seen.push(...answer.items.map(({ id }) => id))
      next = answer.next
      // This park comes last in every order: newest, farthest away and last by its words.
      if (page % 5 === 0)
        await importParks(first.deps, [
          line(10_000 + seen.length + total, { name: 'Dundas Lot late', lat: 45, lng: -75 }),
        ])
    }
    expect(new Set(seen).size).toBe(seen.length)
    expect(seen.length).toBeGreaterThanOrEqual(total)
  },
)

test('what one process has imported all of them find at once', async () => {
  await importParks(first.deps, [line(77_777, { name: 'Quartz Yard' })])
  for (let process = 0; process < FIVE; process += 1)
    expect((await ask(process, 'search=quartx')).items.map(({ name }) => name)).toEqual(['Quartz Yard'])
})
