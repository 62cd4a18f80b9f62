import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type LockFile, lockFindings, unusedExceptions } from '../../scripts/licences.ts'

const LOCK = JSON.parse(readFileSync('package-lock.json', 'utf8')) as LockFile
const integrity = 'sha512-AAAA'

const findingsWith = (license: string | undefined, name = 'made-up'): string[] =>
  lockFindings({
    packages: {
      '': { version: '0.1.0' },
      [`node_modules/other/node_modules/${name}`]: {
        version: '1.2.3',
        integrity,
        ...(license === undefined ? {} : { license }),
      },
    },
  })

test('every package of the lock file is under a licence that was looked at, and no exception is left over', () => {
  expect(Object.keys(LOCK.packages).length).toBeGreaterThan(500)
  expect(lockFindings(LOCK)).toEqual([])
  expect(unusedExceptions(LOCK)).toEqual([])
})

test.each(['MIT', '(MIT OR GPL-3.0-only)', 'Apache-2.0 AND MIT', 'ISC'])('%s is allowed', (license) => {
  expect(findingsWith(license)).toEqual([])
})

test.each([
  undefined,
  'GPL-3.0-only',
  'AGPL-3.0-only',
  'SEE LICENSE IN FILE',
  'UNLICENSED',
  'MIT AND GPL-3.0-only',
  'LGPL-3.0-or-later',
])('%s is refused', (license) => {
  expect(findingsWith(license)).toEqual([`made-up@1.2.3: licence ${license ?? 'not named'}`])
})

test('an exception is for its own package and licence', () => {
  expect(findingsWith('Hippocratic-2.1', 'react-leaflet')).toEqual([])
  expect(findingsWith('Hippocratic-2.1', 'react-leaflet-extra')).toHaveLength(1)
  expect(findingsWith('GPL-3.0-only', 'react-leaflet')).toHaveLength(1)
  expect(unusedExceptions({ packages: {} })).toHaveLength(4)
})

test('a package without a hash, or with the address of a registry, is refused', () => {
  const packages = {
    'node_modules/a': { version: '1.0.0', license: 'MIT', resolved: 'https://registry.example/a.tgz' },
  }
  expect(lockFindings({ packages })).toEqual([
    'a@1.0.0: no sha512 of its contents',
    'a@1.0.0: names the registry it came from',
  ])
})
