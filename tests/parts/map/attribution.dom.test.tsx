import { MapContainer } from 'react-leaflet'
import { expect, test, vi } from 'vitest'
import { MapAttribution } from '../../../src/parts/map/attribution.tsx'
import { render } from '../../setup/render.tsx'

// The module reads this on load.
vi.hoisted(() => vi.stubEnv('VITE_TILE_ATTRIBUTION', '© OpenStreetMap contributors, tiles by Example Maps'))

const TORONTO = { lat: 43.6532, lng: -79.3832 }

test('the credit of raster tiles stands apart from the list of sources, which a narrow map cuts short', async () => {
  const host = await render(
    <MapContainer center={TORONTO} zoom={14}>
      <MapAttribution parks={[{ attribution: 'Contains information licensed under the City Licence.' }]}>
        {null}
      </MapAttribution>
    </MapContainer>,
  )
  const credits = [...host.querySelectorAll('[data-over-map] p')]
  expect(credits.map(({ textContent }) => textContent)).toEqual([
    '© OpenStreetMap contributors, tiles by Example Maps',
    'City Licence',
  ])
  expect(credits[0]?.className).not.toBe(credits[1]?.className)
})
