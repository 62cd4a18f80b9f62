/**
 * The steps of `npm test`: what each runs, and how its passes and failures are counted. Plain Node 20, no dependency.
 */
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { findOrInstallBrowser, findOrInstallShell } from './find-or-install-browser.mjs'
import { ENGINES, findOrInstallEngine } from './find-or-install-engines.mjs'
import { OLD_CHROMIUM, findOrInstallOldChromium } from './old-chromium.mjs'
import { failedInPlaywright, failedInVitest } from './test-failures.mjs'
import { findOrInstallFonts, findOtherFonts } from './test-fonts.mjs'
import { ROOT, build, mustFindNode, run } from './setup.mjs'

export const REPORTS = path.join(ROOT, '.cache/reports')

/** Workers of steps that run in parallel with the journeys, which have their own setting. */
const BESIDE = '1'

/** @typedef {{passed: number, failed: number, note?: string, failures?: readonly string[]}} Count */

/** Runs one check, which passes when the command exits with 0. @returns {Promise<Count>} */
async function check(command, args) {
  const code = await run(command, args)
  return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
}

const script = (file) => () => check(mustFindNode(), [file])

/** The counts of a runner's report; a runner that failed, broke or ran nothing never counts as a success. */
function settled({ passed, failed, note, failures }, code) {
  if (passed + failed === 0) return { passed: 0, failed: 1, note: 'nothing ran' }
  if (code !== 0 && failed === 0) return { passed, failed: 1, note: `ended with code ${code}`, failures }
  return { passed, failed, failures, ...(note === undefined ? {} : { note }) }
}

/** @param {string} file @returns {any} the JSON report; undefined when the runner broke before writing it */
const reportIn = (file) => (existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined)

/** Runs some of Vitest's projects. @returns {Promise<Count>} */
async function vitest(name, projects) {
  const report = path.join(REPORTS, `${name}.json`)
  const chosen = projects.flatMap((project) => ['--project', project])
  const args = ['run', ...chosen, '--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const code = await run('vitest', args)
  const result = reportIn(report)
  if (result === undefined) return { passed: 0, failed: 1, note: 'no report' }
  // A file that failed to load has no failed test, but counts as failed.
  const broken = result.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0)
  const skipped = result.numPendingTests + (result.numTodoTests ?? 0)
  const note = skipped > 0 ? `${skipped} skipped` : undefined
  const failed = result.numFailedTests + broken.length
  return settled({ passed: result.numPassedTests, failed, note, failures: failedInVitest(result) }, code)
}

/** Runs the journeys, or only those in the named files. @returns {Promise<Count>} */
async function playwright(name, files = [], given = {}) {
  const browser = await findOrInstallBrowser()
  if (browser === undefined) return { passed: 0, failed: 1, note: 'no browser' }
  // A run empties its output folder at the start, so parallel runs need separate folders.
  const shell = (await findOrInstallShell()) ?? ''
  const env = { CHROMIUM_PATH: browser, CHROMIUM_SHELL_PATH: shell, ...given }
  return runPlaywright(name, ['--output', `test-results/${name}`, ...files], env)
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

/** Runs the journeys; those for accessibility also check each page in a second set of fonts. */
async function journeys() {
  const fonts = findOtherFonts()
  if (await findOrInstallFonts(fonts)) return playwright('e2e', [], { BAYWISE_FONTS: fonts })
  const count = await playwright('e2e')
  return { ...count, note: [`not in ${fonts}, which cannot be had here`, count.note].filter(Boolean).join(', ') }
}

/**
 * Runs the first journey in the oldest supported Chromium as it really is, instead of a new one with built-ins deleted,
 * which could hide gaps.
 */
async function oldChromium() {
  const browser = await findOrInstallOldChromium()
  if (browser === undefined) return { passed: 0, failed: 0, note: `skipped, ${OLD_CHROMIUM} cannot be had here` }
  const env = { CHROMIUM_PATH: browser, CHROMIUM_SHELL_PATH: '', E2E_WORKERS: BESIDE }
  const count = await playwright('old-chromium', ['at-floor'], env)
  return { ...count, note: [OLD_CHROMIUM, count.note].filter(Boolean).join(': ') }
}

/** Runs the main journeys in another engine than Chromium. An engine that is not available is reported as skipped. */
async function journeysIn(engine) {
  if (!(await findOrInstallEngine(engine))) return { passed: 0, failed: 0, note: 'skipped, cannot be had here' }
  return runPlaywright(engine, ['--config', `e2e/${engine}/playwright.config.ts`])
}

async function installForJourneys() {
  await findOrInstallBrowser()
  await findOrInstallShell()
  await findOrInstallFonts(findOtherFonts())
}

const buildApp = async () => ((await build()) === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 })

/**
 * In the order in which they start and are shown. `cores` is how many cores a step keeps busy: one for a single process,
 * or for one that waits as much as it works. `after` names steps whose result it needs, or whose files must not change
 * meanwhile: `i18n` extracts into the catalogues and restores them.
 *
 * `prepare` installs what may be missing, before any step starts: two at once would compete for the package manager's
 * lock.
 *
 * @typedef {{name: string, work: () => Promise<Count>, cores: number, after?: readonly string[], prepare?: () => Promise<unknown>}} Step
 * @type {readonly Step[]}
 */
export const STEPS = [
  { name: 'css-types', work: script('scripts/css-types.ts'), cores: 1 },
  { name: 'i18n', work: script('scripts/i18n-check.ts'), cores: 1 },
  { name: 'build', work: buildApp, cores: 1, after: ['i18n'] },
  // One journey at a time in each: together with short checks they keep every core busy.
  ...ENGINES.map((engine) => ({
    name: engine,
    prepare: () => findOrInstallEngine(engine),
    work: () => journeysIn(engine),
    cores: 1,
    after: ['build'],
  })),
  { name: 'old-chromium', prepare: findOrInstallOldChromium, work: oldChromium, cores: 1, after: ['build'] },
  { name: 'types', work: script('scripts/typecheck.ts'), cores: 1, after: ['css-types'] },
  { name: 'lint', work: () => check('oxlint', ['--deny-warnings']), cores: 1, after: ['css-types'] },
  { name: 'import-law', work: () => check('npm', ['run', '--silent', 'law']), cores: 1 },
  { name: 'dead-code', work: () => check('knip', []), cores: 1 },
  {
    name: 'content',
    work: () => check('npm', ['run', '--silent', 'provider', '--', 'content', 'check', '--files']),
    cores: 1,
  },
  { name: 'bare-strings', work: script('scripts/bare-strings.ts'), cores: 1 },
  {
    name: 'lockfile',
    work: () => check('npm', ['ci', '--dry-run', '--no-audit', '--no-fund', '--loglevel=error']),
    cores: 1,
  },
  { name: 'format', work: () => check('oxfmt', ['--check', '.']), cores: 1 },
  { name: 'faults', work: () => check('npm', ['run', '--silent', 'faults', '--', '--check']), cores: 1 },
  { name: 'outcomes', work: () => check('npm', ['run', '--silent', 'outcomes', '--', '--check']), cores: 1 },
  { name: 'budgets', work: script('scripts/budgets.ts'), cores: 1, after: ['build'] },
  { name: 'floor', work: script('scripts/check-floor.ts'), cores: 1, after: ['build'] },
  { name: 'unit', work: () => vitest('unit', ['unit', 'simulation', 'dom']), cores: 2, after: ['i18n'] },
  { name: 'pg', work: () => vitest('pg', ['pg']), cores: 2, after: ['i18n'] },
  // Three journeys at once keep two cores fully busy and leave no room for another step.
  { name: 'e2e', prepare: installForJourneys, work: journeys, cores: 2, after: ['build'] },
]

// In a child process, its output is one stream that can be buffered while another step is shown: see test.mjs.
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { work } = STEPS.find(({ name }) => name === process.argv[2])
  const count = await work().catch((error) => ({ passed: 0, failed: 1, note: error.message }))
  process.send(count, () => process.disconnect())
}
