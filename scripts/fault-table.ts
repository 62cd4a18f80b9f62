/**
 * `npm run faults`: writes docs/faults.md from the titles `fault NN: ...` of all tests, and prints it. With `--check`
 * it writes nothing and fails when the file is out of date. Always fails when a fault of the list (1 to 50) has no
 * test.
 */
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { ROOT } from './setup.mjs'

const FAULTS = 50
const TABLE = path.join(ROOT, 'docs/faults.md')
const TITLE = /(['"`])fault 0?(\d+): ((?:\\.|(?!\1).)+)\1/g

/** Faults that another kind of test covers better than the simulator, and why. */
const NOT_SIMULATED: ReadonlyMap<number, string> = new Map([
  [
    23,
    'a world opens only the newest shape: the kept release in a browser and rows of the first database show the upgrade itself',
  ],
  [32, 'a world has no `navigator.onLine` that could lie, and never asks one: a browser has it'],
  [48, 'neither network nor clock nor a second tab takes part: two hundred and one real commands at once show the cap'],
])
const SIMULATED: readonly number[] = [
  ...[1, 2, 3, 4, 5, 6, 8, 9, 10, 11, 12, 14, 15, 16, 17, 18, 19, 20, 21, 23, 27, 28, 29, 30, 31, 32],
  ...[34, 35, 36, 37, 38, 41, 46, 47, 48, 49, 50],
]

export interface Proof {
  readonly fault: number
  readonly words: string
  readonly where: 'simulator' | 'unit' | 'PostgreSQL' | 'browser'
  readonly file: string
}

function whereOf(file: string): Proof['where'] {
  if (file.startsWith('e2e/')) return 'browser'
  if (file.startsWith('tests/simulation/')) return 'simulator'
  return file.endsWith('.pg.test.ts') ? 'PostgreSQL' : 'unit'
}

/** The titles in one file, in order. A `describe` proves nothing by itself. */
export function proofsIn(file: string, text: string): Proof[] {
  const titles = text.replaceAll(/describe\(\s*(['"`])fault .*/g, '').matchAll(TITLE)
  return Array.from(titles, ([, , fault = '', words = '']) => ({
    fault: Number(fault),
    words: words
      .replaceAll(/\$\{[^}]*\}|%s/g, '…')
      .replaceAll(/\\(.)/g, '$1')
      .replace(/ @\w+$/, ''),
    where: whereOf(file),
    file,
  }))
}

export const missingFrom = (proofs: readonly Proof[]): number[] =>
  Array.from({ length: FAULTS }, (_, index) => index + 1).filter((number) =>
    proofs.every(({ fault }) => fault !== number),
  )

/** Faults without a simulator test and without a reason for that. */
export const missingFromSimulator = (proofs: readonly Proof[]): number[] =>
  SIMULATED.filter(
    (number) =>
      !NOT_SIMULATED.has(number) && proofs.every(({ fault, where }) => fault !== number || where !== 'simulator'),
  )

const row = (cells: readonly string[]): string => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`

export function toTable(proofs: readonly Proof[]): string {
  const rows = proofs.map(({ fault, words, where, file }) => row([String(fault), words, where, `\`${file}\``]))
  return [
    '# What can go wrong, and where it is tried',
    '',
    'Written by `npm run faults` from the titles of the tests. A number without a test fails the run.',
    '',
    row(['fault', 'what holds', 'proven in', 'file']),
    row(['---', '---', '---', '---']),
    ...rows,
    '',
    '## Why not in the simulator',
    '',
    ...Array.from(NOT_SIMULATED, ([fault, why]) => `- ${String(fault)}: ${why}.`),
    '',
  ].join('\n')
}

function collect(): Proof[] {
  const files = globSync(['tests/**/*.test.{ts,tsx}', 'e2e/**/*.spec.ts'], { cwd: ROOT }).toSorted()
  const proofs = files.flatMap((file) => proofsIn(file, readFileSync(path.join(ROOT, file), 'utf8')))
  return proofs.toSorted((a, b) => a.fault - b.fault)
}

/** Writes or checks the table. Returns the problems found. */
function work(isCheck: boolean): string[] {
  const proofs = collect()
  const table = toTable(proofs)
  const isStale = isCheck && (!existsSync(TABLE) || readFileSync(TABLE, 'utf8') !== table)
  if (!isCheck) {
    writeFileSync(TABLE, table)
    console.log(table)
  }
  const missing = missingFrom(proofs)
  const unsimulated = missingFromSimulator(proofs)
  return [
    ...(isStale ? ['docs/faults.md is out of date: npm run faults'] : []),
    ...(missing.length > 0 ? [`no test is titled "fault NN:" for ${missing.join(', ')}`] : []),
    ...(unsimulated.length > 0 ? [`the simulator has neither a test nor a reason for ${unsimulated.join(', ')}`] : []),
  ]
}

if (import.meta.main) {
  const wrong = work(process.argv.includes('--check'))
  for (const line of wrong) console.error(line)
  process.exitCode = wrong.length > 0 ? 1 : 0
}
