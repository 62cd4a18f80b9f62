import { act } from 'react'
import { beforeEach, expect, test, vi } from 'vitest'
import { findConsole } from '../../../src/actions/console.online.ts'
import type { PinMapProps } from '../../../src/parts/map/pin-map.tsx'
import { operatorPark } from './support/operator-park.ts'
import { field, open, OPERATOR, save, scene, serveParks, settle, text, type } from './support/park-scene.tsx'

let map: PinMapProps | undefined
// jsdom cannot render the map; its display and movement have their own tests.
vi.mock('../../../src/parts/map/pin-map.tsx', () => ({
  default: (props: PinMapProps) => {
    map = props
    return null
  },
}))

serveParks()
beforeEach(() => {
  map = undefined
})

test('facts are shown as they are and saved as they are changed, with what was seen', async () => {
  const host = await open()
  expect([field(host, 'from1').value, field(host, 'to5').value, field(host, 'from6').value]).toEqual([
    '07:00',
    '22:00',
    '',
  ])
  await type(host, { name: ' Front  Street North ', capacity: '50', from6: '18:00', to6: '02:00' })
  await save(host)
  expect(scene.sent[0]).toMatchObject({
    ...{ method: 'PATCH', path: '/parks/CAKQ2M7' },
    body: {
      ...{ revision: 0, name: 'Front Street North', capacity: 50, covered: null, height_limit_m: null },
      ...{ position: { lat: 43.6452, lng: -79.3806 }, opening_hours: 'Mon-Fri 07:00-22:00; Sat 18:00-02:00' },
    },
  })
  expect(host.querySelector('[role="status"]')?.textContent).toContain('Saved')
  await save(host)
  expect(scene.sent[1]?.body).toMatchObject({ revision: 1 })
})

test.each([
  ['capacity', { capacity: '2' }, 'More spaces than this are booked: 3.'],
  ['capacity', { capacity: '1.5' }, 'Enter a whole number.'],
  ['accessible', { accessible: '41' }, 'There are more accessible spaces than spaces.'],
  ['lat', { lat: '-79.3806', lng: '43.6452' }, 'Latitude and longitude seem to be the wrong way round.'],
  ['lat', { lat: '48.85', lng: '2.35' }, 'This place is in none of our countries.'],
  ['lng', { lng: 'east' }, 'Enter degrees, such as 43.6452 or -79.3806.'],
  ['height', { height: '0.3' }, 'Enter metres from 1 to 20, or leave it empty.'],
  ['name', { name: ' ' }, 'Enter a name.'],
  ['from1', { from3: '' }, 'Enter both times of every day that is open.'],
])('what cannot be is said at %s, kept and not sent: %j', async (name, typed, words) => {
  const host = await open()
  await type(host, typed)
  await save(host)
  expect(scene.sent).toEqual([])
  expect(text(host)).toContain(words)
  expect(field(host, name).getAttribute('aria-invalid')).toBe('true')
  for (const [key, value] of Object.entries(typed)) expect(field(host, key).value).toBe(value)
})

test('hours without a price are refused by the stay that shows it, what was typed stays, and it leads to the prices', async () => {
  const host = await open()
  scene.isPriced = false
  await type(host, { to1: '23:00' })
  await save(host)
  const alert = host.querySelector('[role="alert"]')
  expect(alert?.textContent.replaceAll(/\s/g, ' ')).toMatch(/without a price.*(?:10:00 PM|22:00)/)
  expect(alert?.querySelector('a')?.getAttribute('href')).toContain('prices')
  expect(field(host, 'to1').value).toBe('23:00')
  scene.isPriced = true
  await save(host)
  expect(host.querySelector('[role="alert"]')).toBeNull()
  expect(scene.sent.at(-1)?.body).toMatchObject({ opening_hours: 'Mon 07:00-23:00; Tue-Fri 07:00-22:00' })
})

test('an owner says whether taxes are charged, and by which numbers', async () => {
  scene.park = operatorPark({ registered_taxes: [{ code: 'hst', name: 'HST' }] })
  const host = await open()
  await type(host, { tax_hst: '=1+1' })
  await save(host)
  expect(scene.sent).toEqual([])
  expect(field(host, 'tax_hst').getAttribute('aria-invalid')).toBe('true')
  await type(host, { tax_hst: ' 123456789  RT0001 ' })
  await save(host)
  const numbers = { hst: '123456789 RT0001' }
  expect(scene.sent.at(-1)?.body).toMatchObject({ tax_registration: { registered: true, numbers } })
  await type(host, { tax_hst: '' })
  await save(host)
  expect(scene.sent.at(-1)?.body).toMatchObject({ tax_registration: null })
  await act(async () => {
    const choice = field(host, 'taxes')
    choice.value = 'no'
    choice.dispatchEvent(new Event('change', { bubbles: true }))
  })
  await save(host)
  expect(scene.sent.at(-1)?.body).toMatchObject({ tax_registration: { registered: false, numbers: {} } })
  expect(host.querySelector('[name="tax_hst"]')).toBeNull()
})

test('a manager is asked for no taxes, and changes none', async () => {
  scene.park = operatorPark({ registered_taxes: [{ code: 'hst', name: 'HST' }] })
  const host = await open(null, { ...OPERATOR, role: 'manager' })
  expect(host.querySelector('[name="taxes"]')).toBeNull()
  await save(host)
  expect(scene.sent.at(-1)?.body).not.toHaveProperty('tax_registration')
})

test('hours that say more than one opening a day stay as they are unless others are chosen', async () => {
  scene.park = operatorPark({ opening_hours: 'Mo-Fr 06:00-12:00,14:00-20:00' })
  const host = await open()
  expect(host.querySelector('[name="from1"]')).toBeNull()
  await save(host)
  expect(scene.sent[0]?.body).not.toHaveProperty('opening_hours')
})

test('a failure loses nothing; a change of somebody else is told, and saving once more replaces theirs', async () => {
  const host = await open()
  scene.isServed = false
  await type(host, { name: 'Mine' })
  await save(host)
  expect(host.querySelector('[role="alert"]')).not.toBeNull()
  scene.isServed = true
  scene.park = operatorPark({ name: 'Theirs', revision: 4 })
  await save(host)
  expect(text(host)).toContain('Somebody else changed this')
  expect(field(host, 'name').value).toBe('Mine')
  await save(host)
  expect(scene.park).toMatchObject({ name: 'Mine', revision: 5 })
})

test.each(['43.6391, -79.3812', '43°38\'20.76"N 79°22\'52.32"W', 'https://maps.google.com/?q=43.6391,-79.3812'])(
  'a place pasted over an old one is where it is: %s',
  async (pasted) => {
    const host = await open()
    await type(host, { lat: pasted })
    await save(host)
    expect(scene.sent[0]?.body).toMatchObject({ position: { lat: 43.6391, lng: -79.3812 } })
  },
)

test('an owner adds a car park, which the console has from then on', async () => {
  const host = await open('new')
  await type(host, { name: 'Pier 21', country: 'CA', lat: '43.6391, -79.3812', capacity: '40' })
  await save(host)
  expect(scene.sent[0]).toMatchObject({
    ...{ method: 'POST', path: '/parks' },
    body: { name: 'Pier 21', country_code: 'CA', position: { lat: 43.6391, lng: -79.3812 }, capacity: 40 },
  })
  expect(findConsole('u')?.operator.parks?.map(({ code }) => code)).toEqual(['CAKQ2M7', 'CANEW22'])
})

test('an owner is offered a new car park beside those that there are', async () => {
  expect(text(await open())).toContain('Add a car park')
})

test('a manager is offered no new car park, also at its address', async () => {
  const host = await open('new', { ...OPERATOR, role: 'manager' })
  expect(field(host, 'name').value).toBe('Front Street')
  expect(text(host)).not.toContain('Add a car park')
})

/** Waits for the map, which loads when the page is idle. */
async function untilMapped(): Promise<void> {
  const isMissing = () => map === undefined
  for (let tries = 0; tries < 100 && isMissing(); tries += 1) await settle()
}

test('the pin stands where the fields say, and moving it writes into them', async () => {
  const host = await open()
  await untilMapped()
  expect(map?.at).toEqual({ lat: 43.6452, lng: -79.3806 })
  await act(async () => {
    field(host, 'lat').value = '43.6391, -79.3812'
    field(host, 'lat').dispatchEvent(new Event('input', { bubbles: true }))
  })
  expect(map?.at).toEqual({ lat: 43.6391, lng: -79.3812 })
  await act(async () => map?.onMove({ lat: 43.64001234, lng: -79.38 }))
  expect([field(host, 'lat').value, field(host, 'lng').value]).toEqual(['43.640012', '-79.380000'])
  expect(map?.at).toEqual({ lat: 43.640012, lng: -79.38 })
  await save(host)
  expect(scene.sent[0]?.body).toMatchObject({ position: { lat: 43.640012, lng: -79.38 } })
})

test('a place that no car park could have has no pin', async () => {
  const host = await open()
  await untilMapped()
  await act(async () => {
    field(host, 'lat').value = 'north'
    field(host, 'lat').dispatchEvent(new Event('input', { bubbles: true }))
  })
  expect(map?.at).toBeNull()
})
