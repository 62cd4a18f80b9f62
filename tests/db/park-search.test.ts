import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { beforeEach, expect, test } from 'vitest'
import type { Park } from '../../src/contract/parks.ts'
import { applyParks } from '../../src/db/apply/parks.ts'
import { type Databases, openDatabases } from '../../src/db/databases.ts'
import { forgetOtherCountries } from '../../src/db/forget-parks.ts'
import { changeBlocks } from '../../src/db/park-blocks.ts'
import { placeOf, readRevision } from '../../src/db/park-places.ts'
import { readPark } from '../../src/db/read/park.ts'
import { readParkSearch } from '../../src/db/read/park-search.ts'
import { makeParkCode } from '../../src/domain/code.ts'
import { searchTokens } from '../../src/domain/search-text.ts'
import { createRandom } from '../domain/places/support/random.ts'
import { parkOf } from './support/park.ts'

let options: { readonly prefix: string; readonly indexedDB: IDBFactory; readonly IDBKeyRange: typeof IDBKeyRange }
let dbs: Databases
let databaseCount = 0
beforeEach(() => {
  databaseCount += 1
  options = { prefix: `search-${String(databaseCount)}`, indexedDB: new IDBFactory(), IDBKeyRange }
  dbs = openDatabases(options)
})

interface Asked {
  readonly text: string
  readonly limit: number
  readonly country?: Park['country_code']
}

/** Expected result, by checking every car park. */
function expectedOf(parks: Iterable<Park>, { text, limit, country }: Asked): readonly number[] {
  const parts = searchTokens(text).map((word) => ` ${word}`)
  return [...parks]
    .filter((park) => country === undefined || park.country_code === country)
    .flatMap(({ id, name, city, address, state, code }) => {
      const words = searchTokens([name, city, address, state, code].filter((part) => part !== null).join(' '))
      const line = words.map((word) => ` ${word}`).join('')
      const places = parts.map((part) => line.indexOf(part))
      return places.includes(-1) ? [] : [{ id, place: Math.min(...places) }]
    })
    .toSorted((a, b) => a.place - b.place || a.id - b.id)
    .slice(0, limit)
    .map(({ id }) => id)
}

const searchIn = async (of: Databases, asked: Asked) => (await readParkSearch(asked, of)).value.map(({ id }) => id)

const COUNTRIES = ['CA', 'US', 'NG', 'SN'] as const
const WORDS = [
  'Parking',
  'Park',
  'Paris',
  'Par2',
  'Parkin9',
  'Thiès',
  'Île',
  'Garage',
  'Gare',
  '120',
  '12b',
  'St',
  '丸の内',
]
const FAR_BACK = 'Quai '.repeat(80)

/** Creates car parks with few distinct words in thirty regions, some with their words far back in a long line. */
function makeParks(count: number): Map<number, Park> {
  const random = createRandom(7)
  const pick = <T>(values: readonly T[], fallback: T): T => values[Math.floor(random() * values.length)] ?? fallback
  const makeOne = (id: number): Park => {
    const words = Array.from({ length: 1 + Math.floor(random() * 4) }, () => pick(WORDS, 'Park'))
    const long = Array.from({ length: 40 }, (_, index) => `w${String(index)}letters`).join(' ')
    const name = random() < 0.05 ? `${FAR_BACK} ${long} ${words.join(' ')}` : words.join(' ')
    const piece = Math.floor(random() * 30)
    const at = { lat: 10 + Math.floor(piece / 6) * 0.8, lng: -80 + (piece % 6) * 0.8 + random() * 0.3 }
    const code = `CA${id.toString(36).toUpperCase().padStart(5, '0')}`
    const [city, country_code] = [`Town${String(piece)}`, COUNTRIES[piece % 4] ?? 'CA']
    return parkOf({ id, name, slug: `p-${code.toLowerCase()}`, code, city, country_code, ...at })
  }
  return new Map(Array.from({ length: count }, (_, index) => [index + 1, makeOne(index + 1)]))
}

function* searches(parks: ReadonlyMap<number, Park>): Generator<Asked> {
  const random = createRandom(8)
  for (let count = 0; count < 120; count += 1) {
    const park = parks.get(1 + Math.floor(random() * 600))
    const words = searchTokens(`${park?.name ?? ''} ${park?.city ?? ''} ${park?.code ?? ''}`)
    const some = Array.from({ length: 1 + Math.floor(random() * 3) }, () => {
      const word = words[Math.floor(random() * words.length)] ?? 'zzz'
      return word.slice(0, 1 + Math.floor(random() * word.length))
    })
    const limit = [1, 3, 20, 1_000][count % 4] ?? 1
    const country = COUNTRIES[Math.floor(random() * 8)]
    yield { text: some.join(' '), limit, ...(country === undefined ? {} : { country }) }
  }
}

async function expectAll(of: Databases, parks: ReadonlyMap<number, Park>): Promise<void> {
  let found = 0
  for (const asked of searches(parks)) {
    const expected = expectedOf(parks.values(), asked)
    found += expected.length
    expect(await searchIn(of, asked), JSON.stringify(asked)).toEqual(expected)
  }
  expect(found).toBeGreaterThan(500)
}

test('120 searches by one to three beginnings of words find what a look at every car park finds, in the same order', async () => {
  const parks = makeParks(600)
  await applyParks(dbs, [...parks.values()], 1)
  await expectAll(dbs, parks)
  // Some get other words and some move to another region, first in this tab, then in another.
  const other = openDatabases(options)
  for (const [of, from] of [
    [dbs, 1],
    [other, 101],
  ] as const) {
    const changed = [...parks.values()].slice(from, from + 60).map((park) => ({
      ...park,
      version: park.version + 1,
      name: `Parkade ${park.name ?? ''}`,
      lng: park.id % 2 === 0 ? park.lng : (park.lng ?? 0) + 0.8,
    }))
    for (const park of changed) parks.set(park.id, park)
    await applyParks(of, changed, 2)
    await expectAll(dbs, parks)
  }
  await forgetOtherCountries(dbs.public, 'CA')
  const kept = new Map([...parks].filter(([, park]) => park.country_code === 'CA'))
  for (const asked of searches(parks)) expect(await searchIn(dbs, asked)).toEqual(expectedOf(kept.values(), asked))
})

/** Counts the rows of lines read during an action, in a database that is not open yet. */
function linesReader(of: Databases) {
  let count = 0
  of.public.use({
    stack: 'dbcore',
    name: 'counts',
    create: (core) => ({
      ...core,
      table(name) {
        const table = core.table(name)
        if (name !== 'blockWords') return table
        return {
          ...table,
          getMany(request) {
            count += request.keys.length
            return table.getMany(request)
          },
        }
      },
    }),
  })
  return async (work: () => Promise<unknown>): Promise<number> => {
    count = 0
    await work()
    return count
  }
}

test('a search reads few pieces of the world, also by common words, none again for the next letter, and a car park’s link reads one', async () => {
  const cityOf = (index: number): string =>
    `${String.fromCharCode(97 + (index % 26), 97 + Math.floor(index / 26))}ville`
  const parks = Array.from({ length: 80 }, (_, index) => {
    const [id, code] = [index + 1, makeParkCode('CA', Uint8Array.of(1, 2, index >> 5, index))]
    const at = { lat: 10 + (index % 10) * 0.8, lng: -80 + Math.floor(index / 10) * 0.8 }
    return parkOf({ id, name: 'Parking', slug: `p-${code.toLowerCase()}`, code, city: cityOf(index), ...at })
  })
  await applyParks(dbs, parks, 1)
  dbs = openDatabases(options)
  const countLinesRead = linesReader(dbs)
  const search = (text: string) => searchIn(dbs, { text, limit: 3 })
  expect(await countLinesRead(async () => expect(await search('p')).toEqual([1, 2, 3]))).toBe(6)
  expect(await countLinesRead(async () => expect(await search('parking')).toEqual([1, 2, 3]))).toBe(0)
  expect(await countLinesRead(async () => expect(await search(`parking ${cityOf(77)}`)).toEqual([78]))).toBe(1)
  expect(await countLinesRead(() => search('nowhere'))).toBe(0)
  const last = parks[79]
  for (const key of [last?.code ?? '', last?.slug ?? ''])
    expect(await countLinesRead(async () => expect((await readPark(key, dbs)).value?.id).toBe(80))).toBe(1)
})

test('pieces that a release without their starts has changed are searched as they are, and have them with the next change', async () => {
  const parks = makeParks(600)
  await applyParks(dbs, [...parks.values()], 1)
  const before = await dbs.public.blockStarts.toArray()
  const old = openDatabases(options)
  await old.public.blockStarts.clear()
  await old.public.blockStarts.bulkPut(before.slice(0, 3))
  await old.public.revisions.put({ key: 'blocks', revision: 'of the release before' })
  await expectAll(dbs, parks)
  expect(await dbs.public.blockStarts.count()).toBe(3)
  const more = parkOf({ id: 601, name: 'Parkade', slug: 'p-601', code: 'CA601', lat: 10.01, lng: -79.99 })
  await applyParks(dbs, [more], 3)
  expect(await dbs.public.blockStarts.count()).toBe(await dbs.public.blocks.count())
  parks.set(601, more)
  await expectAll(openDatabases(options), parks)
})

test('more pieces than one change may mend stay as the release before left them, and are searched as they are', async () => {
  const parkAt = (index: number, name: string) => {
    const [id, at] = [index + 1, { lat: 10 + (index % 20) * 0.8, lng: -80 + Math.floor(index / 20) * 0.8 }]
    return parkOf({ id, name, slug: `p-${String(id)}`, code: `CA${String(id).padStart(5, '0')}`, ...at })
  }
  await applyParks(
    dbs,
    Array.from({ length: 310 }, (_, index) => parkAt(index, `Quay ${String(index)}`)),
    1,
  )
  await dbs.public.blockStarts.clear()
  await dbs.public.revisions.put({ key: 'blocks', revision: 'of the release before' })
  expect(await searchIn(dbs, { text: 'quay 30', limit: 20 })).toEqual([
    31,
    ...Array.from({ length: 10 }, (_, n) => 301 + n),
  ])
  await applyParks(dbs, [parkAt(310, 'Quay 3099')], 2)
  expect(await searchIn(dbs, { text: 'quay 309', limit: 3 })).toEqual([310, 311])
  expect((await dbs.public.revisions.get('blocks'))?.hasStarts).toBeUndefined()
})

test('a change that fails leaves nothing behind that a search would find', async () => {
  const park = parkOf({ id: 1, name: 'Parking' })
  await applyParks(dbs, [park], 1)
  expect(await searchIn(dbs, { text: 'parking', limit: 3 })).toEqual([1])
  const failing = dbs.public.transaction('rw', dbs.public.tables, async () => {
    const before = await readRevision(dbs.public)
    await changeBlocks(dbs.public, { gone: [placeOf(park)], come: [{ ...park, name: 'Quay' }] }, before)
    throw new Error('dead')
  })
  await expect(failing).rejects.toThrow('dead')
  expect(await searchIn(dbs, { text: 'quay', limit: 3 })).toEqual([])
  expect(await searchIn(dbs, { text: 'parking', limit: 3 })).toEqual([1])
})
