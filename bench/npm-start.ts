import { execFileSync, spawn } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { findFreePort } from '../e2e/free-port.ts'
import { ROOT } from '../scripts/setup.mjs'
import { limited, type BenchRow } from './row.ts'

const FIRST_LIMIT_S = 180
const LATER_LIMIT_S = 10
const NOT_INHERITED = new Set(['DATABASE_URL', 'NODE_ENV'])
const GIVE_UP_MS = 600_000

/** Returns seconds from `npm start` to its ready line, then stops it gracefully. */
async function timeStart(clone: string, port: number): Promise<number> {
  // The clone's npm must not inherit this process's npm variables (such as its folder) or the mode set by Vite's build.
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('npm_') && !NOT_INHERITED.has(name))
  const own = { PORT: String(port), DATA_DIR: path.join(clone, '.data'), STREETS: 'bundled' }
  const env = { ...Object.fromEntries(inherited), ...own }
  const startedAt = performance.now()
  const child = spawn('npm', ['start'], { cwd: clone, env, stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  let output = ''
  try {
    return await new Promise<number>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`Not ready in time\n${output}`)), GIVE_UP_MS)
      child.once('error', reject)
      child.once('exit', (code) => reject(new Error(`npm start ended with ${String(code)}\n${output}`)))
      const listen = (chunk: Buffer): void => {
        output += chunk.toString()
        if (!output.includes('Baywise ready:')) return
        clearTimeout(timer)
        resolve((performance.now() - startedAt) / 1000)
      }
      child.stdout.on('data', listen)
      child.stderr.on('data', listen)
    })
  } finally {
    if (child.exitCode === null) child.kill('SIGTERM')
    await ended
  }
}

/** `npm start` on a fresh clone of the last commit: install, build, import; then again with nothing missing. */
export async function benchNpmStart(): Promise<readonly BenchRow[]> {
  const folder = await mkdtemp(path.join(tmpdir(), 'baywise-start-'))
  const clone = path.join(folder, 'clone')
  try {
    execFileSync('git', ['clone', '--quiet', '--no-hardlinks', ROOT, clone])
    const port = await findFreePort()
    const first = await timeStart(clone, port)
    const later = await timeStart(clone, port)
    return [
      limited({ name: 'first npm start on a fresh clone', value: first, unit: 's', digits: 1, atMost: FIRST_LIMIT_S }),
      limited({ name: 'later npm start', value: later, unit: 's', digits: 1, atMost: LATER_LIMIT_S }),
    ]
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
