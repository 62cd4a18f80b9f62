/**
 * Browser engines other than Chromium for the journeys, from Debian's or Ubuntu's packages. Plain Node 20, no
 * dependency.
 */
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { findFirefox } from './find-browser.mjs'
import { installPackages } from './install-package.mjs'

/** Uses the distribution's Python, as another one on the path lacks its modules. @param {string} code */
const runsInPython = (code) => spawnSync('/usr/bin/python3', ['-c', code]).status === 0

/**
 * Packages of each engine, with a check for each.
 * @type {Readonly<Record<string, readonly (readonly [string, () => boolean])[]>>}
 */
const PACKAGES = {
  firefox: [['firefox-esr', () => findFirefox() !== undefined]],
  webkit: [
    ['webkit2gtk-driver', () => existsSync('/usr/bin/WebKitWebDriver')],
    ['xvfb', () => existsSync('/usr/bin/Xvfb')],
    ['python3-gi', () => runsInPython('import gi')],
    ['gir1.2-webkit2-4.1', () => runsInPython('import gi; gi.require_version("WebKit2", "4.1")')],
  ],
}

export const ENGINES = Object.keys(PACKAGES)

/** @param {string} engine @returns {readonly string[]} missing packages; empty when its journeys can run */
export const missingPackages = (engine) =>
  (PACKAGES[engine] ?? []).filter(([, isThere]) => !isThere()).map(([name]) => name)

/** @param {string} engine @returns {Promise<boolean>} whether it is available, after installing it if it was missing */
export async function findOrInstallEngine(engine) {
  const missing = missingPackages(engine)
  if (missing.length > 0) {
    try {
      await installPackages(missing)
    } catch (error) {
      console.error(`${missing.join(', ')} cannot be installed: ${error.message}`)
    }
  }
  return missingPackages(engine).length === 0
}
