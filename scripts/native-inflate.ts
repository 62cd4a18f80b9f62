import type { Plugin } from 'vite'

const SOURCE = `export const decompressSync = () => {
  throw new Error('This browser has no DecompressionStream')
}`

/**
 * pmtiles brings fflate for browsers without `DecompressionStream`: 4 kB of the map's code that none of the browsers that we build for
 * would run.
 */
export const nativeInflate: Plugin = {
  name: 'baywise:native-inflate',
  enforce: 'pre',
  resolveId: (id) => (id === 'fflate' ? '\0native-inflate' : null),
  load: (id) => (id === '\0native-inflate' ? SOURCE : null),
}
