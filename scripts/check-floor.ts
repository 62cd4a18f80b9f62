/**
 * Lists features in the built files in `dist/` that are newer than the oldest supported browsers
 * (scripts/floor/floor.ts), except those that are polyfilled there and those known to be dispensable. The build
 * transpiles the language for these browsers, but leaves built-ins and CSS unchanged. Exits 1 when there is any
 * finding.
 */
import { globSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { scriptsWithin } from '../provider/routes/inline-hashes.ts'
import { PROVIDED } from './floor/built-ins.ts'
import { findInScript } from './floor/find-in-script.ts'
import { findInStyle } from './floor/find-in-style.ts'
import { FLOOR } from './floor/floor.ts'

const DIST = 'dist'

/** Scripts that run without the polyfills. */
const ALONE = /^(?:(?:floor|too-old|kill-switch)\.js|index\.html)$/
/** The polyfills themselves, which test before they add. */
const PROVIDER = /^assets\/missing-built-ins-/

interface Known {
  readonly file: RegExp
  readonly what: string
  /** What happens in a browser without the feature. */
  readonly why: string
}

const KNOWN: readonly Known[] = [
  { file: /data-/, what: 'Notification', why: 'asked for only where find-push-state.ts found it' },
  { file: /index-/, what: 'indexedDB.databases', why: 'the storage is opened a moment later' },
  { file: /main-/, what: 'navigator.connection', why: 'data is not known to be saved' },
  { file: /memory-storage-/, what: '.intersection', why: 'tested for by its package' },
  { file: /streets-worker-/, what: 'OffscreenCanvas', why: 'the map has no streets' },
  { file: /streets-worker-/, what: 'DecompressionStream', why: 'the map has no streets' },
]

/** Rules with `:has()` that are mere enhancements, and the page's behaviour without them. */
const PLAINER: readonly (readonly [RegExp, string])[] = [
  [/^html:has\(dialog/, 'the page behind a dialog scrolls'],
  [/^\.pill_\w+:has\(\.actions/, "a visitor's header is wider than it need be"],
  [/^\.segment_\w+:has\(/, 'a plain radio button, by @supports'],
  [/^fieldset>\.option_\w+:has\(/, 'a plain radio button, by @supports'],
  [/^dialog \.form_\w+:has\(/, 'suggestions in a sheet scroll in less room'],
  [/^\.box_\w+:has\(\[aria-invalid/, 'the note alone says which field the provider found wrong'],
  [/^\.strip_\w+:has\(/, 'the focus is shown round the link alone'],
  [/^(?:body:has\(\.receipt|div:has\(>main \.(?:page|receipt))/, 'header and menu are printed, too'],
]

const isKnown = (file: string, what: string): boolean =>
  KNOWN.some((known) => known.what === what && known.file.test(file))

const inText = (file: string, text: string): readonly string[] => {
  if (PROVIDER.test(file)) return []
  const isAlone = ALONE.test(file)
  return findInScript(text)
    .filter((what) => (isAlone || !PROVIDED.has(what)) && !isKnown(file, what))
    .map((what) => `${file}: ${what}`)
}

const inScript = (file: string): readonly string[] => inText(file, readFileSync(path.join(DIST, file), 'utf8'))

/** Inline scripts of the start pages, which run before the polyfills. */
const inPage = (file: string): readonly string[] =>
  scriptsWithin(readFileSync(path.join(DIST, file), 'utf8')).flatMap((text) => inText(file, text))

const inStyle = (file: string): readonly string[] =>
  findInStyle(readFileSync(path.join(DIST, file), 'utf8'))
    .filter(({ where }) => !PLAINER.some(([selector]) => selector.test(where)))
    .map(({ what, where }) => `${file}: ${what} in ${where}`)

function check(): void {
  const scripts = globSync('{*.js,assets/*.js}', { cwd: DIST })
  const styles = globSync('assets/*.css', { cwd: DIST })
  if (scripts.length === 0 || styles.length === 0) throw new Error('dist/ is not a build')
  const found = [...scripts.flatMap(inScript), ...inPage('index.html'), ...styles.flatMap(inStyle)]
  const floor = Object.entries(FLOOR).map(([engine, version]) => `${engine} ${version}`)
  for (const problem of found) console.log(problem)
  console.log(
    `${String(found.length)} uses beyond ${floor.join(', ')} in ${String(scripts.length + 1 + styles.length)} files`,
  )
  process.exitCode = found.length === 0 ? 0 : 1
}

if (process.argv[1] === import.meta.filename) check()
