/**
 * Checks that every package in the lock file has a reviewed licence and a sha512 hash, and names no registry. Exits 1
 * on a finding. Reads only `package-lock.json`, so that the result is the same offline.
 */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { ROOT } from './setup.mjs'

/** SPDX names. For an app that uses the package unchanged, each only requires keeping its notice. */
const ALLOWED: ReadonlySet<string> = new Set([
  '0BSD',
  'Apache-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC0-1.0',
  'ISC',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'Unlicense',
])

/** Individually reviewed packages, with the findings. */
const EXCEPTIONS: ReadonlyArray<{ readonly name: RegExp; readonly licence: string; readonly why: string }> = [
  {
    name: /^@img\/sharp-(?:libvips-\w+-\w+|wasm32|win32-\w+)$/,
    licence: 'LGPL-3.0-or-later',
    why: 'a library of its own file on the provider, loaded unchanged and replaceable; never in the app',
  },
  {
    name: /^(?:@react-leaflet\/core|react-leaflet)$/,
    licence: 'Hippocratic-2.1',
    why: 'asks that human rights are respected; not an open source licence by the OSI, so a distributor has to agree to it',
  },
  { name: /^caniuse-lite$/, licence: 'CC-BY-4.0', why: 'a table for the build; none of it is in the app' },
  { name: /^png-js$/, licence: '', why: 'names none in its package; the LICENSE file beside it is MIT' },
]

interface LockedPackage {
  readonly version?: string
  readonly license?: string
  readonly integrity?: string
  readonly resolved?: string
}

export type LockFile = { readonly packages: Readonly<Record<string, LockedPackage>> }

const isException = (name: string, licence: string): boolean =>
  EXCEPTIONS.some((exception) => exception.name.test(name) && exception.licence === licence)

/**
 * SPDX: with OR one licence must be allowed, with AND all.
 * https://spdx.github.io/spdx-spec/v2.3/SPDX-license-expressions/
 */
function isAllowed(name: string, expression: string): boolean {
  return expression
    .replaceAll(/[()]/g, '')
    .split(' OR ')
    .some((choice) => choice.split(' AND ').every((licence) => ALLOWED.has(licence) || isException(name, licence)))
}

/** The package name within a path of the lock file. */
const nameAt = (place: string): string => place.slice(place.lastIndexOf('node_modules/') + 'node_modules/'.length)

function findingsOf(place: string, locked: LockedPackage): string[] {
  const name = nameAt(place)
  const named = `${name}@${locked.version ?? '?'}`
  return [
    ...(isAllowed(name, locked.license ?? '') ? [] : [`${named}: licence ${locked.license ?? 'not named'}`]),
    ...(locked.integrity?.startsWith('sha512-') === true ? [] : [`${named}: no sha512 of its contents`]),
    ...(locked.resolved === undefined ? [] : [`${named}: names the registry it came from`]),
  ]
}

/** Exceptions that no package needs. */
export const unusedExceptions = ({ packages }: LockFile): string[] => {
  const names = Object.keys(packages).map(nameAt)
  return EXCEPTIONS.filter(({ name }) => !names.some((locked) => name.test(locked))).map(
    ({ name }) => `${String(name)}: an exception for a package that is not here`,
  )
}

/** Problems of a lock file's packages, one line each; the project itself is left out. */
export const lockFindings = ({ packages }: LockFile): string[] =>
  Object.entries(packages).flatMap(([place, locked]) => (place === '' ? [] : findingsOf(place, locked)))

function check(): void {
  const lock = JSON.parse(readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8')) as LockFile
  const findings = [...lockFindings(lock), ...unusedExceptions(lock)]
  for (const finding of findings) console.error(finding)
  for (const { name, licence, why } of EXCEPTIONS)
    console.log(`${name.source}: ${licence || 'no licence named'}: ${why}`)
  console.log(`licences: ${Object.keys(lock.packages).length - 1} packages, ${findings.length} findings`)
  process.exitCode = findings.length === 0 ? 0 : 1
}

if (process.argv[1] === import.meta.filename) check()
