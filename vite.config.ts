import { createHash } from 'node:crypto'
import path from 'node:path'
import babel from '@rolldown/plugin-babel'
import react, { reactCompilerPreset } from '@vitejs/plugin-react'
import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin'
import { build, defineConfig, type Plugin } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { chunkNames } from './scripts/chunk-groups.ts'
import { chunkTexts } from './scripts/chunk-texts.ts'
import { classNames } from './scripts/class-names.ts'
import { leanLeaflet } from './scripts/lean-leaflet.ts'
import { modernDexie } from './scripts/modern-dexie.ts'
import { integrityOf, withIntegrity } from './scripts/precache-integrity.ts'

/**
 * What the browser asks for by itself at installation, storage in memory (only where nothing can be precached), the worker's second
 * script (the browser stores it with the worker), and what only works with a connection.
 */
const NOT_PRECACHED = [
  'screenshots/**',
  'icons/*-512.png',
  'icons/apple-touch-icon.png',
  'assets/memory-storage-*',
  'assets/passkey-ceremony-*',
  'assets/password-strength-*',
  'assets/passkeys-modal-*',
  'assets/sessions-modal-*',
  'assets/phone-number-*',
  'assets/{edit,email,delete}-modal-*',
  'assets/on-demand-*',
  'assets/auto-top-up-form-*',
  'assets/stripe-payment-*',
  'assets/social-journey*',
  'assets/social-buttons*',
  'kill-switch.js',
]

/** A worker exists only where IndexedDB does: its one file leaves out the storage in memory (130 kB). */
const withoutMemoryStorage: Plugin = {
  name: 'baywise:without-memory-storage',
  load: (id) =>
    id.endsWith('/src/db/memory-storage.ts') ? 'export const IDBFactory = undefined, IDBKeyRange = undefined' : null,
}

/**
 * `./x.ts?script` in the worker: the address of x as a classic script, which leaves its exports in `baywiseX`. Beside it the worker that
 * takes a release back.
 */
const workerScripts: Plugin = {
  name: 'baywise:worker-scripts',
  enforce: 'pre',
  async buildStart() {
    const source = await buildScript(path.resolve('sw/kill-switch.ts'), 'kill-switch')
    this.emitFile({ type: 'asset', fileName: 'kill-switch.js', source })
  },
  async load(id) {
    const entry = /^(.+)\?script$/.exec(id)?.[1]
    if (entry === undefined) return null
    const name = path.basename(entry, '.ts')
    const source = await buildScript(entry, name)
    const fileName = `assets/${name}-${createHash('sha256').update(source).digest('base64url').slice(0, 8)}.js`
    this.emitFile({ type: 'asset', fileName, source })
    const integrity = JSON.stringify(integrityOf(source))
    return `export const integrity = ${integrity}; export default ${JSON.stringify(`/${fileName}`)}`
  },
}

async function buildScript(entry: string, name: string): Promise<string> {
  const global = `baywise-${name}`.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase())
  const built = await build({
    configFile: false,
    publicDir: false,
    logLevel: 'warn',
    plugins: [withoutMemoryStorage, modernDexie],
    define: { 'process.env.NODE_ENV': '"production"' },
    build: { write: false, lib: { entry, name: global, formats: ['iife'] } },
  })
  const [output] = [built].flat()
  if (output === undefined || !('output' in output)) throw new Error(`${entry} was not built`)
  return output.output[0].code
}

/**
 * The first script (start.ts) runs before the first paint, so that a still is the first thing seen, not the empty shell;
 * the app's own script is on its way meanwhile.
 */
const startFirst: Plugin = {
  name: 'baywise:start-first',
  transformIndexHtml: {
    order: 'post',
    handler(html, { bundle }) {
      const app = Object.values(bundle ?? {}).find(
        (chunk) => chunk.type === 'chunk' && chunk.moduleIds.some((id) => id.endsWith('/src/main.tsx')),
      )
      if (app === undefined) return html
      return {
        html: html.replace('<script type="module"', '<script type="module" blocking="render"'),
        tags: [
          {
            tag: 'link',
            attrs: { rel: 'modulepreload', href: `/${app.fileName}`, crossorigin: true },
            injectTo: 'head',
          },
        ],
      }
    },
  },
}

const pwa: Plugin[] = VitePWA({
  strategies: 'injectManifest',
  srcDir: 'sw',
  filename: 'sw.ts',
  registerType: 'prompt',
  // The page registers the worker itself, after its first paint.
  injectRegister: false,
  includeManifestIcons: false,
  injectManifest: {
    rollupFormat: 'iife',
    buildPlugins: { vite: [withoutMemoryStorage, workerScripts] },
    globPatterns: ['**/*.{js,css,html,svg,png,json}'],
    globIgnores: NOT_PRECACHED,
    // Hashed names are their own revision: a second copy with a query would be downloaded twice.
    dontCacheBustURLsMatching: /^assets\//,
    maximumFileSizeToCacheInBytes: 1_500_000,
    manifestTransforms: [withIntegrity('dist')],
  },
  // public/manifest.webmanifest is linked by index.html. The browser fetches it by itself and keeps it; precached,
  // it would be downloaded twice.
  manifest: false,
})

export default defineConfig({
  plugins: [
    react(),
    lingui({ failOnMissing: true }),
    // Babel runs presets from last to first: macros are expanded before the compiler reads the components.
    babel({ presets: [reactCompilerPreset(), linguiTransformerBabelPreset()] }),
    chunkTexts(),
    startFirst,
    modernDexie,
    leanLeaflet,
    pwa,
  ],
  css: { modules: { generateScopedName: classNames('src/**/*.module.css') } },
  worker: { format: 'es' },
  build: {
    target: ['chrome111', 'edge111', 'firefox114', 'safari16.4'],
    // Every targeted browser preloads modules by itself; the polyfill would be bytes for nobody.
    modulePreload: { polyfill: false },
    // A strict CSP has no data: fonts or scripts; small assets stay files and are precached.
    assetsInlineLimit: 0,
    // One stylesheet for all screens: 8.7 kB compressed together, 12.7 kB in 19 pieces; no screen flashes unstyled.
    cssCodeSplit: false,
    reportCompressedSize: false,
    rolldownOptions: {
      output: { codeSplitting: { includeDependenciesRecursively: false, groups: [{ name: chunkNames() }] } },
    },
  },
  server: {
    proxy: { '/api': 'http://localhost:4173', '/sandbox': 'http://localhost:4173', '/tiles': 'http://localhost:4173' },
  },
})
