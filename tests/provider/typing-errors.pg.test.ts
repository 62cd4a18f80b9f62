import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { importParks } from '../../provider/import/import-parks.ts'
import type { Park } from '../../src/contract/parks.ts'
import { startTestProvider, type TestProvider } from './support/test-provider.ts'

const line = (id: string, name: string, rest: Record<string, unknown> = {}): string =>
  JSON.stringify({
    source: 'typed',
    source_id: id,
    country_code: 'CA',
    currency: 'CAD',
    city: 'Toronto',
    name,
    ...rest,
  })

const LINES = [
  line('1', 'Dundas Square', { lat: 43.6561, lng: -79.3802 }),
  line('2', 'Dundalk Street', { lat: 43.7, lng: -79.3 }),
  line('3', 'Queen Dundas', { lat: 43.65, lng: -79.5 }),
  line('4', 'Aéroport Pearson', { lat: 43.68, lng: -79.61 }),
  line('5', 'Dundes Garden', { country_code: 'US', currency: 'USD', city: 'Dayton', lat: 39.76, lng: -84.19 }),
  line('6', 'Lot 58', { lat: 43.6, lng: -79.4 }),
  line('7', 'Victoria Island', { country_code: 'NG', currency: 'NGN', city: 'Lagos', lat: 6.43, lng: 3.42 }),
  line('8', 'Station Union', { lat: 43.645, lng: -79.38 }),
  line('9', 'Union Stationary'),
]

let provider: TestProvider
beforeAll(async () => {
  provider = await startTestProvider()
  await importParks(provider.deps, LINES)
})
afterAll(() => provider.close())

async function names(query: string): Promise<readonly string[]> {
  const answer = await provider.request('GET', `/api/v1/parks/front/parks/?${query}`)
  expect(answer.status).toBe(200)
  return ((await answer.json()) as { items: Park[] }).items.map(({ name }) => name)
}

describe.each(['with pg_trgm', 'without it'])('a search %s', (how) => {
  beforeEach(async () => {
    if (how === 'without it') await provider.database.owner.query('drop extension if exists pg_trgm cascade')
  })

  test('finds what was meant, one error in four to seven letters', async () => {
    expect(await names('search=dundes&country=CA')).toEqual(['Dundas Square', 'Queen Dundas'])
    expect(await names('search=dnudas&country=CA')).toEqual(['Dundas Square', 'Queen Dundas'])
    expect(await names('search=aroport')).toEqual(['Aéroport Pearson'])
    expect(await names('search=peerzon')).toEqual([])
    expect(await names('search=duxxas')).toEqual([])
  })

  test('forgives two in longer words, also in all of them and while the end is not typed yet', async () => {
    expect(await names('search=victroia+ilsand')).toEqual(['Victoria Island'])
    expect(await names('search=vicctori')).toEqual(['Victoria Island'])
  })

  test('the word itself comes before its beginning, and both before what is only similar', async () => {
    expect(await names('search=union+station')).toEqual(['Station Union', 'Union Stationary'])
    expect(await names('search=dundes')).toEqual(['Dundes Garden', 'Dundas Square', 'Queen Dundas'])
  })

  test('of equally good ones the nearest comes first', async () => {
    expect(await names('search=dundes&lat=43.65&lng=-79.49')).toEqual([
      'Dundes Garden',
      'Queen Dundas',
      'Dundas Square',
    ])
    expect(await names('search=dunda&lat=43.7&lng=-79.3')).toEqual(['Dundalk Street', 'Dundas Square', 'Queen Dundas'])
  })

  test('a short word and a number are never taken for another', async () => {
    expect(await names('search=lit+58')).toEqual([])
    expect(await names('search=lot+59')).toEqual([])
  })

  test('what is not text finds nothing and breaks nothing', async () => {
    for (const typed of ['%', "'; drop table parks; --", '🚗🚗🚗🚗', 'zzzzzzzzzzzz', '_____', 'x', '%%%%dundas%'])
      await names(`search=${encodeURIComponent(typed)}`)
    expect((await names('search=dundas')).slice(0, 2)).toEqual(['Dundas Square', 'Queen Dundas'])
  })
})
