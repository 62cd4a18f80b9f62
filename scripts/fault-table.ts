/**
 * `npm run faults`: writes docs/faults.md from the titles `fault NN: ...` of all tests, and prints it. With `--check` it writes nothing
 * and fails when the file is out of date. Fails in any case when a fault of the list (1 to 50) has no test.
 */
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { ROOT } from './setup.mjs'

const FAULTS = 50
const TABLE = path.join(ROOT, 'docs/faults.md')
const TITLE = /(['"`])fault 0?(\d+): ((?:\\.|(?!\1).)+)\1/g

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

/** The titles in one file, in its order. A group of tests proves nothing itself. */
export function proofsIn(file: string, text: string): Proof[] {
  const titles = text.replaceAll(/describe\(\s*(['"`])fault .*/g, '').matchAll(TITLE)
  return Array.from(titles, ([, , fault = '', words = '']) => ({
    fault: Number(fault),
    words: words.replaceAll(/\$\{[^}]*\}|%s/g, '…').replaceAll(/\\(.)/g, '$1'),
    where: whereOf(file),
    file,
  }))
}

export const missingFrom = (proofs: readonly Proof[]): number[] =>
  Array.from({ length: FAULTS }, (_, index) => index + 1).filter((number) =>
    proofs.every(({ fault }) => fault !== number),
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
  ].join('\n')
}

function collect(): Proof[] {
  const files = globSync(['tests/**/*.test.{ts,tsx}', 'e2e/**/*.spec.ts'], { cwd: ROOT }).toSorted()
  const proofs = files.flatMap((file) => proofsIn(file, readFileSync(path.join(ROOT, file), 'utf8')))
  return proofs.toSorted((a, b) => a.fault - b.fault)
}

/** What is wrong with the table; empty when nothing is. */
function work(isCheck: boolean): string[] {
  const proofs = collect()
  const table = toTable(proofs)
  const isStale = isCheck && (!existsSync(TABLE) || readFileSync(TABLE, 'utf8') !== table)
  if (!isCheck) {
    writeFileSync(TABLE, table)
    console.log(table)
  }
  const missing = missingFrom(proofs)
  return [
    ...(isStale ? ['docs/faults.md is out of date: npm run faults'] : []),
    ...(missing.length > 0 ? [`no test is titled "fault NN:" for ${missing.join(', ')}`] : []),
  ]
}

if (import.meta.main) {
  const wrong = work(process.argv.includes('--check'))
  for (const line of wrong) console.error(line)
  process.exitCode = wrong.length > 0 ? 1 : 0
}
