import type { Plugin } from 'vite'

/** What works by being loaded: it adds to the map's class what it stands for. All else is taken only where it is imported. */
const WORKS_BY_ITSELF = [/\/leaflet\/src\/map\//, /\/leaflet\/src\/layer\/Layer\.js$/, /\/Renderer\.getRenderer\.js$/]

/** How Internet Explorer 8 draws. Leaflet looks for it by an exception, as its file is evaluated. */
const VML = /\/leaflet\/src\/layer\/vector\/SVG\.VML\.js$/
const NO_VML = 'export const vmlCreate = undefined, vmlMixin = {}'

const ENTRY = '\0leaflet'
const SOURCES = ['core', 'geo', 'geometry', 'dom', 'control', 'layer', 'map']

/**
 * Leaflet from its own modules instead of its one file, of which a bundler can leave out nothing: popups, tooltips, markers, controls and
 * GeoJSON are a fifth of the map's code, and no map of ours has them.
 */
export const leanLeaflet: Plugin = {
  name: 'baywise:lean-leaflet',
  apply: 'build',
  enforce: 'pre',
  resolveId: (id) => (id === 'leaflet' ? { id: ENTRY, moduleSideEffects: true } : null),
  load: (id) =>
    id === ENTRY
      ? [
          ...SOURCES.map((name) => `export * from 'leaflet/src/${name}/index.js'`),
          "import 'leaflet/src/map/index.js'",
          "import 'leaflet/src/layer/Layer.js'",
          "import 'leaflet/src/layer/vector/Renderer.getRenderer.js'",
        ].join('\n')
      : null,
  transform: {
    filter: { id: /\/leaflet\/src\// },
    handler: (code, id) => ({
      code: VML.test(id) ? NO_VML : code,
      map: null,
      moduleSideEffects: WORKS_BY_ITSELF.some((part) => part.test(id)),
    }),
  },
}
