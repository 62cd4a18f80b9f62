import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPool } from '../../provider/db/pool.ts'
import { createDatabase } from '../../provider/db/transaction.ts'
import { makePacks } from '../../provider/services/make-packs.ts'
import { must } from '../../src/lib/assert.ts'
import { silentLog } from '../../src/lib/log.ts'
import { insertManyParks } from './support/many-parks.ts'
import { listed, manifestOf } from './support/test-packs.ts'
import { startTestProvider, type TestProvider } from './support/test-provider.ts'

/*
 * Budgets for requests of region packs, which need no account; PostgreSQL itself counts the rows, as in
 * search-budgets.pg.test.ts.
 */
const PARKS = 6_000

let provider: TestProvider
let dataDir: string
beforeAll(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'baywise-packs-'))
  // A single connection, so that its counters can be flushed before and after a request.
  provider = await startTestProvider({ poolSize: 1, config: { dataDir } })
  const db = createDatabase(createPool(provider.database.url, { max: 3, log: silentLog }))
  try {
    await insertManyParks(createDatabase(provider.database.owner), PARKS)
    await makePacks({ ...provider.deps, db }, { wait: true })
  } finally {
    await db.close()
  }
  await provider.database.owner.query('analyze')
}, 240_000)
afterAll(async () => {
  await provider.close()
  await rm(dataDir, { recursive: true, force: true })
})

interface Read {
  readonly parks: number
  readonly packs: number
}

async function readSoFar(): Promise<Read> {
  const { db } = provider.deps
  await db.query('select pg_stat_force_next_flush()')
  const of = (names: string): string => `
    ((select coalesce(sum(seq_tup_read), 0) from pg_stat_user_tables where relname ${names}) +
     (select coalesce(sum(idx_tup_read), 0) from pg_stat_user_indexes where relname ${names}))::bigint`
  const [row] = await db.query<Read>(
    `select ${of("in ('parks', 'park_tariffs', 'park_cells')")} as parks, ${of("like 'pack%'")} as packs`,
  )
  return must(row, 'counters')
}

async function readBy(work: () => Promise<unknown>): Promise<Read> {
  const before = await readSoFar()
  await work()
  const after = await readSoFar()
  return { parks: after.parks - before.parks, packs: after.packs - before.packs }
}

test('an index reads its regions, a manifest its files, a file itself, and none of them a park', async () => {
  const regions = await listed(provider, 'US')
  expect(regions.length).toBeGreaterThan(100)
  const index = await readBy(() => listed(provider, 'US'))
  expect([index.parks, index.packs <= 2 * regions.length + 8, index.packs]).toEqual([0, true, index.packs])
  const largest = must(regions[0], 'a region').region
  const { files } = await manifestOf(provider, largest)
  const manifest = await readBy(() => manifestOf(provider, largest))
  expect([manifest.parks, manifest.packs <= 2 + 4 * files.length + 8, manifest.packs]).toEqual([
    0,
    true,
    manifest.packs,
  ])
  const path = `/api/v1/packs/${must(files[0], 'a file').hash}.json`
  const file = await readBy(() => provider.request('GET', path))
  expect([file.parks, file.packs <= 4]).toEqual([0, true])
})
