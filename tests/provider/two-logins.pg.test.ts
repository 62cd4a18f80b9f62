import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { type ProviderConfig, readConfig } from '../../provider/config.ts'
import { openOperatorDatabase, openServiceDatabase } from '../../provider/runtime.ts'
import { type Log, silentLog } from '../../src/lib/log.ts'
import { withDatabase } from './support/database-url.ts'

const name = `baywise_test_${randomBytes(6).toString('hex')}`
const owner = withDatabase(inject('serverUrl'), name)
const service = withDatabase(inject('serviceUrl'), name)

async function onServer(sql: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject('serverUrl') })
  await client.connect()
  await client.query(sql).finally(() => void client.end())
}

beforeAll(() => onServer(`create database ${name}`))
afterAll(() => onServer(`drop database if exists ${name} with (force)`))

const configOf = (urls: Readonly<Record<string, string>>, changes: Partial<ProviderConfig> = {}): ProviderConfig => ({
  ...readConfig({ SANDBOX: '1', ...urls }),
  ...changes,
})

test('a database without tables, and nobody who may make them: the start says which login to give', async () => {
  await expect(openServiceDatabase(configOf({ DATABASE_URL: service }), silentLog)).rejects.toThrow(
    'set DATABASE_OWNER_URL',
  )
})

test('the owner migrates, the service answers, and later starts do without the owner', async () => {
  const both = await openServiceDatabase(
    configOf({ DATABASE_URL: service, DATABASE_OWNER_URL: owner }, { sandbox: false }),
    silentLog,
  )
  expect(await both.db.query('select 1 from bookings')).toEqual([])
  await expect(both.db.query('drop table bookings')).rejects.toThrow('must be owner')
  await both.close()
  const alone = await openServiceDatabase(configOf({ DATABASE_URL: service }, { sandbox: false }), silentLog)
  expect(await alone.db.transaction((tx) => tx.query('select 1 from bookings'))).toEqual([])
  await alone.close()
})

test('a service that owns its tables starts in the sandbox alone, and is warned of', async () => {
  await expect(openServiceDatabase(configOf({ DATABASE_URL: owner }, { sandbox: false }), silentLog)).rejects.toThrow(
    'set DATABASE_OWNER_URL',
  )
  const warned: string[] = []
  const log: Log = { ...silentLog, warn: (event) => void warned.push(event) }
  const opened = await openServiceDatabase(configOf({ DATABASE_URL: owner }), log)
  await opened.close()
  expect(warned).toEqual(['database.owner_serves'])
})

test('commands of the operator work as the owner, without limits', async () => {
  const { db, close } = await openOperatorDatabase(
    configOf({ DATABASE_URL: service, DATABASE_OWNER_URL: owner }),
    silentLog,
  )
  const [limit] = await db.query<{ setting: string }>(
    `select setting from pg_settings where name = 'statement_timeout'`,
  )
  expect(limit).toEqual({ setting: '0' })
  await close()
})
