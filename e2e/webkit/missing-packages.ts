import { existsSync } from 'node:fs'
import { spawnSync } from 'node:child_process'

/** Debian's and Ubuntu's names of what the checks in WebKit are made of, and how each is noticed. */
const PACKAGES: ReadonlyArray<readonly [string, () => boolean]> = [
  ['webkit2gtk-driver', () => existsSync('/usr/bin/WebKitWebDriver')],
  ['xvfb', () => existsSync('/usr/bin/Xvfb')],
  ['python3-gi', () => runsInPython('import gi')],
  ['gir1.2-webkit2-4.1', () => runsInPython('import gi; gi.require_version("WebKit2", "4.1")')],
]

/** The distribution's Python: another one on the path has not its modules. */
const runsInPython = (code: string): boolean => spawnSync('/usr/bin/python3', ['-c', code]).status === 0

/** Packages of the distribution that are not installed; empty when the checks can run. */
export const missingPackages = (): readonly string[] =>
  PACKAGES.filter(([, isThere]) => !isThere()).map(([name]) => name)
