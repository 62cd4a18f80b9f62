/**
 * What `npm start` and `npm test` need before any project code can run. Plain Node 20, no dependency: on a fresh clone
 * this is the first code that runs.
 */
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

export const ROOT = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')
const BIN = path.join(ROOT, 'node_modules/.bin')
const BUILD_STAMP = path.join(ROOT, '.cache/build.sha256')

/** Inputs of the build: a change in any of these makes `dist/` stale. */
const BUILD_INPUTS = [
  'index.html',
  'vite.config.ts',
  'lingui.config.ts',
  'package-lock.json',
  'public',
  'locales',
  'src',
  'sw',
  'scripts/chunk-groups.ts',
  'scripts/chunk-texts.ts',
  'scripts/class-names.ts',
  'scripts/compress.ts',
  'scripts/floor',
  'scripts/help-articles.ts',
  'scripts/lean-ky.ts',
  'scripts/lean-leaflet.ts',
  'scripts/lean-react-dom.ts',
  'scripts/lean-router.ts',
  'scripts/modern-dexie.ts',
  'scripts/own-sheets.ts',
  'scripts/prerender.ts',
  'scripts/precache-integrity.ts',
  'scripts/production-router.ts',
  'scripts/replace-bodies.ts',
  'scripts/start-first.ts',
]

/** Node 24.7 is the first with all the features that the provider uses. */
const NEEDED = [24, 7]

/** @param {string} version like `v24.21.0` */
function isNewEnough(version) {
  const [major = 0, minor = 0] = version.replace('v', '').split('.').map(Number)
  return major > NEEDED[0] || (major === NEEDED[0] && minor >= NEEDED[1])
}

/** The Node that runs the product: the packaged one if it starts, else the user's own. Throws when both are too old. */
export function mustFindNode() {
  const packaged = path.join(BIN, 'node')
  if (existsSync(packaged)) {
    const probe = spawnSync(packaged, ['--version'], { encoding: 'utf8' })
    if (probe.status === 0 && isNewEnough(probe.stdout.trim())) return packaged
  }
  if (isNewEnough(process.version)) return process.execPath
  throw new Error(`Baywise needs Node ${NEEDED.join('.')} or newer on this system; this is Node ${process.version}.`)
}

/**
 * Flags of the provider's Node. Its default young generation suits few large requests; with many small ones, the
 * process grows to twice the memory in use. After half an hour of load 50 MB are live, so a heap of 256 MB means a
 * leak. The heap is not collected below 64 MB, nor until it reaches three times its live size after the last
 * collection: by default, a full collection ran once per hundred lists of car parks and delayed requests by 50 ms.
 */
export const PROVIDER_FLAGS = [
  '--max-semi-space-size=4',
  '--initial-old-space-size=64',
  '--heap-growing-percent=200',
  '--max-old-space-size=256',
]

/**
 * Environment with the project's own tools first on the path and Node's compile cache on: a provider command then
 * starts with two fifths of the work, and a test run starts many.
 */
export function projectEnv() {
  const { PATH = '', NODE_COMPILE_CACHE = path.join(ROOT, '.cache/compiled') } = process.env
  return { ...process.env, PATH: `${BIN}${path.delimiter}${PATH}`, NODE_COMPILE_CACHE }
}

/**
 * Runs a command in the project with its output shown; returns its exit code.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {Record<string, string>} [env]
 * @returns {Promise<number>}
 */
export function run(command, args, env = {}) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { cwd: ROOT, stdio: 'inherit', env: { ...projectEnv(), ...env } })
    child.once('error', reject)
    child.once('exit', (code, signal) => resolve(signal === null ? (code ?? 1) : 1))
  })
}

/** Whether node_modules matches the lockfile; npm writes its own lockfile there last. */
function isInstalled() {
  const installed = path.join(ROOT, 'node_modules/.package-lock.json')
  if (!existsSync(installed)) return false
  const wanted = JSON.parse(readFileSync(path.join(ROOT, 'package-lock.json'), 'utf8')).packages
  const found = JSON.parse(readFileSync(installed, 'utf8')).packages
  return Object.entries(wanted).every(([folder, entry]) => {
    if (folder === '') return true
    const there = found[folder]
    return there === undefined ? entry.optional === true : there.version === entry.version
  })
}

export async function ensureDependencies() {
  if (isInstalled()) return
  console.log('Installing dependencies…')
  const code = await run('npm', ['ci', '--include=dev', '--no-audit', '--no-fund'])
  if (code !== 0) throw new Error(`npm ci ended with code ${code}`)
}

/** @param {string} entry @returns {string[]} files below a path, in a stable order */
function filesBelow(entry) {
  if (!statSync(entry).isDirectory()) return [entry]
  return readdirSync(entry)
    .toSorted()
    .flatMap((name) => filesBelow(path.join(entry, name)))
}

function hashOfSources() {
  const hash = createHash('sha256')
  const files = BUILD_INPUTS.map((name) => path.join(ROOT, name))
    .filter(existsSync)
    .flatMap(filesBelow)
  for (const file of files) hash.update(`${path.relative(ROOT, file)}\0`).update(readFileSync(file))
  return hash.digest('hex')
}

/** Builds `dist/` and records the hash of its inputs. @returns {Promise<number>} the exit code */
export async function build() {
  const hash = hashOfSources()
  const code =
    (await run(mustFindNode(), ['node_modules/vite/bin/vite.js', 'build'])) ||
    (await run(mustFindNode(), ['scripts/prerender.ts'])) ||
    (await run(mustFindNode(), ['scripts/compress.ts']))
  if (code === 0) {
    mkdirSync(path.dirname(BUILD_STAMP), { recursive: true })
    writeFileSync(BUILD_STAMP, hash)
  }
  return code
}

/** Builds `dist/` when it is missing or older than its sources. */
export async function ensureBuild() {
  const isFresh =
    existsSync(path.join(ROOT, 'dist/index.html')) &&
    existsSync(BUILD_STAMP) &&
    readFileSync(BUILD_STAMP, 'utf8') === hashOfSources()
  if (isFresh) return
  console.log('Building the app…')
  const code = await build()
  if (code !== 0) throw new Error(`the build ended with code ${code}`)
}
