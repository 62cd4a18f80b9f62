/**
 * `npm test`: installs what is missing and runs every check and every test, in parallel where there are enough cores,
 * and continues after a failure. The last line is `N passed, N failed` over all runners; a check counts as one. Step
 * names as arguments run only those. Plain Node 20, no dependency.
 */
import { fork } from 'node:child_process'
import { mkdirSync, rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { ROOT, ensureBuild, ensureDependencies, mustFindNode } from './setup.mjs'
import { runSideBySide } from './side-by-side.mjs'
import { REPORTS, STEPS } from './test-steps.mjs'

/** A process that a step left running may keep its output open for ever. */
const DRAINED_WITHIN_MS = 2_000

/**
 * Runs a step in a child process.
 * @param {string} name @param {(text: string) => void} write
 * @returns {Promise<import('./test-steps.mjs').Count & {name: string, seconds: number}>}
 */
async function runStep(name, write) {
  const startedAt = Date.now()
  const child = fork(path.join(ROOT, 'scripts/test-steps.mjs'), [name], { stdio: ['ignore', 'pipe', 'pipe', 'ipc'] })
  for (const stream of [child.stdout, child.stderr]) stream.setEncoding('utf8').on('data', write)
  /** @type {import('./test-steps.mjs').Count | undefined} */
  let count
  child.on('message', (message) => (count = message))
  const drained = new Promise((resolve) => child.once('close', resolve))
  const code = await new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (exitCode, signal) => resolve(exitCode ?? signal))
  })
  const late = new Promise((resolve) => setTimeout(resolve, DRAINED_WITHIN_MS).unref())
  await Promise.race([drained, late])
  count ??= { passed: 0, failed: 1, note: `the step itself ended with ${code}` }
  return { name, ...count, seconds: (Date.now() - startedAt) / 1000 }
}

function printTable(results, wholeSeconds) {
  console.log('\n')
  for (const { name, passed, failed, seconds, note = '' } of results) {
    const cells = [name.padEnd(14), `${passed} passed`.padStart(12), `${failed} failed`.padStart(10)]
    console.log(
      `${failed === 0 ? 'ok  ' : 'FAIL'} ${cells.join(' ')} ${seconds.toFixed(1).padStart(7)} s  ${note}`.trimEnd(),
    )
  }
  console.log(`     ${'side by side'.padEnd(14)} ${wholeSeconds.toFixed(1).padStart(31)} s`)
  for (const { name, failures = [] } of results) for (const failure of failures) console.log(`${name}: ${failure}`)
}

/**
 * Installs or builds in advance what two parallel steps would both do. If that fails, the step that needs it reports
 * it.
 */
async function prepareFor(steps) {
  for (const { prepare } of steps) await prepare?.().catch((error) => console.error(error.message))
  const isBuilt = steps.some(({ name }) => name === 'build')
  if (!isBuilt && steps.some(({ after = [] }) => after.includes('build'))) await ensureBuild()
}

async function main() {
  const startedAt = Date.now()
  const chosen = process.argv.slice(2)
  const unknown = chosen.filter((name) => !STEPS.some((step) => step.name === name))
  if (unknown.length > 0) throw new Error(`unknown step: ${unknown.join(', ')}`)
  await ensureDependencies()
  mustFindNode()
  rmSync(REPORTS, { recursive: true, force: true })
  mkdirSync(REPORTS, { recursive: true })
  const steps = STEPS.filter(({ name }) => chosen.length === 0 || chosen.includes(name))
  await prepareFor(steps)
  const show = (text) => void process.stdout.write(text)
  const results = await runSideBySide(steps, { cores: availableParallelism(), run: runStep, show })
  printTable(results, (Date.now() - startedAt) / 1000)
  return {
    passed: results.reduce((sum, { passed }) => sum + passed, 0),
    failed: results.reduce((sum, { failed }) => sum + failed, 0),
  }
}

const { passed, failed } = await main().catch((error) => {
  console.error(error.message)
  return { passed: 0, failed: 1 }
})
process.exitCode = failed === 0 && passed > 0 ? 0 : 1
console.log(`${passed} passed, ${failed} failed`)
