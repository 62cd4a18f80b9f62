import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApp } from '../../provider/app.ts'
import { createPool, SERVICE_LIMITS } from '../../provider/db/pool.ts'
import { readsFrom } from '../../provider/db/replica.ts'
import { createDatabase } from '../../provider/db/transaction.ts'
import { createSqlStore } from '../../provider/repositories/store.ts'
import type { Database } from '../../provider/db/database.ts'
import type { Park } from '../../src/contract/parks.ts'
import { type Log, silentLog } from '../../src/lib/log.ts'
import { createTestDatabase, type TestDatabase } from './support/test-database.ts'
import { insertTestPark } from './support/test-parks.ts'
import { startTestProvider, type TestProvider } from './support/test-provider.ts'

/*
 * A second database stands in for the replica; it holds another park, so that an answer shows which database it came
 * from.
 */
let provider: TestProvider
let copy: TestDatabase
let nowMs = 0
const warnings: string[] = []
const log: Log = { ...silentLog, warn: (event) => warnings.push(event) }

beforeAll(async () => {
  provider = await startTestProvider()
  copy = await createTestDatabase()
  await insertTestPark(provider.deps.db, { capacity: 1 })
  const { id } = await insertTestPark(copy.db, { capacity: 2 })
  await copy.db.query("update parks set name = 'Of the replica' where id = $1", [id])
})
afterAll(async () => {
  await provider.close()
  await copy.drop()
})

function appWith(replica: Database): { search(query?: string): Promise<readonly string[]>; one(): Promise<string> } {
  const { db } = provider.deps
  const store = createSqlStore(db, readsFrom({ primary: db, replica, log, now: () => nowMs }))
  const app = buildApp({ ...provider.deps, store })
  const get = async (path: string): Promise<Response> => app.request(`http://localhost/api/v1${path}`)
  return {
    async search(query = '') {
      const answer = await get(`/parks/front/parks/?${query}`)
      expect(answer.status).toBe(200)
      return ((await answer.json()) as { items: Park[] }).items.map(({ name }) => name)
    },
    async one() {
      return ((await (await get('/front/parks/1')).json()) as { data: Park }).data.name
    },
  }
}

const unreachable = (): Database =>
  createDatabase(createPool('postgres://nobody@127.0.0.1:9/none', { max: 2, log: silentLog, limits: SERVICE_LIMITS }))

test('searches are answered by the replica, one park by its key by the primary', async () => {
  const app = appWith(copy.db)
  expect(await app.search()).toEqual(['Of the replica'])
  expect(await app.search('search=replica+lot')).toEqual([])
  expect(await app.one()).not.toBe('Of the replica')
})

test('what a transaction reads is of the primary: it may have written it', async () => {
  const { db } = provider.deps
  const store = createSqlStore(db, copy.db)
  const page = { page: 1, size: 10, after: null, nowMs: provider.clock.now() }
  const inside = await store.transaction((tx) => tx.listParks({}, page))
  expect(inside.items.map(({ name }) => name)).not.toContain('Of the replica')
  expect((await store.listParks({}, page)).items.map(({ name }) => name)).toEqual(['Of the replica'])
})

test('a replica that cannot be reached is told once, left out for five seconds, and asked again', async () => {
  const replica = unreachable()
  const app = appWith(replica)
  warnings.length = 0
  for (let n = 0; n < 3; n += 1) expect(await app.search()).not.toContain('Of the replica')
  expect(warnings).toEqual(['database.replica_left_out'])
  nowMs += 5_000
  await app.search()
  expect(warnings).toHaveLength(2)
  await replica.close()
})

test('a replica that lacks tables of this version is left out; a wrong statement is not asked of both', async () => {
  const old = await createTestDatabase()
  await old.owner.query('drop table park_counts')
  expect(await appWith(old.db).search()).not.toEqual([])
  await old.drop()
  nowMs += 5_000
  let asked = 0
  const primary = { ...provider.deps.db, query: () => Promise.reject(new Error(`asked ${String((asked += 1))}`)) }
  const reads = readsFrom({ primary, replica: copy.db, log, now: () => nowMs })
  await expect(reads.query('select 1 / 0')).rejects.toThrow('division by zero')
  expect(asked).toBe(0)
})
