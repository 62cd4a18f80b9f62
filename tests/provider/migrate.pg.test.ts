import { readdirSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { migrate } from '../../provider/db/migrate.ts'
import { createTestDatabase, type TestDatabase } from './support/test-database.ts'

const FOLDER = new URL('../../provider/db/functions/', import.meta.url)
const names = readdirSync(FOLDER).map((name) => name.replace('.sql', ''))

let database: TestDatabase
let pool: TestDatabase['owner']
beforeAll(async () => {
  database = await createTestDatabase()
  pool = database.owner
})
afterAll(() => database.drop())

/**
 * Lists our own functions, without those of extensions and those that an index depends on: the latter belong to
 * migrations and never change under the index.
 */
const functionsIn = async (): Promise<readonly string[]> => {
  const { rows } = await pool.query<{ name: string }>(
    `select proname as name from pg_proc p where pronamespace = 'public'::regnamespace
        and not exists (select 1 from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
        and not exists (select 1 from pg_depend d join pg_index i on i.indexrelid = d.objid
                         where d.refclassid = 'pg_proc'::regclass and d.refobjid = p.oid)
      order by 1`,
  )
  return rows.map(({ name }) => name)
}

test('every function of the database stands in the one file of its name, and in no migration but for what an index stands on', async () => {
  expect(await functionsIn()).toEqual(names.toSorted())
  for (const name of names) expect(readFileSync(new URL(`${name}.sql`, FOLDER), 'utf8')).toContain(`function ${name}(`)
})

test('each table stands whole in the one file of its area: before a first release no migration changes what another made', () => {
  const folder = new URL('../../provider/db/migrations/', import.meta.url)
  for (const name of readdirSync(folder)) {
    const sql = readFileSync(new URL(name, folder), 'utf8')
    const made = [...sql.matchAll(/create table (\w+)/g)].map(([, table]) => table)
    const changed = [...sql.matchAll(/(?:alter|drop) table (?:if exists )?(\w+)/g)].map(([, table]) => table)
    expect(made, `${name} changes`).toEqual(expect.arrayContaining(changed))
  }
})

test('what has not changed is not applied again', async () => {
  expect(await migrate(pool)).toEqual([])
})

test('a function whose file has changed is applied anew, once, with its triggers', async () => {
  await pool.query(
    `update schema_functions set hash = 'of an earlier release' where name like 'refuse_ledger%' or name like 'claim_space%'`,
  )
  await pool.query(
    'create or replace function claim_space(p_park_id integer) returns text language sql as $$ select null::text $$',
  )
  expect(await migrate(pool)).toEqual(['claim_space.sql', 'refuse_ledger_change.sql'])
  expect(await functionsIn()).toEqual(names.toSorted())
  const { rows } = await pool.query(`select 1 from pg_trigger where tgfoid = 'refuse_ledger_change'::regproc`)
  expect(rows).toHaveLength(2)
})

test('a function that this version has no more is dropped', async () => {
  await pool.query('create function of_old() returns integer language sql as $$ select 1 $$')
  await pool.query(`insert into schema_functions values ('of_old.sql', 'x')`)
  await migrate(pool)
  expect(await functionsIn()).toEqual(names.toSorted())
})

test('what a later release has made is left as it is', async () => {
  await pool.query(`insert into schema_migrations (name, hash) values ('0042-key-times.sql', 'x')`)
  await pool.query(`update schema_functions set hash = 'of a later release' where name = 'claim_space.sql'`)
  expect(await migrate(pool)).toEqual([])
})

test('a database of another version is refused, with what to do', async () => {
  await pool.query(`delete from schema_migrations where name = '0011-telemetry.sql'`)
  await expect(migrate(pool)).rejects.toThrow('choose another DATA_DIR')
})
