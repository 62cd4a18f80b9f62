import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Mutant } from './mutants.ts'
import { ALL_MUTANTS, plant } from './plant.ts'

/** Every planted bug must be found within this many seeds. */
const SEEDS = '500'
/** Folders that the simulator needs; its own code is the same for all mutants. */
const PARTS = ['src', 'provider', 'tests/simulation', 'tests/provider/support', 'data', 'package.json']
/** Folders and files that a test file needs. */
const TEST_PARTS = [
  ...['src', 'provider', 'tests', 'data', 'scripts', 'locales', 'package.json', 'vitest.config.ts', 'lingui.config.ts'],
  ...['tsconfig.json', 'tsconfig.base.json', 'tsconfig.app.json', 'tsconfig.worker.json'],
  ...['tsconfig.provider.json', 'tsconfig.tests.json'],
]

const root = new URL('../../..', import.meta.url).pathname

interface Caught {
  readonly name: string
  readonly by: string
}

function askSimulator(folder: string, target: string): string {
  const node = ['--max-semi-space-size=64', '--import', './tests/simulation/modern-dexie.ts']
  const options = ['--target', target, '--seeds', SEEDS, '--failures', '1', '--brief']
  const args = [...node, 'tests/simulation/simulate.ts', ...options]
  const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' })
  const found = /^seed \d+ breaks .*$/m.exec(stdout)?.[0]
  if (found === undefined && !stdout.includes(' passed, 0 failed')) throw new Error(`${stdout}${stderr}`)
  return found ?? ''
}

interface TestReport {
  readonly testResults: readonly {
    readonly message: string
    readonly assertionResults: readonly { readonly status: string; readonly title: string }[]
  }[]
}

/** Returns the first failed test. A file that cannot run proves nothing, so it throws. */
function askTest(folder: string, file: string): string {
  const args = ['node_modules/vitest/vitest.mjs', 'run', file, '--reporter=json', '--outputFile=report.json']
  const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' })
  const path = join(folder, 'report.json')
  if (!existsSync(path)) throw new Error(`${file}: ${stdout}${stderr}`)
  const { testResults } = JSON.parse(readFileSync(path, 'utf8')) as TestReport
  const tests = testResults.flatMap(({ assertionResults }) => assertionResults)
  if (tests.length === 0) throw new Error(`${file}: ${testResults[0]?.message ?? ''}`)
  const failed = tests.find(({ status }) => status === 'failed')
  return failed === undefined ? '' : `${file}: ${failed.title}`
}

/** Runs the simulator, or the named test file, on a copy of the source with one bug in it. */
function tell(mutant: Mutant): Caught {
  const { name, by, target = 'rules' } = mutant
  const folder = mkdtempSync(join(tmpdir(), 'baywise-mutant-'))
  try {
    for (const part of by === undefined ? PARTS : TEST_PARTS)
      cpSync(join(root, part), join(folder, part), { recursive: true })
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
    for (const { file, text } of plant(mutant, folder)) writeFileSync(join(folder, file), text)
    return { name, by: by === undefined ? askSimulator(folder, target) : askTest(folder, by) }
  } catch (error) {
    throw new Error(`${name} was not tried`, { cause: error })
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** All mutants, or those whose name contains the given word. */
const chosen = ALL_MUTANTS.filter(({ name }) => name.includes(process.argv[2] ?? ''))
const WIDTH = 2 + Math.max(...ALL_MUTANTS.map(({ name }) => name.length))
let survivors = 0
for (const mutant of chosen) {
  const { name, by } = tell(mutant)
  if (by === '') survivors += 1
  console.info(`${name.padEnd(WIDTH)}${by === '' ? 'SURVIVED' : by}`)
}
console.info(`${String(chosen.length - survivors)} passed, ${String(survivors)} failed`)
process.exitCode = survivors === 0 ? 0 : 1
