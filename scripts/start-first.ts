import path from 'node:path'
import type { Plugin, Rolldown } from 'vite'
import { buildScript } from './build-script.ts'
import { addImported } from './import-graph.ts'

/** Files that a relaunch runs, by trigger: always, a language, an address. */
const AHEAD: Readonly<Record<string, readonly string[]>> = {
  '': ['src/main.tsx', 'src/queries/query.ts'],
  en: ['locales/en.po'],
  fr: ['locales/fr.po'],
  '/': [
    'src/screens/home/running-card.tsx',
    'src/screens/home/saved-parks.tsx',
    'src/parts/vehicle-field.tsx',
    'src/app/header-account.tsx',
  ],
}

type Bundle = Rolldown.OutputBundle

function chunkOf(bundle: Bundle, module: string): Rolldown.OutputChunk {
  for (const chunk of Object.values(bundle))
    if (chunk.type === 'chunk' && chunk.moduleIds.some((id) => id.endsWith(`/${module}`))) return chunk
  throw new Error(`${module} is in no file of the build`)
}

/** A file and its static imports, except those already found. */
const addWithImports = (bundle: Bundle, file: string, found: Set<string>): Set<string> =>
  addImported(
    [file],
    (name) => {
      const chunk = bundle[name]
      return chunk?.type === 'chunk' ? chunk.imports : []
    },
    found,
  )

/** Files by trigger, each listed once, without the first script and its imports. */
export function filesAhead(bundle: Bundle): Record<string, readonly string[]> {
  const there = new Set<string>()
  addWithImports(bundle, chunkOf(bundle, 'src/start.ts').fileName, there)
  return Object.fromEntries(
    Object.entries(AHEAD).map(([key, modules]) => {
      const before = new Set(there)
      for (const module of modules) addWithImports(bundle, chunkOf(bundle, module).fileName, there)
      return [key, [...there].filter((file) => !before.has(file)).map((file) => file.replace('assets/', ''))]
    }),
  )
}

/**
 * The app's script and its imports, except those of the first script: discovered only after it, even a small file costs
 * a round trip.
 */
function mainFiles(bundle: Bundle): readonly string[] {
  const first = new Set<string>()
  addWithImports(bundle, chunkOf(bundle, 'src/start.ts').fileName, first)
  const found = new Set(first)
  addWithImports(bundle, chunkOf(bundle, 'src/main.tsx').fileName, found)
  return [...found].filter((file) => !first.has(file))
}

/**
 * Inlines the app's one stylesheet at the end of the head, after the preloads. `data-sheet` names its file, for pages
 * that should stay short (prerender.ts).
 */
function withSheetWithin(html: string, bundle: Bundle): string {
  const [link, sheet = ''] = /<link rel="stylesheet"[^>]* href="\/([^"]+)">/.exec(html) ?? []
  const asset = bundle[sheet]
  if (link === undefined || asset?.type !== 'asset') throw new Error('index.html has no stylesheet')
  // Not preloaded as modules: see fetch-ahead.ts. First-visit pages change that (prerender.ts).
  const ahead = mainFiles(bundle).map((file) => `<link rel="preload" as="script" href="/${file}" crossorigin>`)
  const style = `<style data-sheet="/${sheet}">${String(asset.source).trim()}</style>`
  return html.replace(link, ahead.join('\n    ')).replace('</head>', () => `${style}</head>`)
}

/** Placed right after the initial content, which is not painted before it runs. */
const withScriptWithin = (html: string, script: string): string =>
  html.replace(/(?=\s*<noscript>)/, () => `<script>${script.trim()}</script>`)

/**
 * Lets an installed phone paint its start page before its worker delivers any other file: the page contains the styles
 * and the script that shows a stored snapshot (src/begin.ts). The app's own script loads meanwhile, and
 * `fetch-ahead.ts` finds the names of the others in the page.
 */
export const startFirst: Plugin = {
  name: 'baywise:start-first',
  transformIndexHtml: {
    order: 'post',
    async handler(html, { bundle }) {
      if (bundle === undefined) return [{ tag: 'script', attrs: { type: 'module', src: '/src/begin.ts' } }]
      const begin = await buildScript(path.resolve('src/begin.ts'), 'begin')
      return {
        html: withScriptWithin(withSheetWithin(html, bundle), begin),
        tags: [
          {
            tag: 'meta',
            attrs: { name: 'files', content: JSON.stringify(filesAhead(bundle)) },
            injectTo: 'head',
          },
        ],
      }
    },
  },
}
