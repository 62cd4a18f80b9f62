/**
 * Checks the built app in `dist/` against byte budgets (`.ci/budgets.json`). 1 kB = 1000 bytes; brotli at quality 11.
 * Prints one row per budget; exits 1 when one is exceeded. Install traffic is measured in a browser: e2e/budgets.
 */
import { globSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import { scriptsWithin } from '../provider/routes/inline-hashes.ts'
import { fileGroupOf } from '../src/lib/kept-files.ts'

const DIST = 'dist'

interface Budgets {
  readonly initialRouteJsBrotliKb: number
  readonly cssBrotliKb: number
  readonly precacheDecodedKb: number
  readonly latePageJsBrotliKb: number
}

const read = (file: string): Buffer => readFileSync(path.join(DIST, file))

function packedKb(texts: readonly (Buffer | string)[]): number {
  const options = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }
  return texts.reduce((sum, text) => sum + brotliCompressSync(text, options).length, 0) / 1000
}

const brotliKb = (files: readonly string[]): number => packedKb(files.map(read))

/** A script's static imports, as paths in `dist/`. */
const importsOf = (file: string, text: string): string[] =>
  Array.from(text.matchAll(/(?:\bfrom|\bimport)\s*["'`](\.[^"'`]+\.js)["'`]/g), ([, specifier = '']) =>
    path.posix.join(path.posix.dirname(file), specifier),
  )

/** These scripts with all their static imports. */
function withImports(files: readonly string[], scriptText: (file: string) => string): Set<string> {
  const found = new Set<string>()
  const add = (file: string): void => {
    if (found.has(file)) return
    found.add(file)
    for (const imported of importsOf(file, scriptText(file))) add(imported)
  }
  for (const file of files) add(file)
  return found
}

const namedScripts = (html: string): string[] =>
  Array.from(
    html.matchAll(/<(?:script|link)\b[^>]*>/g),
    ([tag]) => /\b(?:src|href)="\/([^"]+\.js)"/.exec(tag)?.[1],
  ).filter((source) => source !== undefined)

/** Scripts that the first page needs before it works: its own, those preloaded, and all their static imports. */
export const initialScripts = (html: string, scriptText: (file: string) => string): string[] =>
  [...withImports(namedScripts(html), scriptText)].toSorted()

/**
 * Initial scripts that the page does not name: each is requested only after another has arrived, a round trip later.
 */
export function unnamedScripts(html: string, scriptText: (file: string) => string): string[] {
  const named = new Set(namedScripts(html))
  return initialScripts(html, scriptText).filter((file) => !named.has(file))
}

/** The largest of the pages that are cached later, counting the files it needs beyond those already installed. */
function largestLatePage(ofApp: readonly string[]): { readonly file: string; readonly kb: number } {
  const brought = new Set(ofApp)
  const pages = globSync('assets/*.js', { cwd: DIST }).filter((file) => fileGroupOf(file) === 'later')
  const sizes = pages.map((file) => ({
    file,
    kb: brotliKb([...withImports([file], (name) => read(name).toString())].filter((name) => !brought.has(name))),
  }))
  return sizes.reduce((largest, page) => (page.kb > largest.kb ? page : largest))
}

/** Files of the precache manifest in the worker, except those that phones cache later or only attendants need. */
export function precachedFiles(worker: string): string[] {
  const entries = worker.matchAll(/\{[^{}]*\burl:\s*"([^"]+)"[^{}]*\}|\{[^{}]*"url":\s*"([^"]+)"[^{}]*\}/g)
  const files = new Set(Array.from(entries, (match) => match[1] ?? match[2] ?? ''))
  return [...files].filter((file) => fileGroupOf(file) === null).toSorted()
}

/** Installed scripts that import a file which is cached later: offline, their pages would not open. */
const findIncomplete = (precached: readonly string[]): string[] =>
  precached
    .filter((file) => file.endsWith('.js'))
    .flatMap((file) =>
      importsOf(file, read(file).toString())
        .filter((imported) => fileGroupOf(imported) !== null)
        .map((imported) => `${file} needs ${imported}`),
    )

const textOf = (file: string): string => read(file).toString()

/** Scripts that start pages do not name, and so load late. */
const findUnnamed = (): string[] =>
  ['index.html', ...globSync('rendered/**/*.html', { cwd: DIST })].flatMap((page) =>
    unnamedScripts(textOf(page), textOf).map((file) => `${page} does not name ${file}`),
  )

function checkAll(): void {
  const budgets: Budgets = JSON.parse(readFileSync('.ci/budgets.json', 'utf8'))
  const start = textOf('index.html')
  const scripts = initialScripts(start, textOf)
  // A folder's own sheet (scripts/own-sheets.ts) is fetched with its screens.
  const styles = globSync('assets/*.css', { cwd: DIST }).filter((file) => fileGroupOf(file) === null)
  const precached = precachedFiles(read('sw.js').toString())
  if (scripts.length === 0 || styles.length === 0 || precached.length === 0) throw new Error('dist/ is not a build')
  const page = largestLatePage([...scripts, ...precached])
  const rows = [
    {
      name: 'initial route JavaScript, brotli',
      kb: brotliKb(scripts) + packedKb(scriptsWithin(start)),
      limit: budgets.initialRouteJsBrotliKb,
    },
    { name: 'CSS of every page, brotli', kb: brotliKb(styles), limit: budgets.cssBrotliKb },
    {
      name: `precache, decoded (${precached.length} files)`,
      kb: precached.reduce((sum, file) => sum + statSync(path.join(DIST, file)).size, 0) / 1000,
      limit: budgets.precacheDecodedKb,
    },
    { name: `${path.basename(page.file)}, brotli`, kb: page.kb, limit: budgets.latePageJsBrotliKb },
  ]
  for (const { name, kb, limit } of rows) {
    console.log(`${kb <= limit ? 'ok  ' : 'OVER'} ${name.padEnd(40)} ${kb.toFixed(1).padStart(8)} kB of ${limit} kB`)
  }
  const incomplete = findIncomplete(precached)
  for (const problem of incomplete) console.log(`INCOMPLETE ${problem}, which is kept later (src/lib/kept-files.ts)`)
  const unnamed = findUnnamed()
  for (const problem of unnamed) console.log(`UNNAMED ${problem} (scripts/start-first.ts)`)
  const isComplete = incomplete.length === 0 && unnamed.length === 0
  process.exitCode = isComplete && rows.every(({ kb, limit }) => kb <= limit) ? 0 : 1
}

if (process.argv[1] === import.meta.filename) checkAll()
