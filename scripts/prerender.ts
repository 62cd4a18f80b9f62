/**
 * Runs after the build: renders the pages of `src/app/render-page.tsx` as HTML in both languages into `dist/rendered/`,
 * each with the styles it uses inlined. A first visit can read them, and send its search, before any script has
 * arrived. `pages.json` maps addresses to files; the shells are the start pages for a first visit at any other address
 * (selected by provider/routes/rendered-pages.ts), also rendered with their own inline styles. None is precached: an
 * installed app opens from its own shell.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import Beasties from 'beasties'
import { build } from 'vite'
import type * as RenderPage from '../src/app/render-page.tsx'
import type { RenderedPage } from '../src/app/render-page.tsx'
import type { Language } from '../src/lib/language.ts'
import { appModules } from '../vite.config.ts'
import { must } from '../src/lib/assert.ts'
import { addImported } from './import-graph.ts'
import { ROOT } from './setup.mjs'

const DIST = path.join(ROOT, 'dist')
const FOLDER = path.join(DIST, 'rendered')
const SERVER = path.join(ROOT, '.cache/prerender')
/** Kept because the dark theme's styles are not visible in the markup. */
const THEMES = [/:root/, /\[data-theme/]

/**
 * The files that each shell's page runs besides the app's script, loaded in parallel instead of one after the other as
 * they import each other.
 */
const SHELLS = {
  shell: ['data'],
  'shell-search': ['data', 'find-screen', 'place-client'],
  'shell-park': ['data', 'park-screen'],
} as const

const LANGUAGES: readonly Language[] = ['en', 'fr']

/** Files below `dist/` by address and language. */
type Pages = Record<string, Partial<Record<Language, string>>>

async function loadRenderer(): Promise<typeof RenderPage> {
  await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    ...appModules(),
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      ssr: path.join(ROOT, 'src/app/render-page.tsx'),
      outDir: SERVER,
      emptyOutDir: true,
      assetsInlineLimit: 0,
      reportCompressedSize: false,
    },
  })
  // Node caches modules by address, so each build needs a different one.
  return (await import(
    `${pathToFileURL(path.join(SERVER, 'render-page.js')).href}?${String(Date.now())}`
  )) as typeof RenderPage
}

const escapeText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')

/** Throws when `shell` has no such place: a page without its text would be published. */
function replaceOnce(shell: string, place: RegExp, text: string): string {
  if (!place.test(shell)) throw new Error(`index.html has no ${String(place)}`)
  return shell.replace(place, () => text)
}

const HEAD_END = /(?=<\/head>)/

interface Shell {
  readonly html: string
  readonly language: Language
  /** Files that contain its texts. */
  readonly texts: readonly string[]
}

/** The start page with `page` rendered into it. */
function htmlOf({ html: shell, language, texts }: Shell, page: RenderedPage): string {
  const steps: ReadonlyArray<readonly [RegExp, string]> = [
    [/<html lang="en"/, `<html lang="${language}"`],
    [/<title>[^<]*<\/title>/, `<title>${escapeText(page.title)}</title>`],
    [/(?<=name="description"\s+content=")[^"]*/, escapeText(page.description)],
    [HEAD_END, texts.map(modulePreload).join('')],
    [/<div id="root">[\s\S]*?<\/div>(?=<script>)/, `<div id="root" data-rendered="${page.path}">${page.markup}</div>`],
  ]
  return steps.reduce((html, [place, text]) => replaceOnce(html, place, text), shell)
}

/** What `src/app/fetch-ahead.ts` reads on an installed phone (scripts/start-first.ts). */
const FILES_AHEAD = /\s*<meta name="files" content="([^"]*)">/

/** Preloads a script as a module, so that it is compiled while it arrives. */
const modulePreload = (file: string): string => `<link rel="modulepreload" crossorigin href="${file}">`

/** Loads after the app's script, without which these files are useless. */
const modulePreloadLater = (file: string): string =>
  `<link rel="modulepreload" crossorigin fetchpriority="low" href="/${file}">`

interface BuiltFile {
  readonly file: string
  readonly name?: string
  /** Manifest keys. */
  readonly imports?: readonly string[]
}

type Manifest = Readonly<Record<string, BuiltFile>>

/** Adds preloads to `shell` for the other files that its page runs. */
function withAhead(shell: string, manifest: Manifest, names: readonly string[]): string {
  const builtAt = (key: string): BuiltFile => must(manifest[key], key)
  const keys = names.map((wanted) =>
    must(
      Object.keys(manifest).find((key) => builtAt(key).name === wanted),
      wanted,
    ),
  )
  const files = [...addImported(keys, (key) => builtAt(key).imports ?? [])].map((key) => builtAt(key).file)
  const ahead = files.filter((file) => !shell.includes(`/${file}"`)).map(modulePreloadLater)
  return replaceOnce(shell, HEAD_END, ahead.join(''))
}

/** Inlines the styles that the page uses; the whole sheet follows at the end, for later content. */
async function withStyles(html: string): Promise<string> {
  const inliner = new Beasties({ path: DIST, preload: 'body', fonts: false, logLevel: 'warn', allowRules: THEMES })
  return (await inliner.process(html)).replace(' data-beasties-container', '')
}

/** Like the pages, the shells are painted before any script or stylesheet has arrived. */
async function writeShells(shell: string): Promise<void> {
  const manifest = JSON.parse(readFileSync(path.join(DIST, '.vite/manifest.json'), 'utf8')) as Manifest
  for (const [shellName, names] of Object.entries(SHELLS)) {
    const html = await withStyles(withAhead(shell, manifest, names))
    writeFileSync(path.join(FOLDER, `${shellName}.html`), html)
  }
  rmSync(path.join(DIST, '.vite'), { recursive: true })
}

/** The installed start page's styles (scripts/start-first.ts). */
const SHEET = /<style data-sheet="([^"]+)">[\s\S]*?<\/style>/

/** The start page of a first visit, which has no compiled code yet, and preloads only the files it names. */
function asFirstVisit(index: string): string {
  const [, sheet = ''] = SHEET.exec(index) ?? []
  const steps: ReadonlyArray<readonly [RegExp, string]> = [
    [SHEET, `<link rel="stylesheet" crossorigin href="${sheet}">`],
    [/<link rel="preload" as="script"(?= href="\/assets\/)/g, '<link rel="modulepreload"'],
    [FILES_AHEAD, ''],
  ]
  return steps.reduce((html, [place, text]) => replaceOnce(html, place, text), index)
}

/** The files of a language's texts, which would otherwise be requested only after the first script has arrived. */
function textFiles(index: string, language: Language): readonly string[] {
  const [, listed = '{}'] = FILES_AHEAD.exec(index) ?? []
  const { [language]: files } = JSON.parse(listed.replaceAll('&quot;', '"')) as Partial<Record<string, string[]>>
  if (files === undefined) throw new Error(`index.html names no texts in ${language}`)
  return files.map((file) => `/assets/${file}`)
}

async function renderAll(): Promise<Pages> {
  const index = readFileSync(path.join(DIST, 'index.html'), 'utf8')
  const shell = asFirstVisit(index)
  await writeShells(shell)
  const pages: Pages = {}
  const { renderPages } = await loadRenderer()
  for (const language of LANGUAGES) {
    const ofLanguage = { html: shell, language, texts: textFiles(index, language) }
    for (const page of await renderPages(language)) {
      const html = await withStyles(htmlOf(ofLanguage, page))
      const file = `rendered/${language}${page.path === '/' ? '/home' : page.path}.html`
      mkdirSync(path.dirname(path.join(DIST, file)), { recursive: true })
      writeFileSync(path.join(DIST, file), html)
      ;(pages[page.path] ??= {})[language] = `/${file}`
    }
  }
  return pages
}

rmSync(FOLDER, { recursive: true, force: true })
mkdirSync(FOLDER)
const pages = await renderAll()
writeFileSync(path.join(FOLDER, 'pages.json'), JSON.stringify(pages))
console.log(`rendered ${String(Object.keys(pages).length)} pages in ${String(LANGUAGES.length)} languages`)
