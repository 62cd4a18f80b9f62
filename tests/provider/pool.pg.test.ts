import { afterAll, beforeAll, expect, test } from 'vitest'
import { createPool } from '../../provider/db/pool.ts'
import { type Log, silentLog } from '../../src/lib/log.ts'
import { createTestDatabase, type TestDatabase } from './support/test-database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

function openPool() {
  const warnings: string[] = []
  const log: Log = { ...silentLog, warn: (event) => warnings.push(event) }
  return { warnings, pool: createPool(database.url, { max: 1, log }) }
}

async function readProcess(pool: ReturnType<typeof createPool>): Promise<number> {
  const { rows } = await pool.query<{ pid: number }>('select pg_backend_pid() as pid')
  return rows[0]?.pid ?? 0
}

test('a connection that the database ends is logged and replaced', async () => {
  const { warnings, pool } = openPool()
  const pid = await readProcess(pool)
  await database.owner.query('select pg_terminate_backend($1)', [pid])
  await expect.poll(() => warnings).toEqual(['database.connection_lost'])
  expect(await readProcess(pool)).not.toBe(pid)
  await pool.end()
})

test('one that ends because the pool does, a moment before or after the database, is no loss', async () => {
  const { warnings, pool } = openPool()
  const client = await pool.connect()
  client.release()
  const ended = pool.end()
  pool.emit('error', new Error('terminating connection due to administrator command'), client)
  await ended
  expect(warnings).toEqual([])
})
