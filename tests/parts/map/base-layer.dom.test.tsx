import { MapContainer } from 'react-leaflet'
import { beforeEach, expect, test, vi } from 'vitest'
import { BaseLayer } from '../../../src/parts/map/base-layer.tsx'
import { render } from '../../setup/render.tsx'

// The module reads this on load.
vi.hoisted(() => vi.stubEnv('VITE_TILE_URL', 'https://tiles.example/{z}/{x}/{y}.png'))

const NOTHING: readonly never[] = []
const TORONTO = { lat: 43.6532, lng: -79.3832 }

beforeEach(() => {
  // jsdom has no canvas and no colour schemes.
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null)
  vi.stubGlobal('matchMedia', () => new EventTarget())
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('no network')))
})

/** Returns the panes that hold tiles, lowest first, each as the tag of its tiles. */
const panesOf = (host: HTMLElement): readonly string[] =>
  [...host.querySelectorAll<HTMLElement>('.leaflet-pane:has(> .leaflet-layer)')]
    // leaflet.css gives Leaflet's own tile pane z-index 2.
    .toSorted((a, b) => Number(a.style.zIndex || 2) - Number(b.style.zIndex || 2))
    .map((pane) => pane.querySelector('.leaflet-tile')?.tagName ?? 'empty')

test('tiles of a configured source lie above the built-in map', async () => {
  const host = await render(
    <MapContainer center={TORONTO} zoom={14} style={{ height: 400, width: 300 }}>
      <BaseLayer covered={NOTHING} />
    </MapContainer>,
  )
  await vi.waitFor(() => expect(panesOf(host)).toEqual(['CANVAS', 'IMG']))
})
