import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it, test } from 'vitest'

/*
 * During a deploy the processes of two releases share one database, and a backup of any release is restored into the
 * tables of a later one. So a migration file only adds what older processes can ignore, and removes nothing.
 */

const FOLDER = new URL('../../provider/db/migrations/', import.meta.url)
/** The last file of the first release; no earlier file was ever applied to tables in use. */
const FIRST_RELEASE = '0031'

const without = (sql: string): string => sql.replaceAll(/--[^\n]*/g, '').replaceAll(/'(?:[^']|'')*'/g, "''")

const madeIn = (sql: string): ReadonlySet<string> =>
  new Set([...sql.matchAll(/create table (?:if not exists )?(\w+)/gi)].map(([, table = '']) => table))

const statementsOf = (sql: string): readonly string[] =>
  without(sql)
    .split(';')
    .map((statement) => statement.replaceAll(/\s+/g, ' ').trim())
    .filter((statement) => statement !== '')

/**
 * Returns the statements that take something in an older table away from the processes or rows of a previous release,
 * and the inserts of rows that do not stand after `-- fill`.
 */
function contractionsOf(text: string): readonly string[] {
  const [tables = '', fills = ''] = text.split(/^-- fill$/m)
  const own = madeIn(without(text))
  const isOld = (table: string | undefined): boolean => table === undefined || !own.has(table)
  const takes = (statement: string): boolean => {
    if (/^(?:drop|truncate|insert|update|delete|alter (?:type|function|view))\b/i.test(statement)) return true
    const altered = /^alter table (?:if exists )?(?:only )?(\w+) (.*)$/i.exec(statement)
    if (altered !== null) return isOld(altered[1]) && !isHarmless(altered[2] ?? '')
    const unique = /^create unique index \w+ on (\w+)/i.exec(statement)
    return unique !== null && isOld(unique[1])
  }
  const isFill = (statement: string): boolean => !isOld(/^insert into (\w+)/i.exec(statement)?.[1])
  return [...statementsOf(tables).filter(takes), ...statementsOf(fills).filter((statement) => !isFill(statement))]
}

/** Whether all the actions add columns that are nullable or have a default. */
const isHarmless = (actions: string): boolean =>
  actions
    .split(/,(?![^(]*\))/)
    .every(
      (action) =>
        /^\s*add column (?:if not exists )?\w+/i.test(action) &&
        (!/\bnot null\b/i.test(action) || /\bdefault\b|\bgenerated\b/i.test(action)) &&
        !/\bunique\b|\bprimary key\b/i.test(action),
    )

const later = readdirSync(FOLDER).filter((name) => name > `${FIRST_RELEASE}~`)

describe.each(later)('%s', (name) => {
  it('only adds', () => {
    expect(contractionsOf(readFileSync(new URL(name, FOLDER), 'utf8'))).toEqual([])
  })
})

test.each([
  'drop table bookings',
  'drop index bookings_by_user',
  'alter table bookings drop column lines',
  'alter table bookings rename column lines to price_lines',
  'alter table bookings rename to stays',
  'alter table bookings add column paid_at timestamptz not null',
  'alter table bookings alter column payer_id set not null',
  'alter table bookings alter column total_minor type numeric',
  'alter table bookings add constraint short check (total_minor < 10)',
  'alter table bookings add column gate text unique',
  'alter table bookings add column gate text, drop column lines',
  'create unique index once on bookings (plate)',
  'truncate free_cancellations',
  'update bookings set lines = null',
  'insert into ledger_marks (name) values (1)',
])('“%s” is found', (sql) => {
  expect(contractionsOf(`create table new_table (id integer);\n${sql};`)).toHaveLength(1)
})

test.each([
  'create table drops (id integer not null unique)',
  "alter table bookings add column gate text not null default 'drop table'",
  'alter table bookings add column gate text, add column lane numeric(4, 1)',
  'create index bookings_by_gate on bookings (plate)',
  'alter table new_table add constraint small check (id < 10)',
  'create unique index once on new_table (id)',
  '-- drop table bookings',
])('“%s” adds', (sql) => {
  expect(contractionsOf(`create table new_table (id integer);\n${sql};`)).toEqual([])
})

test('what fills new tables stands after its mark, and touches no older one', () => {
  const made = 'create table new_table (id integer);\n'
  expect(contractionsOf(`${made}-- fill\ninsert into new_table select 1;`)).toEqual([])
  expect(contractionsOf(`${made}-- fill\nupdate bookings set lines = null;`)).toEqual([
    'update bookings set lines = null',
  ])
})
