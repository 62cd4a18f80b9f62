/** A Chromium for the journeys: one that is here, else Playwright's download, else the distribution's package. */
import { spawnSync } from 'node:child_process'
import { findBrowser, findShell } from './find-browser.mjs'
import { installPackages } from './install-package.mjs'
import { run } from './setup.mjs'

/** A downloaded browser may lack the system's libraries: only one that answers counts. @param {() => string | undefined} find */
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

/** The browser without its window, of the distribution as the browser is; Playwright's comes with its browser. @returns {Promise<string | undefined>} */
export const findOrInstallShell = () => findOrInstall(findShell, [() => installPackages(['chromium-headless-shell'])])
