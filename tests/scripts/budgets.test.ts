import { expect, test } from 'vitest'
import { initialScripts, precachedFiles, unnamedScripts } from '../../scripts/budgets.ts'

const HTML = `<script type="module" crossorigin src="/assets/a.js"></script>
  <link rel="modulepreload" crossorigin href="/assets/b.js"><link rel="stylesheet" href="/assets/a.css">`
const TEXTS: Record<string, string> = {
  'assets/a.js': 'import{x}from"./c.js";import"./d.js";const later=()=>import("./lazy.js")',
  'assets/c.js': 'export{y}from"./d.js"',
}
const textOf = (file: string): string => TEXTS[file] ?? ''

test('the initial route counts its scripts, preloads and static imports, not what is loaded on demand', () => {
  expect(initialScripts(HTML, textOf)).toEqual(['assets/a.js', 'assets/b.js', 'assets/c.js', 'assets/d.js'])
})

test('a script that is imported before it is named by the page comes a round trip late', () => {
  expect(unnamedScripts(HTML, textOf)).toEqual(['assets/c.js', 'assets/d.js'])
  expect(unnamedScripts('<link rel="modulepreload" href="/assets/c.js"><script src="/assets/d.js">', textOf)).toEqual(
    [],
  )
})

test('the precache is read from the built worker whichever way its entries are written', () => {
  const worker =
    'p([{"revision":null,"url":"assets/a.js"},{url:"index.html",revision:"1"},{"revision":null,"url":"assets/a.js"}])'
  expect(precachedFiles(worker)).toEqual(['assets/a.js', 'index.html'])
})
