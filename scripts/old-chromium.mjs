/**
 * Chromium 92, the oldest supported (scripts/floor/floor.ts), from a package that contains only a browser: 50 MB, for
 * Linux x64, unpacked to .cache. Not a dependency, since an install should not download it. Plain Node 20, no
 * dependency.
 */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { brotliDecompressSync } from 'node:zlib'
import { ROOT } from './setup.mjs'

const PACKAGE = '@sparticuz/chromium@92.0.0'
export const OLD_CHROMIUM = 'Chromium 92'

const FOLDER = path.join(ROOT, '.cache/old-chromium')
const BROWSER = path.join(FOLDER, 'chromium')

const isStartable = () =>
  existsSync(BROWSER) &&
  spawnSync(BROWSER, ['--headless', '--no-sandbox', '--disable-gpu', '--dump-dom', 'about:blank'], { timeout: 20_000 })
    .status === 0

/** @param {string} command @param {readonly string[]} args */
function mustRun(command, args) {
  const { status, stdout, error } = spawnSync(command, args, { cwd: FOLDER, encoding: 'utf8' })
  if (status !== 0) throw error ?? new Error(`${command} ended with code ${status}`)
  return stdout.trim()
}

function install() {
  mkdirSync(FOLDER, { recursive: true })
  const archive = mustRun('npm', ['pack', PACKAGE, '--silent'])
  mustRun('tar', ['-xzf', archive, 'package/bin/chromium.br'])
  const packed = path.join(FOLDER, 'package/bin/chromium.br')
  // Renamed once complete: a partial file would count as a browser.
  writeFileSync(`${BROWSER}.part`, brotliDecompressSync(readFileSync(packed)), { mode: 0o755 })
  renameSync(`${BROWSER}.part`, BROWSER)
  rmSync(path.join(FOLDER, 'package'), { recursive: true })
  rmSync(path.join(FOLDER, archive))
}

/** @returns {Promise<string | undefined>} undefined where it cannot be downloaded or started */
export async function findOrInstallOldChromium() {
  if (process.platform !== 'linux' || process.arch !== 'x64') return undefined
  if (!existsSync(BROWSER)) {
    try {
      install()
    } catch (error) {
      console.error(`${PACKAGE} cannot be installed: ${error.message}`)
    }
  }
  return isStartable() ? BROWSER : undefined
}
