import { map as createMap, TileLayer } from 'leaflet'
import '../../src/parts/map/leaflet.css'
import '../../src/ui/tokens.css'
import { BuiltInLayer } from '../../src/parts/map/built-in-layer.ts'
import { ensurePanes } from '../../src/parts/map/panes.ts'
import { readStreetLook } from '../../src/parts/streets/read-street-look.ts'
import { StreetMap } from '../../src/parts/map/streets/street-map.ts'
import { readMapColours } from '../../src/parts/base-map/map-colours.ts'
import { must } from '../../src/lib/assert.ts'

declare global {
  interface Window {
    mapBench: {
      /** Milliseconds from the start of the navigation to the paint of the first full view. */
      readonly full: Promise<number>
      /** The page's tasks over 50 ms, in milliseconds. */
      readonly longTasks: number[]
      move(kind: 'pan' | 'in' | 'out'): Promise<void>
    }
  }
}

/** The app's own layers on a map without the app, in the same view: `?streets`, `?raster=<template>` or both. */
const asked = new URLSearchParams(location.search)
const longTasks: number[] = []
new PerformanceObserver((list) => {
  for (const { duration } of list.getEntries()) longTasks.push(duration)
}).observe({ type: 'longtask', buffered: true })

const map = createMap('map', {
  center: [Number(asked.get('lat')), Number(asked.get('lng'))],
  zoom: Number(asked.get('zoom')),
  maxZoom: 17,
  zoomControl: false,
  attributionControl: false,
  fadeAnimation: false,
})
ensurePanes(map)
map.addLayer(new BuiltInLayer({ baseMap: null, colours: readMapColours(map.getContainer()), covered: [] }))

const afterPaint = (): Promise<number> =>
  new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(() => resolve(performance.now())))
  })

async function showStreets(): Promise<number> {
  const shown = Promise.withResolvers<void>()
  const streets = new StreetMap(map, ({ kind }) => {
    if (kind === 'shown') shown.resolve()
  })
  streets.start()
  streets.setLook(readStreetLook(map.getContainer(), 'en'))
  const answer = await fetch('/api/v1/tiles')
  const { data } = await answer.json()
  streets.setRegions(data)
  await shown.promise
  return afterPaint()
}

async function showRaster(template: string): Promise<number> {
  const layer = new TileLayer(template)
  const loaded = new Promise((resolve) => layer.on('load', resolve))
  map.addLayer(layer)
  await loaded
  return afterPaint()
}

const raster = asked.get('raster')
const parts = [...(asked.has('streets') ? [showStreets()] : []), ...(raster === null ? [] : [showRaster(raster)])]
const full = Promise.all(parts).then((times) => Math.max(...times))
const { x, y } = must(map.getSize(), 'a size')

window.mapBench = {
  full,
  longTasks,
  move(kind) {
    const ended = new Promise<void>((resolve) => map.once('moveend', () => resolve()))
    if (kind === 'pan') map.panBy([x * 0.6, y * 0.4], { duration: 0.4 })
    else map.setZoom(map.getZoom() + (kind === 'in' ? 1 : -1))
    return ended
  },
}
