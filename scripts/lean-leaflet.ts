import type { Plugin } from 'vite'

/** Modules with side effects: they add their feature to the map's class. All others are included only when imported. */
const WORKS_BY_ITSELF = [/\/leaflet\/src\/map\//, /\/leaflet\/src\/layer\/Layer\.js$/, /\/Renderer\.getRenderer\.js$/]

/** Internet Explorer 8's renderer. Leaflet detects it by an exception while its file is evaluated. */
const VML = /\/leaflet\/src\/layer\/vector\/SVG\.VML\.js$/
const NO_VML = 'export const vmlCreate = undefined, vmlMixin = {}'

const ENTRY = '\0leaflet'
const SOURCES = ['core', 'geo', 'geometry', 'dom', 'control', 'layer', 'map']

/**
 * Builds Leaflet from its own modules instead of its single file, which a bundler cannot tree-shake: popups, tooltips,
 * markers, controls and GeoJSON are a fifth of the map's code, and none of our maps uses them.
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
