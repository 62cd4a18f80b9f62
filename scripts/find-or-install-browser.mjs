/**
 * Provides a Chromium for the journeys: an installed one, else Playwright's download, else the distribution's package.
 */
import { spawnSync } from 'node:child_process'
import { findBrowser, findShell } from './find-browser.mjs'
import { installPackages } from './install-package.mjs'
import { run } from './setup.mjs'

/**
 * Accepts only a browser that starts: a downloaded one may lack system libraries.
 * @param {() => string | undefined} find
 */
function startable(find) {
  const file = find()
  return file !== undefined && spawnSync(file, ['--version']).status === 0 ? file : undefined
}

/** @param {() => string | undefined} find @param {readonly (() => Promise<unknown>)[]} ways to install it, until there is one */
async function findOrInstall(find, ways) {
  for (const way of ways) {
    const found = startable(find)
    if (found !== undefined) return found
    try {
      await way()
    } catch (error) {
      console.error(`This way to a browser is closed: ${error.message}`)
    }
  }
  return startable(find)
}

/** @returns {Promise<string | undefined>} */
export const findOrInstallBrowser = () =>
  findOrInstall(findBrowser, [() => run('playwright', ['install', 'chromium']), () => installPackages(['chromium'])])

/**
 * The headless shell, from the distribution like the browser; Playwright's download includes its own.
 * @returns {Promise<string | undefined>}
 */
export const findOrInstallShell = () => findOrInstall(findShell, [() => installPackages(['chromium-headless-shell'])])
