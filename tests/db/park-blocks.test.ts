import { Dexie } from 'dexie'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { beforeEach, expect, test } from 'vitest'
import { applyParkTiles } from '../../src/db/apply/park-tiles.ts'
import { applyParks } from '../../src/db/apply/parks.ts'
import { applyPackedTiles } from '../../src/db/apply/region-tile.ts'
import { type Databases, openDatabases } from '../../src/db/databases.ts'
import { giveUpOtherCountries } from '../../src/db/forget-parks.ts'
import { readKeptParks, readPark } from '../../src/db/read/park.ts'
import { readParksNear } from '../../src/db/read/parks-near.ts'
import { readParkSearch } from '../../src/db/read/park-search.ts'
import { blockOf, changeBlocks } from '../../src/db/park-blocks.ts'
import { linesOf } from '../../src/db/park-lines.ts'
import { findPlaces, readRevision } from '../../src/db/park-places.ts'
import { parksOfTile } from '../../src/db/tile-text.ts'
import { cellOf } from '../../src/lib/cell.ts'
import { parkOf } from './support/park.ts'

let options: { readonly prefix: string; readonly indexedDB: IDBFactory; readonly IDBKeyRange: typeof IDBKeyRange }
let dbs: Databases
let databaseCount = 0
beforeEach(() => {
  databaseCount += 1
  options = { prefix: `blocks-${String(databaseCount)}`, indexedDB: new IDBFactory(), IDBKeyRange }
  dbs = openDatabases(options)
})

const TORONTO = { lat: 43.65, lng: -79.38 }
const NORTH_YORK = { lat: 43.76, lng: -79.41 }
const DAKAR = { lat: 14.69, lng: -17.45 }
const tileAt = ({ lat, lng }: typeof TORONTO, parks: ReturnType<typeof parkOf>[]) => ({ cell: cellOf(lat, lng), parks })
const search = async (text: string) => (await readParkSearch({ text, limit: 10 }, dbs)).value.map(({ id }) => id)

/** Expects each car park of the tiles in exactly one block, once, with its cell. */
async function expectSameAsTiles(): Promise<void> {
  const tiles = await dbs.public.tiles.toArray()
  const inTiles = tiles.flatMap((tile) => parksOfTile(tile).map(({ park }) => [park.id, tile.cell]))
  const blocks = await dbs.public.blocks.toArray()
  const inBlocks = blocks.flatMap(({ ids, cells }) => [...ids].map((id, index) => [id, cells[index]]))
  expect(inBlocks.toSorted()).toEqual(inTiles.toSorted())
  const words = await dbs.public.blockWords.toArray()
  expect(words.map((row) => [row.block, linesOf(row).length])).toEqual(blocks.map((row) => [row.block, row.ids.length]))
}

test('a car park that comes writes its own piece of the world alone, and is found with those of others', async () => {
  await applyParks(dbs, [parkOf({ id: 1, name: 'King Street', ...TORONTO })], 1)
  const before = await dbs.public.blockWords.toArray()
  await applyParks(dbs, [parkOf({ id: 2, name: 'Marina Street', ...DAKAR })], 1)
  expect(await dbs.public.blockWords.toArray()).toEqual(expect.arrayContaining(before))
  expect(await search('street')).toEqual([1, 2])
  expect(await search('st')).toEqual([1, 2])
  expect(await search('marina stre')).toEqual([2])
  await expectSameAsTiles()
})

test('words of a car park are not found in those of another, nor its link and its country as words', async () => {
  const king = parkOf({ id: 1, name: 'King', slug: 'lake-view-1', country_code: 'US', code: 'X1' })
  const parks = [king, parkOf({ id: 2, name: 'Queen', slug: 'queen-2' })]
  await applyParks(dbs, parks, 1)
  expect(await search('king queen')).toEqual([])
  expect(await search('lake')).toEqual([])
  expect(await search('us')).toEqual([])
  expect((await readPark('lake-view-1', dbs)).value?.id).toBe(1)
  expect((await readPark('view-1', dbs)).value).toBeNull()
})

test('what a car park is found by changes with it, and where it is when it moves to another piece of the world', async () => {
  const park = parkOf({ id: 1, name: 'King', slug: 'king-1', code: 'CA1', ...TORONTO })
  await applyParks(dbs, [park], 1)
  await applyParks(dbs, [{ ...park, version: park.version + 1, slug: 'queen-1', name: 'Queen', ...DAKAR }], 2)
  expect((await readPark('king-1', dbs)).value).toBeNull()
  expect((await readPark('queen-1', dbs)).value?.lat).toBe(DAKAR.lat)
  expect((await readPark('ca1', dbs)).value?.lat).toBe(DAKAR.lat)
  expect([...(await readKeptParks([1, 2], dbs)).value.keys()]).toEqual([1])
  expect(await search('king')).toEqual([])
  await expectSameAsTiles()
})

test('a car park that has moved between two tiles of an answer is in the new one alone, in either order', async () => {
  const park = parkOf({ id: 1, ...TORONTO })
  const moved = { ...park, ...NORTH_YORK, version: park.version + 1 }
  for (const tiles of [
    [tileAt(TORONTO, []), tileAt(NORTH_YORK, [moved])],
    [tileAt(NORTH_YORK, [moved]), tileAt(TORONTO, [])],
  ]) {
    await dbs.public.delete({ disableAutoOpen: false })
    await applyParks(dbs, [park], 1)
    await applyParkTiles(dbs, { tiles, startedAt: 2, savedAt: 3 })
    expect((await readKeptParks([1], dbs)).value.get(1)?.lat).toBe(NORTH_YORK.lat)
    await expectSameAsTiles()
  }
})

test('a car park that was given up in a piece that two countries share comes back, and is found once', async () => {
  const abroad = parkOf({ id: 2, country_code: 'US', slug: 'us-2', code: 'US2', lat: 43.55, lng: -79.2 })
  await applyParks(dbs, [parkOf({ id: 1, ...TORONTO }), abroad], 1)
  await giveUpOtherCountries(dbs.public, 'CA')
  expect((await readPark('us-2', dbs)).value).toBeNull()
  expect((await readKeptParks([2], dbs)).value.size).toBe(0)
  expect(await search('park')).toEqual([1])
  await applyParks(dbs, [abroad], 2)
  expect(await search('park')).toEqual([1, 2])
  await expectSameAsTiles()
})

test('where car parks are is true when another tab has changed it, and when a write has failed', async () => {
  const places = (ids: readonly number[], of = dbs) => findPlaces(of.public, ids)
  const park = parkOf({ id: 1, ...TORONTO })
  await applyParks(dbs, [park], 1)
  expect(await places([1, 2])).toEqual([{ id: 1, cell: cellOf(TORONTO.lat, TORONTO.lng) }])
  const other = openDatabases(options)
  const moved = { ...park, ...DAKAR, version: park.version + 1 }
  await applyParks(other, [moved, parkOf({ id: 2, slug: 'two-2', code: 'TWO', ...TORONTO })], 2)
  expect(await places([1])).toEqual([{ id: 1, cell: cellOf(DAKAR.lat, DAKAR.lng) }])
  const failing = dbs.public.transaction('rw', dbs.public.tables, async () => {
    const before = await readRevision(dbs.public)
    await changeBlocks(dbs.public, { gone: [{ id: 2, cell: cellOf(TORONTO.lat, TORONTO.lng) }], come: [] }, before)
    throw new Error('dead')
  })
  await expect(failing).rejects.toThrow('dead')
  expect((await places([1, 2])).map(({ id }) => id)).toEqual([1, 2])
  await expectSameAsTiles()
})

test('whatever dies on the way of a region’s file, no car park is in a tile and not found, nor found and not there', async () => {
  const file = [TORONTO, NORTH_YORK, DAKAR].map((at, index) =>
    tileAt(
      at,
      Array.from({ length: 160 }, (_, number) => {
        const id = index * 200 + number + 1
        return parkOf({ id, name: `Garage ${String(id)}`, slug: `g-${String(id)}`, code: `G${String(id)}`, ...at })
      }),
    ),
  )
  const apply = () => applyPackedTiles(dbs, { tiles: file, madeAt: 1, savedAt: 1 })
  let steps = 0
  for (let at = 1; ; at += 1) {
    databaseCount += 1
    dbs = openDatabases({ prefix: `dies-${String(databaseCount)}`, indexedDB: new IDBFactory(), IDBKeyRange })
    let step = 0
    const dbcore = {
      stack: 'dbcore',
      name: 'dies',
      create: (core: Parameters<Parameters<Dexie['use']>[0]['create']>[0]) => ({
        ...core,
        table: (name: string) => ({
          ...core.table(name),
          mutate: (request: Parameters<ReturnType<typeof core.table>['mutate']>[0]) => {
            step += 1
            return step >= at ? Promise.reject(new Error('dead')) : core.table(name).mutate(request)
          },
        }),
      }),
    } as const
    dbs.public.use(dbcore)
    const [end] = await Promise.allSettled([apply()])
    dbs.public.unuse(dbcore)
    dbs.public.close()
    await dbs.public.open()
    await expectSameAsTiles()
    await apply()
    await expectSameAsTiles()
    expect(await dbs.public.blockWords.count()).toBe(2)
    expect(await search('garage 27')).toEqual([27, 270, 271, 272, 273, 274, 275, 276, 277, 278])
    if (end?.status === 'fulfilled') break
    steps = at
  }
  expect(steps).toBeGreaterThan(5)
})

test('a release before has kept each word and each car park in a row of its own: both are found as before', async () => {
  const name = `${options.prefix}-public`
  const old = new Dexie(name, { ...options, cache: 'disabled' })
  old.version(4).stores({ tiles: 'cell', shards: 'token', parkKeys: 'id, slug, code' })
  const park = parkOf({ id: 1, name: 'King Street', slug: 'king-1', code: 'CA1', ...TORONTO })
  await old.table('tiles').put({ ...tileAt(TORONTO, []), parks: [{ park, savedAt: 5 }] })
  await old.table('tiles').put(tileAt(DAKAR, []))
  await old.table('shards').put({ token: 'kin 167-126', parks: [] })
  await old.table('parkKeys').put({ id: 1, slug: 'king-1', code: 'CA1', cell: 0, words: ' king' })
  old.close()
  expect(await search('king')).toEqual([1])
  expect(await readPark('king-1', dbs)).toMatchObject({ value: { id: 1 }, savedAt: 5 })
  expect(await dbs.public.table('shards').count()).toBe(0)
  expect(await dbs.public.table('parkKeys').count()).toBe(0)
  await expectSameAsTiles()
})

test('a release before has kept no place in the pieces: the nearest car parks are found as before', async () => {
  const name = `${options.prefix}-public`
  const old = new Dexie(name, { ...options, cache: 'disabled' })
  const tables = { tiles: 'cell', shards: 'token', parkKeys: 'id, slug, code', revisions: 'key' }
  old.version(5).stores({ ...tables, blocks: 'block', blockWords: 'block' })
  const parks = [parkOf({ id: 1, ...TORONTO }), parkOf({ id: 2, ...TORONTO, lat: TORONTO.lat + 0.002 })]
  const cell = cellOf(TORONTO.lat, TORONTO.lng)
  const text = JSON.stringify(parks.map((park) => ({ park, savedAt: 5 })))
  await old.table('tiles').put({ cell, parks: [], text })
  const block = blockOf(cell)
  const gone = {
    block: blockOf(cellOf(DAKAR.lat, DAKAR.lng)),
    ids: Int32Array.of(9),
    cells: Int32Array.of(0),
    starts: ' par',
  }
  await old.table('blocks').put({ block, ids: Int32Array.of(1, 2), cells: Int32Array.of(cell, cell), starts: ' par' })
  await old.table('blocks').put(gone)
  await old.table('blockWords').put({ block, lines: ' park 1\n park 2' })
  old.close()
  const near = await readParksNear({ at: TORONTO, limit: 5, radiusMetres: 5_000 }, dbs)
  expect(near.value.map(({ id, distance_m }) => [id, distance_m])).toEqual([
    [1, 0],
    [2, 222],
  ])
  expect(near.savedAt).toBe(5)
  await expectSameAsTiles()
})

test('a piece that a release before has written after a rollback has no places: its car parks are near, and others come to it', async () => {
  await applyParks(dbs, [parkOf({ id: 1, ...TORONTO })], 1)
  await dbs.public.blocks.toCollection().modify((row) => delete (row as { spots?: Float64Array }).spots)
  const near = async () =>
    (await readParksNear({ at: TORONTO, limit: 5, radiusMetres: 5_000 }, dbs)).value.map(({ id }) => id)
  expect(await near()).toEqual([1])
  await applyParks(dbs, [parkOf({ id: 2, lat: 43.651, lng: -79.38 })], 1)
  expect(await near()).toEqual([1, 2])
})
