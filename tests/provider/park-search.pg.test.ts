import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Park } from '../../src/contract/parks.ts'
import { cellOf, distanceMetres, type LatLng } from '../../src/lib/cell.ts'
import { startTestProvider, type TestProvider } from './support/test-provider.ts'
import { setTariff, TEST_TARIFF } from './support/test-parks.ts'

const COUNTRIES = ['NG', 'US', 'CA', 'SN'] as const
const KINDS = ['garage', 'lot', 'stadium'] as const
const WORDS = ['parking', 'harbour', 'harvest', 'north', 'noria']
const HEIGHTS = [null, 1.8, 1.9, 2.05, 2.1, 2.35, 3, 4.2, null]
const PER_PLACE = 12

/** Positions where circles and degree boxes go wrong, and two ordinary towns; the seas between them are empty. */
const PLACES: readonly LatLng[] = [
  { lat: 43.65, lng: -79.38 },
  { lat: 14.69, lng: -17.45 },
  { lat: 0, lng: 0 },
  { lat: 0, lng: 180 },
  { lat: 52, lng: -180 },
  { lat: -17, lng: 179.99 },
  { lat: 89.9, lng: 10 },
  { lat: 90, lng: -120 },
  { lat: -89.99, lng: 60 },
  { lat: -90, lng: 0 },
]

interface Known {
  readonly id: number
  readonly at: LatLng | null
  readonly country: string
  readonly kind: string
  readonly words: readonly string[]
  readonly covered: boolean
  readonly chargers: number | null
  readonly accessible: number | null
  readonly height: number | null
}

let provider: TestProvider
const known: Known[] = []
beforeAll(async () => {
  provider = await startTestProvider()
  for (const [index, place] of PLACES.entries())
    for (let n = 0; n < PER_PLACE; n += 1) await insertPark(place, index * PER_PLACE + n)
  for (let n = 0; n < PER_PLACE; n += 1) await insertPark(null, PLACES.length * PER_PLACE + n)
}, 60_000)
afterAll(() => provider.close())

/** Returns the spot of a place's nth park; the first two parks of a place share one. */
function spotOf({ lat, lng }: LatLng, n: number): LatLng {
  const off = Math.floor((n % PER_PLACE) / 2) * 0.0137
  const east = lng + off * (n % 4 < 2 ? 1 : -3)
  return {
    lat: Math.max(-90, Math.min(90, lat + off * ((n % 3) - 1))),
    lng: east > 180 ? east - 360 : east < -180 ? east + 360 : east,
  }
}

async function insertPark(place: LatLng | null, n: number): Promise<void> {
  const { db } = provider.deps
  const at = place === null ? null : spotOf(place, n)
  const [country, kind] = [COUNTRIES[n % COUNTRIES.length] ?? 'CA', KINDS[n % KINDS.length] ?? 'lot']
  const words = WORDS.filter((_, index) => (n * 7) % (index + 2) === 0)
  const had = {
    covered: n % 4 === 1,
    chargers: n % 5 === 0 ? 2 : n % 5 === 1 ? 0 : null,
    accessible: n % 6 === 2 ? 1 : null,
    height: HEIGHTS[n % HEIGHTS.length] ?? null,
  }
  const [row] = await db.query<{ id: number }>(
    `insert into parks (code, slug, source, source_id, name, country_code, lat, lng, cell, timezone, kind, capacity, currency, tariff_version,
       attribution, fingerprint, updated_at, covered, ev_chargers, accessible_spaces, height_limit_m)
     values ($1, $1, 'test', $1, $1, $2, $3, $4, $5, 'UTC', $6, 5, 'CAD', 'v1', '', '', now(), $7, $8, $9, $10) returning id`,
    [
      ...[`P${String(n)}`, country, at?.lat ?? null, at?.lng ?? null, at === null ? null : cellOf(at.lat, at.lng)],
      ...[kind, had.covered, had.chargers, had.accessible, had.height],
    ],
  )
  const id = row?.id ?? 0
  await setTariff(db, id, { tariff: TEST_TARIFF })
  await db.query(
    'insert into park_tokens (token, park_id, country_code) select token, $2, $3 from unnest($1::text[]) as token',
    [words, id, country],
  )
  known.push({ id, at, country, kind, words, ...had })
}

interface Query {
  readonly country: string | undefined
  readonly kind: string | undefined
  readonly words: readonly string[]
  readonly covered?: boolean
  readonly ev?: boolean
  readonly accessible?: boolean
  readonly height?: number | undefined
  readonly page: number
  readonly size: number
}

const anyQuery = fc.record({
  country: fc.constantFrom(undefined, undefined, ...COUNTRIES),
  kind: fc.constantFrom(undefined, undefined, ...KINDS),
  words: fc.constantFrom(
    [],
    [],
    ['parking'],
    ['har'],
    ['no', 'har'],
    ['harbour', 'north', 'parking'],
    ['nowhere', 'p'],
  ),
  covered: fc.constantFrom(false, false, true),
  ev: fc.constantFrom(false, false, true),
  accessible: fc.constantFrom(false, false, false, true),
  // Heights on a step of the index, where counts are exact; heights in between have their own test.
  height: fc.constantFrom(undefined, undefined, 1.9, 2.1, 3),
  page: fc.integer({ min: 1, max: 4 }),
  size: fc.integer({ min: 1, max: 60 }),
})

const anyCentre = fc.oneof(
  fc.constantFrom(...PLACES),
  fc.record({ lat: fc.constantFrom(-90, 90, 0, -0.000001), lng: fc.constantFrom(-180, 180, 0, 179.999999) }),
  fc.record({
    lat: fc.double({ min: -90, max: 90, noNaN: true }),
    lng: fc.double({ min: -180, max: 180, noNaN: true }),
  }),
)

const matches =
  ({ country, kind, words, covered = false, ev = false, accessible = false, height }: Query) =>
  (park: Known): boolean =>
    (!covered || park.covered) &&
    (!ev || (park.chargers ?? 0) > 0) &&
    (!accessible || (park.accessible ?? 0) > 0) &&
    (height === undefined || (park.height ?? 0) >= height) &&
    (country === undefined || park.country === country) &&
    (kind === undefined || park.kind === kind) &&
    words.every((word) => park.words.some((own) => own.startsWith(word)))

const pageOf = <T>(all: readonly T[], { page, size }: Query): readonly T[] => all.slice((page - 1) * size, page * size)

interface Answer {
  readonly items: readonly Park[]
  readonly total: number
  readonly next?: string
}

async function ask(query: Query, centre?: LatLng, after?: string): Promise<Answer> {
  const params = new URLSearchParams({ page: String(query.page), size: String(query.size) })
  if (query.country !== undefined) params.set('country', query.country)
  if (query.kind !== undefined) params.set('kind', query.kind)
  if (query.words.length > 0) params.set('search', query.words.join(' '))
  for (const need of ['covered', 'ev', 'accessible'] as const) if (query[need] === true) params.set(need, '1')
  if (query.height !== undefined) params.set('height', String(query.height))
  if (after !== undefined) params.set('after', after)
  if (centre !== undefined) {
    params.set('lat', centre.lat.toFixed(12))
    params.set('lng', centre.lng.toFixed(12))
  }
  const answer = await provider.request('GET', `/api/v1/parks/front/parks/?${params.toString()}`)
  expect(answer.status).toBe(200)
  return (await answer.json()) as Answer
}

/** Largest difference between the two ways of measuring, in metres; it occurs on the other side of the world. */
const MEASURED = 0.5

test('a search by position is the whole map in order of distance, wherever it begins', async () => {
  await fc.assert(
    fc.asyncProperty(anyCentre, anyQuery, async (centre, query) => {
      const all = known
        .filter(matches(query))
        .flatMap(({ id, at }) => (at === null ? [] : [{ id, metres: distanceMetres(centre, at) }]))
        .toSorted((a, b) => a.metres - b.metres || a.id - b.id)
      const { items, total } = await ask(query, centre)
      const expected = pageOf(all, query)
      expect([total, items.length]).toEqual([all.length, expected.length])
      const metresOf = new Map(all.map(({ id, metres }) => [id, metres]))
      for (const [n, { id, distance_m: shown }] of items.entries()) {
        const metres = metresOf.get(id) ?? NaN
        expect(Math.abs(metres - (expected[n]?.metres ?? NaN))).toBeLessThan(MEASURED)
        expect(shown).toBe(Math.round(metres))
      }
      // Of two equally distant parks the older one comes first.
      for (const [n, { id }] of items.entries()) {
        const next = items[n + 1]
        if (next !== undefined && metresOf.get(id) === metresOf.get(next.id) && sameSpot(id, next.id))
          expect(id).toBeLessThan(next.id)
      }
    }),
    { numRuns: 150 },
  )
}, 60_000)

function sameSpot(one: number, other: number): boolean {
  const [a, b] = [one, other].map((id) => known.find((park) => park.id === id)?.at)
  return a !== undefined && a !== null && a.lat === b?.lat && a.lng === b.lng
}

test('the pages of a search by position hold every park on the map once', async () => {
  for (const centre of PLACES) {
    const seen: number[] = []
    for (let page = 1; page <= 5; page += 1)
      seen.push(
        ...(await ask({ country: undefined, kind: undefined, words: [], page, size: 30 }, centre)).items.map(
          ({ id }) => id,
        ),
      )
    expect(seen.toSorted((a, b) => a - b)).toEqual(known.filter(({ at }) => at !== null).map(({ id }) => id))
  }
})

const isNeedy = ({ covered, ev, accessible, height }: Query): boolean =>
  covered === true || ev === true || accessible === true || height !== undefined

test('a list is in order of import, those on the map first; by needs alone, what is on the map', async () => {
  await fc.assert(
    fc.asyncProperty(anyQuery, async (query) => {
      const byNeeds = isNeedy(query) && query.words.length === 0
      const all = known
        .filter((park) => matches(query)(park) && (!byNeeds || park.at !== null))
        .toSorted((a, b) => (byNeeds ? (b.at?.lat ?? 0) - (a.at?.lat ?? 0) : 0))
      const sorted = byNeeds
        ? all
        : all.toSorted((a, b) => Number(a.at === null) - Number(b.at === null) || a.id - b.id)
      const { items, total } = await ask(query)
      const expected = pageOf(sorted, query)
      expect([total, items.length]).toEqual([all.length, expected.length])
      if (byNeeds) {
        for (const [n, { lat }] of items.entries()) expect(lat).toBeCloseTo(expected[n]?.at?.lat ?? NaN, 5)
      } else expect(items.map(({ id }) => id)).toEqual(expected.map(({ id }) => id))
    }),
    { numRuns: 100 },
  )
}, 60_000)

test('a height between two steps is kept to the centimetre', async () => {
  const { items } = await ask({ country: undefined, kind: undefined, words: [], height: 2.06, page: 1, size: 100 })
  const tall = known.filter(({ at, height }) => at !== null && (height ?? 0) >= 2.06)
  expect(items.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual(tall.map(({ id }) => id))
})

const PAGED: readonly (readonly [string, Partial<Query>, LatLng | undefined])[] = [
  ['a list', {}, undefined],
  ['a list of a kind', { kind: 'garage' }, undefined],
  ['a list by needs', { ev: true }, undefined],
  ['a search by position', {}, PLACES[0]],
  ['a search by words', { words: ['par'] }, undefined],
  ['a search by words and position', { words: ['par'] }, PLACES[1]],
]

test.each(PAGED)(
  'the pages of %s hold every park once, each page begun where the one before ended',
  async (_, query, centre) => {
    const wanted: Query = { country: undefined, kind: undefined, words: [], page: 1, size: 7, ...query }
    const { items: all, total } = await ask({ ...wanted, size: 100 }, centre)
    const seen: number[] = []
    let next: string | undefined
    do {
      const answer = await ask({ ...wanted, page: 1 + seen.length / 7 }, centre, next)
      seen.push(...answer.items.map(({ id }) => id))
      next = answer.next
    } while (next !== undefined)
    expect([seen.length, new Set(seen).size]).toEqual([total, total])
    expect(seen.slice(0, all.length)).toEqual(all.map(({ id }) => id))
  },
)

test('a park that comes while a list is read is on no page twice and moves none to another', async () => {
  const query: Query = { country: 'SN', kind: undefined, words: [], page: 1, size: 5 }
  const first = await ask(query)
  // A park on the map, which sorts before all those without coordinates.
  await insertPark(PLACES[1] ?? null, 4_003)
  const rest = await ask({ ...query, page: 2, size: 100 }, undefined, first.next)
  const seen = [...first.items, ...rest.items].map(({ id }) => id)
  expect(new Set(seen).size).toBe(seen.length)
  expect(seen.toSorted((a, b) => a - b)).toEqual(known.filter(({ country }) => country === 'SN').map(({ id }) => id))
})

test.each(['x', '1_2_3_4', '1.5', '-1', '99999999999', '1_1.5', "1';"])(
  '%s is no place to go on from',
  async (after) => {
    const answer = await provider.request('GET', `/api/v1/parks/front/parks/?after=${encodeURIComponent(after)}`)
    expect(answer.status).toBe(422)
  },
)

test('counts follow parks that are changed and removed', async () => {
  const { owner } = provider.database
  const kept =
    'select filter, country_code, placed, unplaced from park_counts where placed <> 0 or unplaced <> 0 order by 1, 2'
  const counted = `select filter, country_code, count(lat)::integer as placed, (count(*) - count(lat))::integer as unplaced
    from parks cross join lateral unnest(park_filters(country_code, kind, covered, ev_chargers, accessible_spaces, height_limit_m)) as filter
   where filter < 320 group by 1, 2 order by 1, 2`
  await owner.query("update parks set kind = 'station', covered = not covered where id % 3 = 0")
  await owner.query('update parks set lat = null, lng = null, cell = null where id % 5 = 0')
  await owner.query('delete from park_tokens where park_id % 7 = 0')
  await owner.query('delete from park_tariffs where park_id % 7 = 0')
  await owner.query('delete from parks where id % 7 = 0')
  expect((await owner.query(kept)).rows).toEqual((await owner.query(counted)).rows)
  const { rows } = await owner.query<{ placed: number; unplaced: number }>(
    'select sum(placed)::integer as placed, sum(unplaced)::integer as unplaced from park_blocks where filter = 0',
  )
  const { rows: parks } = await owner.query(
    'select count(lat)::integer as placed, (count(*) - count(lat))::integer as unplaced from parks',
  )
  expect(rows).toEqual(parks)
})
