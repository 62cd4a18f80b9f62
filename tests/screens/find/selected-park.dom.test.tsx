import { afterAll, expect, test, vi } from 'vitest'
import { toInstant } from '../../../src/domain/instant.ts'
import type { Park } from '../../../src/queries/price-park.ts'
import { SelectedPark } from '../../../src/screens/find/selected-park.tsx'
import { render } from '../../setup/render.tsx'
import { makePark, toListed } from './park-fixture.ts'

// A morning in Toronto, set before the app creates its own clock.
vi.hoisted(() => void vi.setSystemTime('2026-11-21T15:00:00Z'))

afterAll(() => void vi.useRealTimers())

const stay = { fromMs: toInstant(Date.now()), untilMs: toInstant(Date.now() + 7_200_000) }

async function linksOf(park: Park): Promise<readonly (string | null)[]> {
  const [item] = toListed([park], { stay, vehicleTypeId: 1, planOf: () => undefined, free: new Map() })
  if (item === undefined) throw new Error('no car park')
  const host = await render(<SelectedPark item={item} stay={stay} vehicleTypeId={1} />)
  return Array.from(host.querySelectorAll('a'), ({ textContent }) => textContent)
}

test('a car park with a price is offered to be booked', async () => {
  expect(await linksOf(makePark())).toEqual(['Book until 12:00', 'Details'])
})

test('a car park that takes no bookings is not offered to be booked, although its price is known', async () => {
  expect(await linksOf(makePark({ capacity: null, available: null }))).toEqual(['Details'])
})
