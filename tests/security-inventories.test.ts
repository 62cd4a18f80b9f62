import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { SETTINGS } from '../provider/settings.ts'

/*
 * docs/security lists all data, keys, connections and events; these tests fail for an addition in the code until
 * someone has considered it and listed it there.
 */

const read = (file: string): string => readFileSync(file, 'utf8')
const provider = globSync('provider/**/*.ts').map(read).join('\n')
const all = (text: string, pattern: RegExp): ReadonlySet<string> =>
  new Set(Array.from(text.matchAll(pattern), ([, found = '']) => found))
const namedIn = (document: string): ReadonlySet<string> => all(read(`docs/security/${document}`), /`([\w.]+)`/g)
const missing = (wanted: Iterable<string>, there: ReadonlySet<string>): readonly string[] =>
  Array.from(wanted).filter((name) => !there.has(name))

test('every table is of a level of protection, and of one alone', () => {
  const tables = all(globSync('provider/db/migrations/*.sql').map(read).join('\n'), /^create table (\w+)/gm)
  expect(tables.size).toBeGreaterThan(100)
  const [, where = ''] = read('docs/security/data.md').split('## Where')
  const listed = Array.from(where.matchAll(/`([a-z_]+)`/g), ([, name = '']) => name).filter((name) => tables.has(name))
  expect(missing(tables, new Set(listed))).toEqual([])
  expect(listed.filter((name, index) => listed.indexOf(name) < index)).toEqual(['users', 'registrations'])
})

test('every key, made or set, is in the inventory of keys', () => {
  const made = all(provider, /getOrCreateSecret\(\w+(?:\.\w+)*,\s*'(\w+)'/g)
  expect(made.size).toBeGreaterThan(10)
  const set = SETTINGS.filter(({ isSecret }) => isSecret).map(({ name }) => name)
  expect(missing([...made, ...set], namedIn('keys.md'))).toEqual([])
})

test('every address that a setting names is in the list of connections', () => {
  const addresses = SETTINGS.filter(
    ({ kind, name }) => kind.type === 'address' || kind.type === 'host' || /ORIGINS|HOSTS|FEEDS/.test(name),
  )
  const names = addresses.map(({ name }) => name).filter((name) => name !== 'HOST')
  expect(names.length).toBeGreaterThan(10)
  expect(missing(names, namedIn('connections.md'))).toEqual([])
})

test('every event that is logged is in the inventory, and the inventory has no other', () => {
  const literal = all(provider, /\blog\.(?:info|warn|error)\(\s*'([a-z_]+(?:\.[a-z_]+)?)'/g)
  // Event names chosen by a condition.
  const chosen = all(provider, /\? '((?:mail|payment|webhook)\.[a-z_]+)'/g)
  const logged = new Set([...literal, ...chosen])
  expect(logged.size).toBeGreaterThan(50)
  expect(missing(logged, namedIn('logs.md'))).toEqual([])
  const [, table = ''] = read('docs/security/logs.md').split('## Events')
  const listed = Array.from(all(table, /^\| (.+?) \|/gm)).flatMap((cell) => [...all(cell, /`([a-z_.]+)`/g)])
  expect(listed.filter((event) => !provider.includes(`'${event}'`))).toEqual([])
})
