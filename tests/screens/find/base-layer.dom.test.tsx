import { MapContainer } from 'react-leaflet'
import { beforeEach, expect, test, vi } from 'vitest'
import { BaseLayer } from '../../../src/screens/find/map/base-layer.tsx'
import { render } from '../../setup/render.tsx'

// Read when the module is.
vi.hoisted(() => vi.stubEnv('VITE_TILE_URL', 'https://tiles.example/{z}/{x}/{y}.png'))

const TORONTO = { lat: 43.6532, lng: -79.3832 }

beforeEach(() => {
  // jsdom draws nothing and knows no colour scheme.
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null)
  vi.stubGlobal('matchMedia', () => new EventTarget())
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')))
})

/** Leaflet's layers as they lie over each other, the lowest first. */
const layersOf = (host: HTMLElement): readonly string[] =>
  [...host.querySelectorAll<HTMLElement>('.leaflet-tile-pane > .leaflet-layer')]
    .toSorted((a, b) => Number(a.style.zIndex) - Number(b.style.zIndex))
    .map((layer) => layer.querySelector('.leaflet-tile')?.tagName ?? 'empty')

test('tiles of a configured source lie above the built-in map', async () => {
  const host = await render(
    <MapContainer center={TORONTO} zoom={14} style={{ height: 400, width: 300 }}>
      <BaseLayer anchor={TORONTO} />
    </MapContainer>,
  )
  await vi.waitFor(() => expect(layersOf(host)).toEqual(['CANVAS', 'IMG']))
})
