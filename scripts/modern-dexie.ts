import type { Plugin } from 'vite'

/**
 * Dexie's own build for modern browsers, instead of the ES5 that its package provides by default: 12 kB less in both
 * page and worker. One alias for every importer, so that page and hooks share one copy.
 */
export const modernDexie: Plugin = {
  name: 'baywise:modern-dexie',
  config: () => ({ resolve: { alias: [{ find: /^dexie$/, replacement: 'dexie/dist/modern/dexie.mjs' }] } }),
}
