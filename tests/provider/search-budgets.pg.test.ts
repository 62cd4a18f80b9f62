import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createDatabase } from '../../provider/db/transaction.ts'
import { CELLS_PER_CALL, type Park, type ParkTile, PARKS_OF_CELLS } from '../../src/contract/parks.ts'
import { SEARCH_LIMIT } from '../../src/domain/search-text.ts'
import { must } from '../../src/lib/assert.ts'
import { distanceMetres, type LatLng } from '../../src/lib/cell.ts'
import { insertManyParks } from './support/many-parks.ts'
import { createDriver, mustBook } from './support/test-driver.ts'
import { insertTestPark } from './support/test-parks.ts'
import { startTestProvider, type TestProvider } from './support/test-provider.ts'

/*
 * Budgets for requests that need no account, at 200,000 parks. PostgreSQL itself counts the rows: entries of all
 * indexes and rows of all scans that the request caused.
 */
const PARKS = 200_000

let provider: TestProvider
let places: ReadonlyArray<LatLng & { readonly id: number; readonly country_code: string; readonly kind: string }>

beforeAll(async () => {
  // A single connection, so that its counters can be flushed before and after a request.
  provider = await startTestProvider({ poolSize: 1 })
  const { db } = provider.deps
  await insertManyParks(createDatabase(provider.database.owner), PARKS)
  places = await db.query('select id, lat, lng, country_code, kind from parks where lat is not null order by id')
}, 240_000)
afterAll(() => provider.close())

async function readSoFar(): Promise<number> {
  const { db } = provider.deps
  await db.query('select pg_stat_force_next_flush()')
  const [row] = await db.query<{ read: number }>(
    `select ((select sum(seq_tup_read) from pg_stat_user_tables) + (select sum(idx_tup_read) from pg_stat_user_indexes))::bigint as read`,
  )
  return must(row, 'counters').read
}

interface Asked<T> {
  readonly body: T
  readonly read: number
}

/** `T` is the type of the endpoint's answer; nothing checks it here. */
async function ask<T>(path: string): Promise<Asked<T>> {
  const before = await readSoFar()
  const answer = await provider.request('GET', `/api/v1${path}`)
  const read = (await readSoFar()) - before
  expect([path, answer.status]).toEqual([path, 200])
  return { body: (await answer.json()) as T, read }
}

interface List {
  readonly items: readonly Park[]
  readonly total: number
  readonly next?: string
}
const search = (query: string): Promise<{ readonly body: List; readonly read: number }> =>
  ask<List>(`/parks/front/parks/?${query}`)

/** Number of ids that one stored count covers. */
const BLOCK = 2_048
/** Entries that the planner reads at the ends of some indexes. */
const PLANNING = 8
/** Each park shown costs its row and its tariff. */
const shown = (size: number): number => 2 * size + PLANNING

/**
 * The entries of each word up to the counting limit, the limit of parks from both sides, and one read per word for each
 * of those.
 */
const ofWords = (words: number): number =>
  words * (SEARCH_LIMIT + 1) + 2 * SEARCH_LIMIT + 1 + 2 * SEARCH_LIMIT * (1 + words)
/**
 * When few parks are found: words from each side and by trigrams (index and rows); 100 of them are compared and 8
 * searched.
 */
const ofSimilar = (words: number): number =>
  words * (2 * 1_000 + 2 * SIMILAR + 100) +
  8 * words * (SEARCH_LIMIT + 1) +
  ofWords(words) +
  2 * SEARCH_LIMIT * 8 * words
/** Most words here that share trigrams with one word; a GIN index scan cannot be limited. */
const SIMILAR = 2_000

const CENTRES: Readonly<Record<string, LatLng>> = {
  'a large town': { lat: 0, lng: 0 },
  'the middle of the Pacific': { lat: 0, lng: -160 },
  'the antimeridian': { lat: 52, lng: 180 },
  'the North Pole': { lat: 90, lng: 17 },
  'the South Pole': { lat: -90, lng: 0 },
  'the other side of the world': { lat: -40, lng: 85 },
}
const FILTERS = ['', '&country=CA', '&kind=stadium', '&country=SN&kind=stadium', '&country=US&kind=garage']
/** Needs that one park in 3,000 or fewer meets, and needs that none meets. */
const NEEDS = [
  '&ev=1&height=3',
  '&accessible=1&ev=1&covered=1&country=SN',
  '&kind=stadium&covered=1',
  '&kind=airport&ev=1',
]
/** Cost of the stored counts: a few rows per filter, in a table so small that the planner may read it whole. */
const COUNT = 300
const centreOf = (name: string): LatLng =>
  name === 'a large town' ? must(places[0], 'a park') : must(CENTRES[name], 'a centre')
const near = ({ lat, lng }: LatLng): string => `lat=${lat.toFixed(6)}&lng=${lng.toFixed(6)}`

describe.each(['before its tables were ever analysed', 'after that'])('the provider %s', (when) => {
  beforeAll(async () => {
    if (when === 'after that') await provider.database.owner.query('analyze')
  })

  test.each(Object.keys(CENTRES))(
    'near %s a search reads its page and nothing else, whatever a park must have',
    async (name) => {
      for (const filter of [...FILTERS, ...NEEDS]) {
        const { body, read } = await search(`${near(centreOf(name))}${filter}&size=10`)
        expect([filter, body.items.length]).toEqual([filter, Math.min(10, body.total)])
        // One entry beyond the page shows that the last park on it has no equal after it.
        expect([filter, read <= COUNT + 10 + 1 + shown(10), read]).toEqual([filter, true, read])
      }
    },
  )

  test('the last page of a search costs no more than the limit, and pages beyond it nothing', async () => {
    const last = await search(`${near(centreOf('the North Pole'))}&size=100&page=${String(SEARCH_LIMIT / 100)}`)
    expect([last.body.items.length, last.body.total]).toEqual([100, SEARCH_LIMIT])
    expect(last.read).toBeLessThanOrEqual(COUNT + SEARCH_LIMIT + 1 + shown(100))
    for (const query of [near(centreOf('the North Pole')), 'covered=1', 'search=parking']) {
      const beyond = await search(`${query}&size=100&page=100000`)
      expect([beyond.body.items, beyond.body.total]).toEqual([[], SEARCH_LIMIT])
    }
  })

  test.each(['', 'country=US', 'kind=stadium', 'country=CA&kind=garage'])(
    'a list of "%s" reads a block and its page, on whatever page, and no block where it goes on from a place',
    async (query) => {
      const first = await search(`${query}&size=100`)
      expect(first.read).toBeLessThanOrEqual(COUNT + 100 + 1 + shown(100))
      const pages = Math.ceil(first.body.total / 100)
      for (const page of [2, 20, Math.ceil(pages / 2), pages - 1, pages, pages + 1]) {
        const { body, read } = await search(`${query}&size=100&page=${String(page)}`)
        expect([page, body.items.length]).toEqual([
          page,
          page > pages ? 0 : Math.min(100, first.body.total - (page - 1) * 100),
        ])
        // The page may span the last parks on the map and the first of the others.
        const blocks = 2 * 4 * Math.ceil(PARKS / BLOCK)
        expect([page, read <= COUNT + blocks + 2 * (BLOCK + 1) + 100 + shown(100), read]).toEqual([page, true, read])
        const after = await search(`${query}&size=100&after=${must(first.body.next, 'a next page')}`)
        expect(after.read).toBeLessThanOrEqual(COUNT + 100 + 1 + shown(100))
      }
    },
  )

  test('a search by words reads a limit for each word, twice the limit of parks, and each of these once for each word', async () => {
    const common = 'parking lot p l pa lo par park'
    for (const words of ['town1999', 'parking', 'parking town7', 'number123456 parking', 'nowhere', common]) {
      for (const rest of ['', '&country=SN', '&kind=stadium', `&${near(centreOf('the North Pole'))}`]) {
        const { read } = await search(`search=${encodeURIComponent(words)}${rest}&size=10`)
        const most = ofWords(words.split(' ').length) + ofSimilar(words.split(' ').length) + shown(10)
        expect([words, rest, read <= most, read]).toEqual([words, rest, true, read])
      }
    }
  })

  test('a mistyped word reads a page of words from each side, and what the similar ones find', async () => {
    for (const words of ['parkign', 'parkign twon', 'tonw', 'xarking lott', 'zzzzzzzz']) {
      for (const rest of ['', '&country=SN', `&${near(centreOf('the North Pole'))}`]) {
        const { read } = await search(`search=${encodeURIComponent(words)}${rest}&size=10`)
        const most = ofWords(words.split(' ').length) + ofSimilar(words.split(' ').length) + shown(10)
        expect([words, rest, read <= most, read]).toEqual([words, rest, true, read])
      }
    }
  })

  test('the 24 fullest cells are answered as far as an answer goes, each whole or not at all', async () => {
    const fullest = await provider.deps.db.query<{ cell: number; parks: number }>(
      `select cell, count(*) as parks from parks where cell is not null group by cell order by parks desc limit ${String(CELLS_PER_CALL)}`,
    )
    const { body, read } = await ask<{ data: ParkTile[] }>(
      `/parks/cells?cells=${fullest.map(({ cell }) => cell).join(',')}`,
    )
    const parks = body.data.reduce((sum, tile) => sum + tile.parks.length, 0)
    expect([parks > PARKS_OF_CELLS / 2, parks <= PARKS_OF_CELLS]).toEqual([true, true])
    const sizes = new Map(fullest.map(({ cell, parks: size }) => [cell, size]))
    for (const tile of body.data) expect(tile.parks).toHaveLength(must(sizes.get(tile.cell), 'size'))
    expect(read).toBeLessThanOrEqual(CELLS_PER_CALL * (PARKS_OF_CELLS + 1) + shown(PARKS_OF_CELLS))
  })

  test('the fees of a country are read one list at a time', async () => {
    const { body, read } = await ask<{ data: readonly unknown[] }>('/front/fees?country_id=2')
    expect(body.data).toHaveLength(20)
    expect(read).toBeLessThanOrEqual(21 + PLANNING)
  })

  test('a park, its rate, its price and the free spaces of a hundred parks cost what they name', async () => {
    const stay = 'start_time=2026-11-24T10:00:00Z&end_time=2026-11-24T12:00:00Z'
    for (const path of [
      '/front/parks/77',
      '/front/parks/many-77',
      '/front/parks/77/rate',
      `/front/parks/77/quote?${stay}`,
    ])
      expect((await ask(path)).read).toBeLessThanOrEqual(shown(1))
    const ids = Array.from({ length: 100 }, (_, n) => String(1 + n * 1_999))
    expect((await ask(`/parks/free?ids=${ids.join(',')}&${stay}`)).read).toBeLessThanOrEqual(100)
  })

  test('countries, states and the place of an address read nothing', async () => {
    for (const path of ['/countries', '/states/load?country_id=2', '/geo']) expect((await ask(path)).read).toBe(0)
  })
})

test('the nearest of 200,000 are the nearest', async () => {
  for (const name of Object.keys(CENTRES)) {
    const centre = centreOf(name)
    for (const [filter, country, kind] of [
      ['', '', ''],
      ['&country=SN&kind=stadium', 'SN', 'stadium'],
    ] as const) {
      const expected = places
        .filter((park) => (country === '' || park.country_code === country) && (kind === '' || park.kind === kind))
        .map((park) => Math.round(distanceMetres(centre, park)))
        .toSorted((a, b) => a - b)
        .slice(0, 100)
      const { body } = await search(`${near(centre)}${filter}&size=100`)
      const off = body.items.map(({ distance_m: metres }, n) => Math.abs((metres ?? NaN) - must(expected[n], 'park')))
      expect([name, filter, Math.max(...off) <= 1]).toEqual([name, filter, true])
    }
  }
})

test('words that every park has still fill a page, of the country that is asked for', async () => {
  const { body } = await search('search=parking&country=SN&size=20')
  expect([body.items.length, new Set(body.items.map(({ country_code: country }) => country))]).toEqual([
    20,
    new Set(['SN']),
  ])
  const { body: here } = await search(`search=parking+lot&${near(centreOf('a large town'))}&size=1`)
  expect(here.items[0]?.distance_m).toBeLessThan(1_000)
})

// Must stay the last test: its park lies away from all others.
test('a stay long ago does not read the bookings of all the time since, and one without end is refused', async () => {
  const { db } = provider.deps
  const park = await insertTestPark(db, { capacity: 5 })
  const booked = await mustBook(provider, await createDriver(provider), { parkId: park.id })
  await db.query(
    `insert into bookings
     select (jsonb_populate_record(b, jsonb_build_object('booking_id', gen_random_uuid(), 'booking_code', substr(md5(n::text), 1, 8),
              'start_time', b.start_time - n * interval '1 day', 'end_time', b.end_time - n * interval '1 day'))).*
       from bookings b cross join generate_series(2, 2000) as n where b.booking_id = $1`,
    [booked.booking_id],
  )
  await provider.database.owner.query('analyze bookings')
  const longAgo = 'start_time=2021-01-01T10:00:00Z&end_time=2021-01-01T12:00:00Z'
  for (const path of [
    `/parks/free?ids=${String(park.id)}&${longAgo}`,
    `/front/parks/${String(park.id)}/quote?${longAgo}`,
  ])
    expect((await ask(path)).read).toBeLessThanOrEqual(shown(3))
  const endless = 'start_time=2026-11-24T10:00:00Z&end_time=2090-01-01T12:00:00Z'
  const answer = await provider.request('GET', `/api/v1/parks/free?ids=${String(park.id)}&${endless}`)
  expect([answer.status, await answer.json()]).toMatchObject([422, { code: 'stay_too_long' }])
})
