/** A Chromium for the journeys: one that is here, else Playwright's download, else the distribution's package. */
import { spawnSync } from 'node:child_process'
import { findBrowser } from './find-browser.mjs'
import { installPackages } from './install-package.mjs'
import { run } from './setup.mjs'

/** A downloaded browser may lack the system's libraries: only one that answers counts. */
function startable() {
  const file = findBrowser()
  return file !== undefined && spawnSync(file, ['--version']).status === 0 ? file : undefined
}

const WAYS = [() => run('playwright', ['install', 'chromium']), () => installPackages(['chromium'])]

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
