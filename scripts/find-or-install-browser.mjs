/** A Chromium for the journeys: one that is here, else Playwright's download, else the distribution's package. */
import { spawnSync } from 'node:child_process'
import { findBrowser } from './find-browser.mjs'
import { run } from './setup.mjs'

/** A downloaded browser may lack the system's libraries: only one that answers counts. */
function startable() {
  const file = findBrowser()
  return file !== undefined && spawnSync(file, ['--version']).status === 0 ? file : undefined
}

/** @param {readonly string[]} args */
async function aptGet(args) {
  const isRoot = process.getuid?.() === 0
  const noQuestions = { DEBIAN_FRONTEND: 'noninteractive' }
  return isRoot ? run('apt-get', args, noQuestions) : run('sudo', ['-n', 'apt-get', ...args], noQuestions)
}

const WAYS = [
  () => run('playwright', ['install', 'chromium']),
  async () => (await aptGet(['update'])) === 0 && aptGet(['install', '-y', '--no-install-recommends', 'chromium']),
]

/** @returns {Promise<string | undefined>} */
export async function findOrInstallBrowser() {
  for (const way of WAYS) {
    const found = startable()
    if (found !== undefined) return found
    try {
      await way()
    } catch (error) {
      console.error(`This way to a browser is closed: ${error.message}`)
    }
  }
  return startable()
}
