import babel from '@rolldown/plugin-babel'
import react, { reactCompilerPreset } from '@vitejs/plugin-react'
import { lingui, linguiTransformerBabelPreset } from '@lingui/vite-plugin'
import { defineConfig, type Plugin } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'

/** What the browser asks for by itself at installation, and storage in memory (only where nothing can be precached). */
const NOT_PRECACHED = ['screenshots/**', 'icons/*-512.png', 'icons/apple-touch-icon.png', 'assets/memory-storage-*']

/** A worker exists only where IndexedDB does: its one file leaves out the storage in memory (130 kB). */
const withoutMemoryStorage: Plugin = {
  name: 'baywise:without-memory-storage',
  load: (id) =>
    id.endsWith('/src/db/memory-storage.ts') ? 'export const IDBFactory = undefined, IDBKeyRange = undefined' : null,
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
    buildPlugins: { vite: [withoutMemoryStorage] },
    globPatterns: ['**/*.{js,css,html,svg,png,json}'],
    globIgnores: NOT_PRECACHED,
    // Hashed names are their own revision: a second copy with a query would be downloaded twice.
    dontCacheBustURLsMatching: /^assets\//,
    maximumFileSizeToCacheInBytes: 1_500_000,
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
    pwa,
  ],
  build: {
    target: ['chrome111', 'edge111', 'firefox114', 'safari16.4'],
    // Every targeted browser preloads modules by itself; the polyfill would be bytes for nobody.
    modulePreload: { polyfill: false },
    // A strict CSP has no data: fonts or scripts; small assets stay files and are precached.
    assetsInlineLimit: 0,
    // One stylesheet for all screens: 8.7 kB compressed together, 12.7 kB in 19 pieces; no screen flashes unstyled.
    cssCodeSplit: false,
    reportCompressedSize: false,
  },
  server: { proxy: { '/api': 'http://localhost:4173', '/sandbox': 'http://localhost:4173' } },
})
