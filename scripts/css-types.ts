/**
 * Generates types for CSS modules, so that `styles.mistyped` does not compile. Writes
 * `.cache/css-types/<path>.module.css.d.ts`; the tsconfigs' `rootDirs` overlay that tree on the sources.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { globSync } from 'node:fs'
import path from 'node:path'

const OUT = '.cache/css-types'

/** Class names that a stylesheet defines. Comments, strings and urls are removed first: `url(a.png)` is not a class. */
export function classNamesIn(css: string): string[] {
  const bare = css
    .replace(/\/\*[\s\S]*?\*\//g, '')
    .replace(/"[^"]*"|'[^']*'|url\([^)]*\)/g, '')
    // Declarations contain no selectors, but may contain `.5rem`: a class begins with a letter, `_` or `-`.
    .replace(/@import[^;]*;/g, '')
  const names = bare.matchAll(/\.(-?[A-Za-z_][\w-]*)(?=[^;{}]*\{)/g)
  return [...new Set(Array.from(names, (match) => match[1] ?? ''))].toSorted()
}

/** The declaration file of a stylesheet with these classes. */
export function declarationOf(names: readonly string[]): string {
  const lines = names.map((name) => `  readonly '${name}': string`)
  return ['declare const styles: {', ...lines, '}', 'export default styles', ''].join('\n')
}

function writeAll(): void {
  rmSync(OUT, { recursive: true, force: true })
  const sheets = globSync('src/**/*.module.css')
  for (const sheet of sheets) {
    const target = path.join(OUT, `${sheet}.d.ts`)
    mkdirSync(path.dirname(target), { recursive: true })
    writeFileSync(target, declarationOf(classNamesIn(readFileSync(sheet, 'utf8'))))
  }
  console.log(`css-types: ${sheets.length} stylesheets`)
}

if (process.argv[1] === import.meta.filename) writeAll()
