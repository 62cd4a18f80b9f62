import { expect, test } from 'vitest'
import { initialScripts, precachedFiles } from '../../scripts/budgets.ts'

test('the initial route counts its scripts, preloads and static imports, not what is loaded on demand', () => {
  const html = `<script type="module" crossorigin src="/assets/a.js"></script>
    <link rel="modulepreload" crossorigin href="/assets/b.js"><link rel="stylesheet" href="/assets/a.css">`
  const texts: Record<string, string> = {
    'assets/a.js': 'import{x}from"./c.js";import"./d.js";const later=()=>import("./lazy.js")',
    'assets/c.js': 'export{y}from"./d.js"',
  }
  expect(initialScripts(html, (file) => texts[file] ?? '')).toEqual([
    'assets/a.js',
    'assets/b.js',
    'assets/c.js',
    'assets/d.js',
  ])
})

test('the precache is read from the built worker whichever way its entries are written', () => {
  const worker =
    'p([{"revision":null,"url":"assets/a.js"},{url:"index.html",revision:"1"},{"revision":null,"url":"assets/a.js"}])'
  expect(precachedFiles(worker)).toEqual(['assets/a.js', 'index.html'])
})
