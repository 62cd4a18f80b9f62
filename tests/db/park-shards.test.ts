import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { beforeEach, expect, test } from 'vitest'
import { applyParks } from '../../src/db/apply/parks.ts'
import { type Databases, openDatabases } from '../../src/db/databases.ts'
import { readParkSearch } from '../../src/db/read/park-search.ts'
import { parkOf } from './support/park.ts'

let dbs: Databases
let databaseCount = 0
beforeEach(() => {
  databaseCount += 1
  dbs = openDatabases({ prefix: `shards-${String(databaseCount)}`, indexedDB: new IDBFactory(), IDBKeyRange })
})

const TORONTO = { lat: 43.65, lng: -79.38 }
const DAKAR = { lat: 14.69, lng: -17.45 }
const search = async (text: string) => (await readParkSearch({ text, limit: 10 }, dbs)).value.map(({ id }) => id)

test('a car park that comes writes the words of its own piece of the world alone, and is found with those of others', async () => {
  await applyParks(dbs, [parkOf({ id: 1, name: 'King Street', ...TORONTO })], 1)
  const before = await dbs.public.shards.toArray()
  await applyParks(dbs, [parkOf({ id: 2, name: 'Marina Street', ...DAKAR })], 1)
  const after = await dbs.public.shards.toArray()
  expect(after).toEqual(expect.arrayContaining(before))
  expect(await search('street')).toEqual([1, 2])
  expect(await search('st')).toEqual([1, 2])
})

test('words that a release before has written for the whole world are found, and left with the car park', async () => {
  const park = parkOf({ id: 1, name: 'King Street', ...TORONTO })
  await applyParks(dbs, [park], 1)
  // As that release had them.
  const rows = await dbs.public.shards.toArray()
  await dbs.public.shards.clear()
  await dbs.public.shards.bulkPut(rows.map(({ token, parks }) => ({ token: token.replace(/ .*/, ''), parks })))
  expect(await search('king')).toEqual([1])
  await applyParks(dbs, [{ ...park, version: park.version + 1, name: 'Queen Street' }], 2)
  expect(await search('street')).toEqual([1])
  expect(await search('queen')).toEqual([1])
  expect(await search('king')).toEqual([])
  expect((await dbs.public.shards.toCollection().primaryKeys()).filter((token) => !token.includes(' '))).toEqual([])
})
