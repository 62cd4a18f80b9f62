import { expect, test } from 'vitest'
import { boxOfCells, type CityInCell, cutRegions } from '../../../provider/rules/pack-regions.ts'
import { packRegionName } from '../../../src/contract/packs.ts'
import { cellOf } from '../../../src/lib/cell.ts'
import { createRandom } from '../../domain/places/support/random.ts'
import * as v from 'valibot'

const A = cellOf(45.5, -73.6)
const B = A + 1
const C = A + 8192
const row = (changes: Partial<CityInCell>): CityInCell => ({
  ...{ cell: A, country_code: 'CA', state: 'Québec', city: 'Montréal', parks: 30 },
  ...changes,
})
const names = (rows: readonly CityInCell[]): readonly string[] => cutRegions(rows).map(({ region }) => region)

test('a city with enough car parks is a region, the rest of its state is another, named after the state', () => {
  expect(cutRegions([row({}), row({ cell: B, city: 'Baie-Saint-Paul', parks: 2 })])).toEqual([
    {
      region: 'ca-quebec-rest',
      name: 'Québec',
      state: 'Québec',
      country_code: 'CA',
      isRest: true,
      cells: [B],
      parks: 2,
    },
    {
      ...{ region: 'ca-quebec-montreal', name: 'Montréal', state: 'Québec', country_code: 'CA', isRest: false },
      ...{ cells: [A], parks: 30 },
    },
  ])
})

test('a cell goes whole to whom most of its car parks belong, across a border too', () => {
  const detroit = row({ country_code: 'US', state: 'Michigan', city: 'Detroit', parks: 40 })
  const windsor = row({ state: 'Ontario', city: 'Windsor', parks: 10 })
  expect(cutRegions([detroit, windsor, { ...windsor, cell: B }])).toMatchObject([
    { region: 'ca-ontario-windsor', cells: [B], parks: 10 },
    { region: 'us-michigan-detroit', cells: [A], parks: 50 },
  ])
})

test('spellings of one city are one region, called as most call it', () => {
  const [only, ...others] = cutRegions([
    row({}),
    row({ cell: B, city: 'Montreal', parks: 4 }),
    row({ cell: C, state: 'Quebec' }),
  ])
  expect([only?.region, only?.name, only?.cells, others]).toEqual(['ca-quebec-montreal', 'Montréal', [A, B, C], []])
})

test.each<readonly [string, Partial<CityInCell>, { readonly region: string; readonly name: string }]>([
  ['no state', { country_code: 'SN', state: '', city: 'Dakar' }, { region: 'sn-dakar', name: 'Dakar' }],
  ['no city', { city: '' }, { region: 'ca-quebec-rest', name: 'Québec' }],
  ['neither', { country_code: 'SN', state: '', city: '' }, { region: 'sn-rest', name: 'Senegal' }],
  ['blanks alone', { country_code: 'SN', state: ' ', city: '\t' }, { region: 'sn-rest', name: 'Senegal' }],
  [
    'signs in its name',
    { country_code: 'NG', state: 'Borno', city: 'N’Djamena / "Est"' },
    { region: 'ng-borno-n-djamena-est', name: 'N’Djamena / "Est"' },
  ],
  [
    'letters that no address has',
    { state: '', city: '東京' },
    { region: expect.stringMatching(/^ca-x[0-9a-f]{8}$/) as string, name: '東京' },
  ],
])('a city with %s has an address and a name', (_, changes, expected) => {
  const [found] = cutRegions([row(changes)])
  expect(found).toMatchObject(expected)
  expect(v.is(packRegionName, found?.region)).toBe(true)
})

test('a city called Rest and cities whose words run together like another’s keep apart', () => {
  const found = names([
    row({ state: 'Ohio', city: 'Rest' }),
    row({ cell: B, state: 'Ohio', city: '', parks: 5 }),
    row({ cell: C, state: 'New', city: 'York City' }),
    row({ cell: C + 1, state: 'New York', city: 'City' }),
  ])
  expect(new Set(found).size).toBe(4)
  for (const name of found) expect(v.is(packRegionName, name)).toBe(true)
})

test('names of any length fit', () => {
  const [name = ''] = names([row({ state: 'Very '.repeat(60), city: 'Long '.repeat(80) })])
  expect(v.is(packRegionName, name)).toBe(true)
})

/** Some hundred cells of a few dozen cities, in any order. */
function manyRows(seed: number): readonly CityInCell[] {
  const random = createRandom(seed)
  const whole = (most: number): number => Math.floor(random() * most)
  const rows = new Map<string, CityInCell>()
  for (let n = 0; n < 400; n += 1) {
    const one = row({
      cell: A + whole(20) + 8192 * whole(20),
      country_code: whole(5) === 0 ? 'US' : 'CA',
      state: `State ${String(whole(3))}`,
      city: whole(4) === 0 ? '' : `City ${String(whole(30))}`,
      parks: whole(12),
    })
    rows.set(JSON.stringify([one.cell, one.country_code, one.state, one.city]), one)
  }
  return [...rows.values()].toSorted(() => random() - 0.5)
}

test.each([1, 2, 3, 4, 5])(
  'whatever the car parks are, every cell of some is in one region and no other (%i)',
  (seed) => {
    const rows = manyRows(seed)
    const regions = cutRegions(rows)
    const cells = regions.flatMap((region) => region.cells)
    const withParks = rows.filter(({ parks }) => parks > 0)
    expect(new Set(cells)).toEqual(new Set(withParks.map(({ cell }) => cell)))
    expect(new Set(cells).size).toBe(cells.length)
    expect(regions.reduce((sum, { parks }) => sum + parks, 0)).toBe(
      withParks.reduce((sum, { parks }) => sum + parks, 0),
    )
    expect(new Set(regions.map(({ region }) => region)).size).toBe(regions.length)
    expect(cutRegions(rows.toReversed())).toEqual(regions)
  },
)

test('the box of a region is that of its cells', () => {
  expect(boxOfCells([cellOf(14.7, -17.45)])).toEqual([-17.45, 14.7, -17.4, 14.75])
  expect(boxOfCells([cellOf(14.7, -17.45), cellOf(14.81, -17.3)])).toEqual([-17.45, 14.7, -17.25, 14.85])
})
