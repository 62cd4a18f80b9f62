import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Park } from '../../src/contract/parks.ts'
import { cellOf, distanceMetres, type LatLng } from '../../src/lib/cell.ts'
import { startTestProvider, type TestProvider } from './support/test-provider.ts'
import { setTariff, TEST_TARIFF } from './support/test-parks.ts'

const COUNTRIES = ['NG', 'US', 'CA', 'SN'] as const
const KINDS = ['garage', 'lot', 'stadium'] as const
const WORDS = ['parking', 'harbour', 'harvest', 'north', 'noria']
const PER_PLACE = 12

/** Where circles and boxes of degrees go wrong, and two ordinary towns; the seas between them hold nothing. */
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

/** The first two of a place are in one and the same spot. */
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
  const [row] = await db.query<{ id: number }>(
    `insert into parks (code, slug, source, source_id, name, country_code, lat, lng, cell, timezone, kind, capacity, currency, tariff_version,
       attribution, fingerprint, updated_at)
     values ($1, $1, 'test', $1, $1, $2, $3, $4, $5, 'UTC', $6, 5, 'CAD', 'v1', '', '', now()) returning id`,
    [`P${String(n)}`, country, at?.lat ?? null, at?.lng ?? null, at === null ? null : cellOf(at.lat, at.lng), kind],
  )
  const id = row?.id ?? 0
  await setTariff(db, id, { tariff: TEST_TARIFF })
  await db.query(
    'insert into park_tokens (token, park_id, country_code) select token, $2, $3 from unnest($1::text[]) as token',
    [words, id, country],
  )
  known.push({ id, at, country, kind, words })
}

interface Query {
  readonly country: string | undefined
  readonly kind: string | undefined
  readonly words: readonly string[]
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
  ({ country, kind, words }: Query) =>
  (park: Known): boolean =>
    (country === undefined || park.country === country) &&
    (kind === undefined || park.kind === kind) &&
    words.every((word) => park.words.some((own) => own.startsWith(word)))

const pageOf = <T>(all: readonly T[], { page, size }: Query): readonly T[] => all.slice((page - 1) * size, page * size)

async function ask(
  query: Query,
  centre?: LatLng,
): Promise<{ readonly items: readonly Park[]; readonly total: number }> {
  const params = new URLSearchParams({ page: String(query.page), size: String(query.size) })
  if (query.country !== undefined) params.set('country', query.country)
  if (query.kind !== undefined) params.set('kind', query.kind)
  if (query.words.length > 0) params.set('search', query.words.join(' '))
  if (centre !== undefined) {
    params.set('lat', centre.lat.toFixed(12))
    params.set('lng', centre.lng.toFixed(12))
  }
  const answer = await provider.request('GET', `/api/v1/parks/front/parks/?${params.toString()}`)
  expect(answer.status).toBe(200)
  return (await answer.json()) as { items: Park[]; total: number }
}

/** Metres by which two ways of measuring may differ where they are worst, at the other side of the world. */
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
      // Which is first of two that are equally far: the one that came first.
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

test('a list is in order of import, those on the map first', async () => {
  await fc.assert(
    fc.asyncProperty(anyQuery, async (query) => {
      const all = known
        .filter(matches(query))
        .toSorted((a, b) => Number(a.at === null) - Number(b.at === null) || a.id - b.id)
      const { items, total } = await ask(query)
      expect([total, items.map(({ id }) => id)]).toEqual([all.length, pageOf(all, query).map(({ id }) => id)])
    }),
    { numRuns: 100 },
  )
}, 60_000)
