import { MapContainer } from 'react-leaflet'
import { beforeEach, expect, it, vi } from 'vitest'
import { toInstant } from '../../../src/domain/instant.ts'
import type { ListedPark } from '../../../src/screens/find/list-parks.ts'
import { MapMarkers } from '../../../src/screens/find/map/map-markers.tsx'
import type { Park } from '../../../src/queries/price-park.ts'
import { render } from '../../setup/render.tsx'
import { makePark, makeRate, toListed } from './park-fixture.ts'

const FROM = Date.UTC(2026, 10, 21, 20)
const STAY = { fromMs: toInstant(FROM), untilMs: toInstant(FROM + 3_600_000) }
const PLACE = { lat: 43.668, lng: -79.397 }
const demoRate = { ...makeRate(500), tariff: { ...makeRate(500).tariff, demo: true } }

beforeEach(() => {
  // jsdom has no layout, no canvas and no colour schemes.
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(360)
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(420)
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null)
  vi.stubGlobal('matchMedia', () => new EventTarget())
})

async function pinsOf(parks: readonly Park[], free: number | null): Promise<readonly string[]> {
  const told = parks.map(
    ({ id }) => [id, { park_id: id, available: free, available_at: '2026-11-21T19:19:00Z' }] as const,
  )
  const shown: readonly ListedPark[] = toListed(parks, {
    ...{ stay: STAY, vehicleTypeId: 1 },
    free: new Map(free === null ? [] : told),
    planOf: () => undefined,
  })
  const host = await render(
    <MapContainer center={PLACE} zoom={14} style={{ height: 400, width: 300 }}>
      <MapMarkers listed={shown} selectedId={null} onSelect={() => undefined} isWide={false} />
    </MapContainer>,
  )
  return Array.from(host.querySelectorAll('[data-spot]'), ({ textContent }) => textContent)
}

const priced = makePark({ id: 1 })
const invented = makePark({ id: 1, rate: demoRate })
const uncounted = makePark({ id: 1, demo_fields: ['capacity'] })

it.each([
  ['a price of a source is plain', { parks: [priced], free: null }, 'Green P Carpark 1, C$3'],
  ['an invented price is marked', { parks: [invented], free: null }, 'Green P Carpark 1, C$5demo'],
  [
    'the lowest of several is marked where it is invented',
    { parks: [invented, { ...invented, id: 2 }], free: null },
    '2 car parks, C$5+. Zoom indemo',
  ],
  ['"full" is plain where spaces were counted', { parks: [invented], free: 0 }, 'Green P Carpark 1, Full'],
  ['"full" is marked where spaces are invented', { parks: [uncounted], free: 0 }, 'Green P Carpark 1, Fulldemo'],
] as const)('on the map %s', async (_what, { parks, free }, text) => {
  expect(await pinsOf(parks, free)).toEqual([text])
})
