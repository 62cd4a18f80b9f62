import { act } from 'react'
import { expect, it, vi } from 'vitest'
import { HOUR_MS, toInstant } from '../../../src/domain/instant.ts'
import { listParks } from '../../../src/screens/find/list-parks.ts'
import { ParkList } from '../../../src/screens/find/park-list.tsx'
import { render } from '../../setup/render.tsx'
import { makePark, makeRate } from './park-fixture.ts'

const FROM = toInstant(Date.UTC(2026, 10, 21, 19, 30))
const STAY = { fromMs: FROM, untilMs: toInstant(FROM + 3 * HOUR_MS) }
const demoRate = { ...makeRate(500), tariff: { ...makeRate(500).tariff, demo: true } }
const listed = listParks(
  [
    makePark({ id: 1, address: '9 Bedford Road', distance_m: 231 }),
    makePark({ id: 2, name: 'Mall', rate: demoRate, available: null, available_at: null }),
  ],
  { stay: STAY, vehicleTypeId: 1, sort: 'nearest', filters: [] },
)
const props = { listed, stay: STAY, vehicleTypeId: 1, isFresh: false, selectedId: 1 } as const

// jsdom draws nothing, so it has nowhere to scroll to.
Element.prototype.scrollIntoView = () => undefined

it('shows the total of the whole stay, the distance and how old the free places are', async () => {
  const page = await render(<ParkList {...props} tap="open" />)
  const [first] = page.querySelectorAll('a')
  expect(first?.textContent).toContain('C$9.00')
  expect(first?.textContent).toContain('9 Bedford Road, 230\u00a0m')
  expect(first?.textContent).toMatch(/40 free at/)
  expect(first?.getAttribute('href')).toBe(
    `/park/green-p-carpark-1-toronto-ca0000a?from=${STAY.fromMs}&until=${STAY.untilMs}&vehicle_type_id=1`,
  )
})

it('says that a tariff is the sandbox’s and that nobody counts the places', async () => {
  const page = await render(<ParkList {...props} tap="open" />)
  const second = page.querySelectorAll('a')[1]
  expect(second?.textContent).toContain('Sandbox tariff')
  expect(second?.textContent).toContain('Free places not known')
})

it('selects beside a map and tells which card is selected', async () => {
  const onSelect = vi.fn()
  const page = await render(<ParkList {...props} onSelect={onSelect} tap="select" />)
  const [first, second] = page.querySelectorAll('button')
  expect(first?.getAttribute('aria-pressed')).toBe('true')
  expect(second?.getAttribute('aria-pressed')).toBe('false')
  act(() => second?.click())
  expect(onSelect).toHaveBeenCalledWith(2)
})

it('writes French amounts and words', async () => {
  const page = await render(<ParkList {...props} tap="open" />, 'fr')
  expect(page.textContent).toContain('9,00\u00a0$')
  expect(page.textContent).toContain('Tarif fictif')
})
