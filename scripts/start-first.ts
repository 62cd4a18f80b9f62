import type { Plugin, Rolldown } from 'vite'
import { addImported } from './import-graph.ts'

/** What a relaunch runs, by what calls for it: nothing, a language, an address. */
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

/** A file and all that it imports before it runs, but what is there already. */
const addWithImports = (bundle: Bundle, file: string, found: Set<string>): Set<string> =>
  addImported(
    [file],
    (name) => {
      const chunk = bundle[name]
      return chunk?.type === 'chunk' ? chunk.imports : []
    },
    found,
  )

/** Files by what calls for them, none twice, without the first script and what it imports. */
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

/** The app's script and what it imports, but what the first script brings: found only once it has come, a small file costs a round trip. */
function mainFiles(bundle: Bundle): readonly string[] {
  const first = new Set<string>()
  addWithImports(bundle, chunkOf(bundle, 'src/start.ts').fileName, first)
  const found = new Set(first)
  addWithImports(bundle, chunkOf(bundle, 'src/main.tsx').fileName, found)
  return [...found].filter((file) => !first.has(file))
}

/**
 * The first script (start.ts) runs before the first paint, so that a still is the first thing seen, not the empty shell;
 * the app's own script is on its way meanwhile, and `fetch-ahead.ts` finds the names of the others in the page.
 */
export const startFirst: Plugin = {
  name: 'baywise:start-first',
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle }) {
      if (bundle === undefined) return html
      return {
        html: html.replace('<script type="module"', '<script type="module" blocking="render"'),
        tags: [
          // Not as a module: see fetch-ahead.ts. Pages of a first visit say so (prerender.ts).
          ...mainFiles(bundle).map((file) => ({
            tag: 'link',
            attrs: { rel: 'preload', as: 'script', href: `/${file}`, crossorigin: true },
            injectTo: 'head' as const,
          })),
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
