/**
 * Fonts in which accessibility tests show each page a second time (`BAYWISE_FONTS=noto|dejavu|liberation`): line
 * heights and widths differ by a fifth between machines. Plain Node 20, no dependency.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, readdirSync } from 'node:fs'
import { homedir } from 'node:os'
import path from 'node:path'
import { installPackages } from './install-package.mjs'

/** @type {Readonly<Record<string, {family: string, file: string, debian: string}>>} */
const SETS = {
  noto: { family: 'Noto Sans', file: 'NotoSans-Regular.ttf', debian: 'fonts-noto-core' },
  dejavu: { family: 'DejaVu Sans', file: 'DejaVuSans.ttf', debian: 'fonts-dejavu' },
  liberation: { family: 'Liberation Sans', file: 'LiberationSans-Regular.ttf', debian: 'fonts-liberation' },
}
const ROOTS = ['/usr/share/fonts', '/usr/local/share/fonts', ...['.fonts', '.local/share/fonts'].map(inHome)]

/** @param {string} folder */
function inHome(folder) {
  return path.join(homedir(), folder)
}

/** @param {string} folder @param {string} file @returns {string | undefined} the folder below that holds the file */
function findBelow(folder, file) {
  if (!existsSync(folder)) return undefined
  const entries = readdirSync(folder, { withFileTypes: true })
  if (entries.some(({ name }) => name === file)) return folder
  for (const entry of entries.filter((entry) => entry.isDirectory())) {
    const found = findBelow(path.join(folder, entry.name), file)
    if (found !== undefined) return found
  }
  return undefined
}

/** @param {string} name @returns {{family: string, file: string, debian: string}} throws for a name not in `SETS` */
function mustSet(name) {
  const set = SETS[name]
  if (set === undefined) throw new Error(`BAYWISE_FONTS is ${name}: it must be one of ${Object.keys(SETS).join(', ')}`)
  return set
}

/** @param {string} name @returns {string | undefined} where the fonts of a set are on this machine */
function findFonts(name) {
  const { file } = mustSet(name)
  return ROOTS.map((folder) => findBelow(folder, file)).find((folder) => folder !== undefined)
}

/** @param {string} name @returns {Promise<boolean>} whether a set's fonts are available, installed if necessary */
export async function findOrInstallFonts(name) {
  if (findFonts(name) === undefined) {
    try {
      await installPackages([mustSet(name).debian])
    } catch (error) {
      console.error(`The fonts ${name} cannot be installed: ${error.message}`)
    }
  }
  return findFonts(name) !== undefined
}

/** @returns {string} the name of a set that is not this machine's default font */
export function findOtherFonts() {
  const { stdout } = spawnSync('fc-match', ['--format=%{family}', 'system-ui'], { encoding: 'utf8' })
  return Object.keys(SETS).find((name) => SETS[name].family !== stdout) ?? 'noto'
}

/** @param {string} name @returns {string} the font family of a set, for a page; throws when it is not installed */
export function familyOf(name) {
  const { family, debian } = mustSet(name)
  if (findFonts(name) === undefined)
    throw new Error(`The fonts of BAYWISE_FONTS=${name} are not here: package ${debian}`)
  return family
}
