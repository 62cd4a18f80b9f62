import { beforeAll, expect, test } from 'vitest'
import { packParks, unpackParks } from '../../src/contract/park-pack.ts'
import type { Park } from '../../src/contract/parks.ts'
import { tariffFromWire, taxFromWire } from '../../src/contract/tariff-mapping.ts'
import { toInstant } from '../../src/domain/instant.ts'
import { quote } from '../../src/domain/tariff.ts'
import { must } from '../../src/lib/assert.ts'
import { readGeneratedParks, readImportedParks, toTiles } from './support/imported-parks.ts'

const VALID_UNTIL = '2026-11-25T11:00:00Z'

let imported: readonly Park[] = []
beforeAll(async () => {
  imported = await readImportedParks()
})

/** A park as a pack gives it back: without the fields that are only true at one moment. */
const ofPack = (park: Park): Park => ({
  ...park,
  available: null,
  available_at: null,
  rate: { ...park.rate, valid_until: VALID_UNTIL },
})

type Tiles = ReturnType<typeof toTiles>

/** A pack as it travels, through JSON. */
const overTheWire = (tiles: Tiles): Record<string, unknown> =>
  JSON.parse(JSON.stringify(packParks(tiles))) as Record<string, unknown>

const expectRoundTrip = (parks: readonly Park[]): void => {
  const tiles = toTiles(parks)
  const unpacked = unpackParks(overTheWire(tiles), { valid_until: VALID_UNTIL })
  expect(unpacked).toEqual({
    ok: true,
    value: tiles.map(({ cell, parks: inside }) => ({ cell, parks: inside.map(ofPack) })),
  })
}

test('every real car park comes out of a pack as it went in', () => {
  expect(imported.length).toBeGreaterThan(2_300)
  expectRoundTrip(imported)
})

test('so does every one without the sandbox, where most have no price', async () => {
  const parks = await readImportedParks(false)
  expect(parks.some(({ hourly_from: price }) => price === null)).toBe(true)
  expectRoundTrip(parks)
})

test('so do made-up ones, whose ids lie apart', async () => {
  expectRoundTrip(await readGeneratedParks('CA', 500))
})

test('car parks in no order, with codes, slugs and coordinates that follow no rule, keep them', () => {
  const park = must(imported[0], 'a park')
  const at = { lat: 0.012345678901, lng: -0.0000004 }
  const odd = [
    { ...park, id: 9, code: 'CATEST1', slug: 'as-it-was-once-named', ...at },
    { ...park, id: 2, code: 'CA00000', slug: '', ...at, name: '', amenities: ['a', 'b'] },
    { ...park, id: 5, name: 'Québec "N’Djamena"\n🅿', lat: -90, lng: -180 },
    { ...park, id: 6, lat: 89.99999999, lng: 179.99999999, version: 7, updated_at: '2026-01-02T03:04:05.006Z' },
  ]
  expectRoundTrip(odd)
})

test('a tile of nothing and a pack of nothing are kept as they are', () => {
  expect(unpackParks(overTheWire([]), { valid_until: VALID_UNTIL })).toEqual({ ok: true, value: [] })
  const empty = [{ cell: 21_899_324, parks: [] }]
  expect(unpackParks(overTheWire(empty), { valid_until: VALID_UNTIL })).toEqual({ ok: true, value: empty })
})

test('a price is in a pack once, not once for each car park, and one object when it comes out', () => {
  const { rate, tariff_version, hourly_from, currency } = must(imported[0], 'a park')
  const parks = imported.slice(0, 40).map((park) => ({ ...park, rate, tariff_version, hourly_from, currency }))
  const packed = JSON.stringify(packParks(toTiles(parks)))
  expect(packed.split('"windows"')).toHaveLength(2)
  const unpacked = unpackParks(JSON.parse(packed), { valid_until: VALID_UNTIL })
  const rates = unpacked.ok ? unpacked.value.flatMap((tile) => tile.parks.map(({ rate }) => rate)) : []
  expect([rates.length, new Set(rates).size]).toEqual([40, 1])
})

test('what a pack says about a stay costs what the provider’s own answer says', () => {
  const tiles = toTiles(imported)
  const unpacked = unpackParks(overTheWire(tiles), { valid_until: VALID_UNTIL })
  const byId = new Map(unpacked.ok ? unpacked.value.flatMap((tile) => tile.parks.map((park) => [park.id, park])) : [])
  const price = ({ rate, timezone }: Park, hours: number) =>
    quote({
      tariff: tariffFromWire(rate.tariff),
      taxes: rate.taxes.map(taxFromWire),
      vehicleType: 1,
      from: toInstant(Date.parse('2026-11-28T22:30:00Z')),
      to: toInstant(Date.parse('2026-11-28T22:30:00Z') + hours * 3_600_000),
      zone: timezone,
      now: toInstant(0),
    })
  for (const park of imported) {
    const packed = must(byId.get(park.id), 'a park of the pack')
    for (const hours of [0.5, 5, 40]) expect(price(packed, hours)).toEqual(price(park, hours))
  }
})

const first = (): Record<string, unknown> => overTheWire(toTiles(imported.slice(0, 30)))
type Change = (pack: Record<string, unknown>) => unknown
/** Sets a nested value by its path. */
const put =
  (path: readonly (string | number)[], value: unknown): Change =>
  (pack) => {
    let at: unknown = pack
    for (const key of path.slice(0, -1)) at = (at as Record<string | number, unknown>)[key]
    ;(at as Record<string | number, unknown>)[must(path.at(-1), 'a key')] = value
    return pack
  }
const TARIFF = ['rates', 0, 'rate', 'tariff']

test.each<readonly [string, Change]>([
  ['nothing', () => null],
  ['a text', () => 'PK'],
  ['a list', () => []],
  ['no version', put(['v'], undefined)],
  ['a version in words', put(['v'], '1')],
  ['a column cut short', (pack) => ({ ...pack, name: (pack['name'] as unknown[]).slice(1) })],
  ['codes cut short', (pack) => ({ ...pack, code: (pack['code'] as string).slice(1) })],
  ['codes of other letters', put(['code'], 'IIII'.repeat(30))],
  ['a row of a table that is not there', put(['rate', 3], 99)],
  ['a place that is not there', put(['place', 3], 99)],
  ['a price that is a fraction', put([...TARIFF, 'windows', 0, 'price', 'tiers', 0, 'unit_price'], 1.5)],
  ['a price in words', put([...TARIFF, 'windows', 0, 'price', 'tiers', 0, 'unit_price'], '250')],
  ['a price beyond all numbers', put(['rates', 0, 'hourly_from'], 2 ** 60)],
  ['a tariff without a unit', put([...TARIFF, 'unit_minutes'], 0)],
  ['a tariff of an unknown kind', put([...TARIFF, 'windows', 0, 'price'], { kind: 'auction' })],
  ['another currency', put(['rates', 0, 'currency'], 'GBP')],
  ['a tariff of another currency', put([...TARIFF, 'currency'], 'BTC')],
  ['another country', put(['places', 0, 'country_code'], 'GB')],
  ['a car park outside its cell', put(['lat', 0], 50_000)],
  ['a car park of another cell', put(['odd'], [[0, { lat: 1, lng: 1 }]])],
  ['a cell that is none', put(['cells', 0], 1.5)],
  ['a cell beyond the world', put(['cells', 0], -5)],
  [
    'a cell twice',
    (pack) => ({ ...pack, cells: (pack['cells'] as number[]).map((cell, at) => (at === 0 ? cell : 0)) }),
  ],
  ['a car park twice', put(['id', 1], 0)],
  ['an id of nothing', put(['id', 0], -1)],
  ['more car parks than any file has', put(['parks', 0], 100_001)],
  [
    'a column longer than any file’s',
    put(
      ['id'],
      Array.from({ length: 100_001 }, () => 1),
    ),
  ],
])('a file with %s is malformed, and nothing is thrown', (_, change) => {
  expect(unpackParks(change(first()), { valid_until: VALID_UNTIL })).toEqual({ ok: false, error: 'malformed' })
})

test('a file of another version says so', () => {
  expect(unpackParks({ ...first(), v: 2 }, { valid_until: VALID_UNTIL })).toEqual({
    ok: false,
    error: 'unknown_version',
  })
})

test('ratings travel in a pack as three numbers of each car park that has one, and a pack of before has none', () => {
  const rated = imported.slice(0, 100).map((park, index): Park => {
    return index % 10 === 0 ? { ...park, rating: { stars: 1 + (index % 41) / 10, count: index + 1 } } : park
  })
  expectRoundTrip(rated)
  const bytes = (parks: readonly Park[]): number => JSON.stringify(packParks(toTiles(parks))).length
  const each = (bytes(rated) - bytes(imported.slice(0, 100))) / 10
  expect(each).toBeLessThan(12)
  const { ratings: _, ...before } = overTheWire(toTiles(rated))
  const unpacked = unpackParks(before, { valid_until: VALID_UNTIL })
  expect(unpacked.ok && unpacked.value.flatMap(({ parks }) => parks).some((park) => 'rating' in park)).toBe(false)
})
