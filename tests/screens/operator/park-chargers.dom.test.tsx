import { act } from 'react'
import { expect, test, vi } from 'vitest'
import { operatorPark } from './support/operator-park.ts'
import { field, open, save, scene, serveParks, text, type } from './support/park-scene.tsx'

// jsdom cannot render the map.
vi.mock('../../../src/parts/map/pin-map.tsx', () => ({ default: () => null }))

serveParks()

const CCS = { connector: 'type2_combo', power_kw: 50, count: 2, price: 35, per: 'kwh' } as const

async function press(host: HTMLElement, label: string): Promise<void> {
  const button = [...host.querySelectorAll('button')].find(
    (one) => one.textContent === label || one.ariaLabel === label || one.getAttribute('aria-label') === label,
  )
  if (button === undefined) throw new Error(`No button ${label}`)
  await act(async () => button.click())
}

test('chargers are shown, added and removed, with their prices in the money of the country', async () => {
  scene.park = operatorPark({ chargers: [CCS] })
  const host = await open()
  expect(field(host, 'price0').value).toBe('0.35')
  await press(host, 'Add chargers')
  await type(host, { connector1: 'nacs', count1: '4', power1: '11,5', price1: '1.20', per1: 'hour' })
  await press(host, 'Add chargers')
  await save(host)
  const added = { connector: 'nacs', power_kw: 11.5, count: 4, price: 120, per: 'hour' }
  const bare = { connector: 'type2', power_kw: null, count: 1, price: null, per: null }
  expect(scene.sent[0]?.body.chargers).toEqual([CCS, added, bare])
  await press(host, 'Remove: chargers 1')
  await save(host)
  expect(scene.sent[1]?.body.chargers).toEqual([added, bare])
})

test.each([
  ['count0', '0', 'Enter a whole number.'],
  ['count0', '501', 'Enter a whole number.'],
  ['power0', '0.1', 'Enter kilowatts from 0.5 to 1000, or leave it empty.'],
  ['power0', '50 kW', 'Enter kilowatts from 0.5 to 1000, or leave it empty.'],
  ['price0', '-1', 'Enter a price, 0 if it is free, or leave it empty.'],
  ['price0', '0.355', 'Enter a price, 0 if it is free, or leave it empty.'],
])('a charger with %s "%s" is not sent', async (name, typed, words) => {
  scene.park = operatorPark({ chargers: [CCS] })
  const host = await open()
  await type(host, { [name]: typed })
  await save(host)
  expect(scene.sent).toEqual([])
  expect(text(host)).toContain(words)
  expect(field(host, name).value).toBe(typed)
})

test('the same connector and power twice are to be counted together', async () => {
  scene.park = operatorPark({ chargers: [CCS] })
  const host = await open()
  await press(host, 'Add chargers')
  await type(host, { connector1: CCS.connector, power1: '50' })
  await save(host)
  expect(scene.sent).toEqual([])
  expect(text(host)).toContain('Count them together.')
})
