import { spawnSync } from 'node:child_process'
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Mutant, MUTANTS } from './mutants.ts'

/** Every planted bug must be found within these. */
const SEEDS = '300'
/** What the simulator runs on; its own code is the same for all. */
const PARTS = ['src', 'provider', 'tests/simulation', 'data', 'package.json']

const root = new URL('../../..', import.meta.url).pathname

function plant({ name, edits }: Mutant, folder: string): void {
  for (const { file, from, to } of edits) {
    const path = join(folder, file)
    const parts = readFileSync(path, 'utf8').split(from)
    if (parts.length !== 2) throw new Error(`${name}: ${file} has its place ${String(parts.length - 1)} times`)
    writeFileSync(path, parts.join(to))
  }
}

interface Caught {
  readonly name: string
  readonly by: string
}

/** The simulator on a copy of the source with one bug in it. */
function tell(mutant: Mutant): Caught {
  const folder = mkdtempSync(join(tmpdir(), 'baywise-mutant-'))
  try {
    for (const part of PARTS) cpSync(join(root, part), join(folder, part), { recursive: true })
    symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'))
    plant(mutant, folder)
    const args = [
      '--max-semi-space-size=64',
      'tests/simulation/simulate.ts',
      '--seeds',
      SEEDS,
      '--failures',
      '1',
      '--brief',
    ]
    const { stdout, stderr } = spawnSync(process.execPath, args, { cwd: folder, encoding: 'utf8' })
    const found = /^seed \d+ breaks .*$/m.exec(stdout)?.[0]
    if (found === undefined && !stdout.includes(' passed, 0 failed'))
      throw new Error(`${mutant.name}: ${stdout}${stderr}`)
    return { name: mutant.name, by: found ?? '' }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** All, or those whose name holds the word that was given. */
const chosen = MUTANTS.filter(({ name }) => name.includes(process.argv[2] ?? ''))
const WIDTH = 2 + Math.max(...MUTANTS.map(({ name }) => name.length))
let survivors = 0
for (const mutant of chosen) {
  const { name, by } = tell(mutant)
  if (by === '') survivors += 1
  console.info(`${name.padEnd(WIDTH)}${by === '' ? `SURVIVED ${SEEDS} seeds` : by}`)
}
console.info(`${String(chosen.length - survivors)} passed, ${String(survivors)} failed`)
process.exitCode = survivors === 0 ? 0 : 1
