import { afterAll, beforeAll, expect, test } from 'vitest'
import { mayChangeSchema } from '../../provider/db/roles.ts'
import { createTestDatabase, type TestDatabase } from './support/test-database.ts'

let database: TestDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.drop())

test.each([
  ['makes no table', 'create table of_mine (id integer)'],
  ['changes none', 'alter table bookings add column of_mine integer'],
  ['drops none', 'drop table bookings'],
  ['empties none', 'truncate bookings'],
  [
    'replaces no function',
    'create or replace function claim_space(integer) returns text language sql as $$ select 1 $$',
  ],
  ['turns no trigger off', 'alter table entries disable trigger all'],
  ['changes no line of the ledger', 'update entries set amount_minor = 1'],
  ['deletes none', 'delete from postings'],
  ['does not say what was migrated', `insert into schema_migrations (name, hash) values ('x', 'x')`],
  ['names nobody to end money cases', `insert into money_staff (key_id, named_at) values ('x', now())`],
  ['takes back no note of what was done about money', `update money_actions set reason = 'another'`],
  ['makes no role', 'create role of_mine'],
  ['reads no file of the server', `select pg_read_file('postgresql.conf')`],
])('the login that answers requests %s', async (_what, sql) => {
  await expect(database.db.query(sql)).rejects.toThrow(/permission denied|must be owner/)
})

test('it owns nothing; the owner does', async () => {
  expect(await mayChangeSchema(database.db.pool)).toBe(false)
  expect(await mayChangeSchema(database.owner)).toBe(true)
  const owned = await database.db.query(
    `select c.relname from pg_class c join pg_roles r on r.oid = c.relowner where r.rolname = current_user`,
  )
  expect(owned).toEqual([])
})
