import { act, useEffect, useState } from 'react'
import { MapContainer } from 'react-leaflet'
import { beforeEach, expect, test, vi } from 'vitest'
import type { LatLng } from '../../../src/lib/cell.ts'
import { MovablePin } from '../../../src/parts/map/movable-pin.tsx'
import { render } from '../../setup/render.tsx'

const TORONTO = { lat: 43.6532, lng: -79.3832 }
/** Degrees of longitude per pixel at zoom 16. */
const DEGREES = 360 / (256 * 2 ** 16)

beforeEach(() => {
  // jsdom has no layout and no pointer capture.
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(360)
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockReturnValue(288)
  HTMLElement.prototype.setPointerCapture = () => undefined
})

let place: LatLng | null

function Map({ start }: { readonly start: LatLng | null }) {
  const [at, setAt] = useState(start)
  useEffect(() => {
    place = at
  }, [at])
  return (
    <MapContainer center={TORONTO} zoom={16} zoomAnimation={false}>
      <MovablePin at={at} label="Gate" onMove={setAt} />
    </MapContainer>
  )
}

const pinIn = (host: HTMLElement): HTMLElement | null => host.querySelector('button')

const fire = (target: Element | null, event: Event) => act(async () => target?.dispatchEvent(event))
const press = (target: Element | null, key: string, shiftKey = false) =>
  fire(target, new KeyboardEvent('keydown', { key, shiftKey, bubbles: true, cancelable: true }))
const pointer = (type: string, clientX: number, clientY: number) =>
  new MouseEvent(type, { clientX, clientY, bubbles: true })

test('a tap on the map sets the pin there', async () => {
  const host = await render(<Map start={null} />)
  expect(pinIn(host)).toBeNull()
  await fire(host.querySelector('.leaflet-container'), pointer('click', 190, 144))
  expect(place?.lat).toBeCloseTo(TORONTO.lat, 5)
  expect(place?.lng).toBeCloseTo(TORONTO.lng + 10 * DEGREES, 4)
  expect(pinIn(host)).not.toBeNull()
})

test('an arrow key moves the pin by a pixel, with Shift by twenty; another key does not', async () => {
  const host = await render(<Map start={TORONTO} />)
  await press(pinIn(host), 'ArrowRight')
  expect(place?.lng).toBeCloseTo(TORONTO.lng + DEGREES, 6)
  await press(pinIn(host), 'ArrowLeft', true)
  expect(place?.lng).toBeCloseTo(TORONTO.lng - 19 * DEGREES, 6)
  const before = place
  await press(pinIn(host), 'ArrowUp')
  expect(place?.lat).toBeGreaterThan(before?.lat ?? 90)
  await press(pinIn(host), 'a')
  await press(pinIn(host), 'ArrowDown')
  expect(place?.lat).toBeCloseTo(before?.lat ?? 0, 8)
})

test('a finger takes the pin along wherever it holds it, until it lets go', async () => {
  const host = await render(<Map start={TORONTO} />)
  // The pin's tip is in the middle of the map, below the finger.
  await fire(pinIn(host), pointer('pointerdown', 185, 120))
  await fire(pinIn(host), pointer('pointermove', 215, 120))
  expect(place?.lat).toBeCloseTo(TORONTO.lat, 6)
  expect(place?.lng).toBeCloseTo(TORONTO.lng + 30 * DEGREES, 6)
  await fire(pinIn(host), pointer('pointerup', 215, 120))
  await fire(pinIn(host), pointer('pointermove', 300, 200))
  expect(place?.lng).toBeCloseTo(TORONTO.lng + 30 * DEGREES, 6)
})
