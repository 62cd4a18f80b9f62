/**
 * `npm test`: installs what is missing and runs every check and every test, going on after a failure. The last line
 * is `N passed, N failed` over all runners; a check counts as one. Names of steps as arguments run only those.
 * Plain Node 20, no dependency.
 */
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { findOrInstallBrowser } from './find-or-install-browser.mjs'
import { ENGINES, findOrInstallEngine } from './find-or-install-engines.mjs'
import { OLD_CHROMIUM, findOrInstallOldChromium } from './old-chromium.mjs'
import { failedInPlaywright, failedInVitest } from './test-failures.mjs'
import { findOrInstallFonts, findOtherFonts } from './test-fonts.mjs'
import { ROOT, build, ensureDependencies, mustFindNode, run } from './setup.mjs'

const REPORTS = path.join(ROOT, '.cache/reports')

/** @typedef {{passed: number, failed: number, note?: string, failures?: readonly string[]}} Count */

/** One check: passed when the command ends with 0. @returns {Promise<Count>} */
async function check(command, args) {
  const code = await run(command, args)
  return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
}

const script = (file) => () => check(mustFindNode(), [file])

/** What a runner's report counted; a runner that failed, broke or ran nothing is never a success. */
function settled({ passed, failed, note, failures }, code) {
  if (passed + failed === 0) return { passed: 0, failed: 1, note: 'nothing ran' }
  if (code !== 0 && failed === 0) return { passed, failed: 1, note: `ended with code ${code}`, failures }
  return { passed, failed, failures, ...(note === undefined ? {} : { note }) }
}

/** @param {string} file @returns {any} the JSON report, or undefined when the runner broke before it */
const reportIn = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined)

/** Runs some of Vitest's projects. @returns {Promise<Count>} */
async function vitest(name, projects) {
  const report = path.join(REPORTS, `${name}.json`)
  const chosen = projects.flatMap((project) => ['--project', project])
  const args = ['run', ...chosen, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const code = await run('vitest', args)
  const result = reportIn(report)
  if (result === undefined) return { passed: 0, failed: 1, note: 'no report' }
  // A file that did not even load has no failed test, but has failed.
  const broken = result.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0)
  const skipped = result.numPendingTests + (result.numTodoTests ?? 0)
  const note = skipped > 0 ? `${skipped} skipped` : undefined
  const failed = result.numFailedTests + broken.length
  return settled({ passed: result.numPassedTests, failed, note, failures: failedInVitest(result) }, code)
}

/** Runs the journeys, or those whose files are named. @returns {Promise<Count>} */
async function playwright(name, files = [], given = {}) {
  const browser = await findOrInstallBrowser()
  if (browser === undefined) return { passed: 0, failed: 1, note: 'no browser' }
  return runPlaywright(name, files, { CHROMIUM_PATH: browser, ...given })
}

/** @returns {Promise<Count>} */
async function runPlaywright(name, args, given = {}) {
  const report = path.join(REPORTS, `${name}.json`)
  const env = { PLAYWRIGHT_JSON_OUTPUT_NAME: report, ...given }
  const code = await run('playwright', ['test', '--reporter=list,json', ...args], env)
  const result = reportIn(report)
  if (result === undefined) return { passed: 0, failed: 1, note: 'no report' }
  const { expected, unexpected, flaky, skipped } = result.stats
  const notes = [...(skipped > 0 ? [`${skipped} skipped`] : []), ...(flaky > 0 ? [`${flaky} at the second try`] : [])]
  const note = notes.length > 0 ? notes.join(', ') : undefined
  return settled({ passed: expected + flaky, failed: unexpected, note, failures: failedInPlaywright(result) }, code)
}

/** Sizes of text differ from one machine to the next: the targets of all screens once more in another set of fonts. */
async function otherFontSet() {
  const fonts = findOtherFonts()
  if (!(await findOrInstallFonts(fonts))) return { passed: 0, failed: 0, note: `skipped, ${fonts} cannot be had here` }
  const count = await playwright('fonts', ['accessibility'], { BAYWISE_FONTS: fonts })
  return { ...count, note: [fonts, count.note].filter(Boolean).join(': ') }
}

/** The oldest Chromium that the app works in, by what it really has: the first journey, and no deleted built-ins that could hide another. */
async function oldChromium() {
  const browser = await findOrInstallOldChromium()
  if (browser === undefined) return { passed: 0, failed: 0, note: `skipped, ${OLD_CHROMIUM} cannot be had here` }
  const count = await playwright('old-chromium', ['at-floor'], { CHROMIUM_PATH: browser })
  return { ...count, note: [OLD_CHROMIUM, count.note].filter(Boolean).join(': ') }
}

/** The main journeys once more in the engines that are not Chromium. One that cannot be had is a skip that is told. */
async function otherEngines() {
  const counts = []
  for (const engine of ENGINES) {
    const count = (await findOrInstallEngine(engine))
      ? await runPlaywright(`engine-${engine}`, ['--config', `e2e/${engine}/playwright.config.ts`])
      : { passed: 0, failed: 0, note: 'skipped, cannot be had here' }
    counts.push({
      failures: [],
      ...count,
      note: `${engine}: ${[`${count.passed} passed`, count.note].filter(Boolean).join(', ')}`,
    })
  }
  return {
    passed: counts.reduce((sum, { passed }) => sum + passed, 0),
    failed: counts.reduce((sum, { failed }) => sum + failed, 0),
    failures: counts.flatMap(({ failures }) => failures),
    note: counts.map(({ note }) => note).join('; '),
  }
}

/** @type {readonly [string, () => Promise<Count>][]} */
const STEPS = [
  ['lockfile', () => check('npm', ['ci', '--dry-run', '--no-audit', '--no-fund', '--loglevel=error'])],
  ['format', () => check('oxfmt', ['--check', '.'])],
  ['css-types', script('scripts/css-types.ts')],
  ['types', script('scripts/typecheck.ts')],
  ['lint', () => check('oxlint', ['--deny-warnings'])],
  ['bare-strings', script('scripts/bare-strings.ts')],
  ['import-law', () => check('npm', ['run', '--silent', 'law'])],
  ['dead-code', () => check('knip', [])],
  ['i18n', script('scripts/i18n-check.ts')],
  ['faults', () => check('npm', ['run', '--silent', 'faults', '--', '--check'])],
  ['outcomes', () => check('npm', ['run', '--silent', 'outcomes', '--', '--check'])],
  ['unit', () => vitest('unit', ['unit', 'dom'])],
  ['pg', () => vitest('pg', ['pg'])],
  ['build', async () => ((await build()) === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 })],
  ['budgets', script('scripts/budgets.ts')],
  ['floor', script('scripts/check-floor.ts')],
  ['e2e', () => playwright('e2e')],
  ['fonts', otherFontSet],
  ['old-chromium', oldChromium],
  ['engines', otherEngines],
]

/** @returns {Promise<Count & {name: string, seconds: number}>} */
async function runStep([name, step]) {
  console.log(`\n=== ${name}`)
  const startedAt = Date.now()
  const count = await step().catch((error) => ({ passed: 0, failed: 1, note: error.message }))
  return { name, ...count, seconds: (Date.now() - startedAt) / 1000 }
}

function printTable(results) {
  console.log('\n')
  for (const { name, passed, failed, seconds, note = '' } of results) {
    const cells = [name.padEnd(14), `${passed} passed`.padStart(12), `${failed} failed`.padStart(10)]
    console.log(
      `${failed === 0 ? 'ok  ' : 'FAIL'} ${cells.join(' ')} ${seconds.toFixed(1).padStart(7)} s  ${note}`.trimEnd(),
    )
  }
  for (const { name, failures = [] } of results) for (const failure of failures) console.log(`${name}: ${failure}`)
}

async function main() {
  const chosen = process.argv.slice(2)
  const unknown = chosen.filter((name) => !STEPS.some(([step]) => step === name))
  if (unknown.length > 0) throw new Error(`unknown step: ${unknown.join(', ')}`)
  await ensureDependencies()
  mustFindNode()
  rmSync(REPORTS, { recursive: true, force: true })
  mkdirSync(REPORTS, { recursive: true })
  const results = []
  for (const step of STEPS.filter(([name]) => chosen.length === 0 || chosen.includes(name))) {
    results.push(await runStep(step))
  }
  printTable(results)
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
