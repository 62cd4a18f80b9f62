import { createHash } from 'node:crypto'
import path from 'node:path'
import babel from '@rolldown/plugin-babel'
import react, { reactCompilerPreset } from '@vitejs/plugin-react'
import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin'
import { defineConfig, type Plugin } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { buildScript, withoutMemoryStorage } from './scripts/build-script.ts'
import { chunkNames } from './scripts/chunk-groups.ts'
import { chunkTexts } from './scripts/chunk-texts.ts'
import { classNames } from './scripts/class-names.ts'
import { compileHints } from './scripts/compile-hints.ts'
import { BUILD_TARGET } from './scripts/floor/floor.ts'
import { helpArticles } from './scripts/help-articles.ts'
import { leanKy } from './scripts/lean-ky.ts'
import { leanLeaflet } from './scripts/lean-leaflet.ts'
import { leanReactDom } from './scripts/lean-react-dom.ts'
import { leanRouter } from './scripts/lean-router.ts'
import { modernDexie } from './scripts/modern-dexie.ts'
import { MODULES, ownSheets } from './scripts/own-sheets.ts'
import { integrityOf, withIntegrity } from './scripts/precache-integrity.ts'
import { productionRouter } from './scripts/production-router.ts'
import { startFirst } from './scripts/start-first.ts'

/** The output folder: `npm run bench -- start` makes a separate build. */
const { BAYWISE_OUT_DIR: OUT = 'dist' } = process.env

/**
 * Files that the browser fetches itself at installation, in-memory storage (only used where precaching is impossible),
 * the worker's second script (the browser stores it with the worker), and features that only work online.
 */
const NOT_PRECACHED = [
  'screenshots/**',
  'icons/*-512.png',
  'icons/apple-touch-icon.png',
  'assets/memory-storage-*',
  'assets/passkey-ceremony-*',
  'assets/password-strength-*',
  'assets/operator-*',
  // Inlined in the installed start page.
  'assets/style-*',
  'assets/pin-map-*',
  'assets/passkeys-modal-*',
  'assets/sessions-modal-*',
  'assets/phone-number-*',
  'assets/{edit,email,delete}-modal-*',
  'assets/on-demand-*',
  'assets/auto-top-up-form-*',
  'assets/stripe-payment-*',
  'assets/social.online*',
  'assets/social-buttons*',
  'kill-switch.js',
  'floor.js',
  'too-old.js',
]

/**
 * Builds the page's workers as classic scripts: Firefox supports module workers only from 114 on. In development they
 * are modules.
 */
const classicWorkers: Plugin = {
  name: 'baywise:classic-workers',
  apply: 'build',
  enforce: 'pre',
  transform: {
    filter: { code: /new Worker\(new URL\(/ },
    handler: (code) => ({
      code: code.replaceAll(/(new Worker\(new URL\([^()]+\)),\s*\{\s*type:\s*['"]module['"],?\s*\}\s*\)/g, '$1)'),
      map: null,
    }),
  },
}

/**
 * `./x.ts?script`: the address of x as a classic script, which leaves its exports in `baywiseX`. Not available in
 * development.
 */
const scripts: Plugin = {
  name: 'baywise:scripts',
  enforce: 'pre',
  async load(id) {
    const entry = /^(.+)\?script$/.exec(id)?.[1]
    if (entry === undefined) return null
    if (this.meta.watchMode) return `export const integrity = ''; export default ''`
    const name = path.basename(entry, '.ts')
    const source = await buildScript(entry, name)
    const fileName = `assets/${name}-${createHash('sha256').update(source).digest('base64url').slice(0, 8)}.js`
    this.emitFile({ type: 'asset', fileName, source })
    const integrity = JSON.stringify(integrityOf(source))
    return `export const integrity = ${integrity}; export default ${JSON.stringify(`/${fileName}`)}`
  },
}

/** Builds the kill switch: the service worker that rolls a release back. */
const killSwitch: Plugin = {
  name: 'baywise:kill-switch',
  async buildStart() {
    const source = await buildScript(path.resolve('sw/kill-switch.ts'), 'kill-switch')
    this.emitFile({ type: 'asset', fileName: 'kill-switch.js', source })
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
    buildPlugins: { vite: [withoutMemoryStorage, scripts, killSwitch] },
    globPatterns: ['**/*.{js,css,html,svg,png,json}'],
    globIgnores: NOT_PRECACHED,
    // Hashed names are their own revision: with a revision query, each file would be downloaded twice.
    dontCacheBustURLsMatching: /^assets\//,
    maximumFileSizeToCacheInBytes: 1_500_000,
    manifestTransforms: [withIntegrity(OUT)],
  },
  // index.html links public/manifest.webmanifest. The browser fetches and stores it by itself; precaching it would
  // download it twice.
  manifest: false,
})

/**
 * How the app's modules are compiled: for the browser, and again to render pages at build time (scripts/prerender.ts).
 */
export const appModules = () => ({
  plugins: [
    ownSheets(),
    helpArticles,
    react(),
    lingui({ failOnMissing: true }),
    // Babel runs presets from last to first: macros are expanded before the React compiler reads the components.
    babel({ presets: [reactCompilerPreset(), linguiTransformerBabelPreset()] }),
    modernDexie,
    leanLeaflet,
    leanKy,
    leanReactDom,
    leanRouter,
    productionRouter,
  ],
  css: { modules: { generateScopedName: classNames(MODULES) } },
})

/**
 * How the page's workers are built, as classic scripts that load the polyfills an old browser needs: for the app, and
 * for pages without it (bench/).
 */
export const pageWorkers = {
  plugins: [scripts, classicWorkers],
  worker: { format: 'iife' as const, plugins: () => [scripts] },
}

export default defineConfig({
  ...appModules(),
  plugins: [...appModules().plugins, chunkTexts(), startFirst, compileHints, ...pageWorkers.plugins, pwa],
  worker: pageWorkers.worker,
  build: {
    outDir: OUT,
    target: [...BUILD_TARGET],
    // All supported browsers preload modules natively, so the polyfill would be wasted bytes.
    modulePreload: { polyfill: false },
    // A strict CSP allows no data: fonts or scripts; small assets stay files and are precached.
    assetsInlineLimit: 0,
    // One stylesheet for most screens: 8.7 kB compressed together, 12.7 kB in 19 pieces; no screen flashes unstyled.
    // Exceptions: own-sheets.ts.
    cssCodeSplit: false,
    // Maps modules to files; read and removed by scripts/prerender.ts.
    manifest: true,
    reportCompressedSize: false,
    rolldownOptions: {
      output: { codeSplitting: { includeDependenciesRecursively: false, groups: [{ name: chunkNames() }] } },
    },
  },
  server: {
    proxy: Object.fromEntries(['/api', '/sandbox', '/tiles', '/photos'].map((path) => [path, 'http://localhost:4173'])),
  },
})
