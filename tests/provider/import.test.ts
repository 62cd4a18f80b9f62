import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { loadFindZone, zoneOfState } from '../../provider/import/derive-zone.ts'
import { sandboxName, type Surroundings } from '../../provider/import/names.ts'
import { parseParkLine, type ParkLine } from '../../provider/import/park-line.ts'
import { readNearPlaces, readTypedPlaces } from '../../provider/import/reference-data.ts'
import { taxesOf } from '../../provider/rules/taxes.ts'
import { taxLines } from '../../src/domain/tax.ts'

const base = {
  source: 's',
  source_id: '1',
  country_code: 'CA',
  currency: 'CAD',
  state: 'Ontario',
  city: 'Toronto',
  name: 'Lot',
  lat: 43.6,
  lng: -79.4,
}
const line = (changes: Record<string, unknown>): string => JSON.stringify({ ...base, ...changes })

const NOTHING_NEAR: Surroundings = { near: new Map(), named: [], landmarks: [], towns: [] }

function mustLine(changes: Record<string, unknown>): ParkLine {
  const parsed = parseParkLine(line(changes))
  if (!parsed.ok) throw new Error(parsed.error)
  return parsed.value
}

test('a line with the required keys is a park; what it leaves out is null', () => {
  expect(parseParkLine(line({}))).toMatchObject({
    ok: true,
    value: { capacity: null, kind: 'unknown', rates_text: null },
  })
})

test.each([
  ['{"source":', 'not JSON'],
  [line({ name: 'Nul \0 here' }), 'name'],
  [line({ rates_text: '$2 \ud800' }), 'rates_text'],
  [line({ source_id: 'a\0' }), 'source_id'],
  [line({ lat: 91 }), 'lat'],
  [line({ lng: null }), 'lat and lng: both or neither'],
  [line({ country_code: 'GB' }), 'country_code'],
  [line({ currency: 'USD' }), 'currency: CA uses CAD'],
  [line({ capacity: -1 }), 'capacity'],
  [line({ source_id: '' }), 'source_id'],
  ['[]', 'source'],
])('a malformed line is refused with its reason: %#', (text, reason) => {
  const parsed = parseParkLine(text)
  expect(parsed.ok).toBe(false)
  expect(parsed.ok ? '' : parsed.error).toContain(reason)
})

test('zones come from coordinates, from the state without them, and never from across a border', async () => {
  const findZone = await loadFindZone()
  expect(findZone({ countryCode: 'CA', state: 'Ontario', position: { lat: 43.66, lng: -79.38 } })).toBe(
    'America/Toronto',
  )
  expect(findZone({ countryCode: 'US', state: 'Tennessee', position: { lat: 35.96, lng: -83.92 } })).toBe(
    'America/New_York',
  )
  expect(findZone({ countryCode: 'US', state: 'Texas', position: { lat: 31.76, lng: -106.5 } })).toBe('America/Denver')
  expect(findZone({ countryCode: 'SN', state: 'Dakar', position: { lat: 14.7, lng: -17.4 } })).toBe('Africa/Dakar')
  expect(findZone({ countryCode: 'US', state: 'New York', position: undefined })).toBe('America/New_York')
  expect(zoneOfState('CA', 'Québec')).toBe('America/Toronto')
  expect(zoneOfState('US', 'Hawaii')).toBe('Pacific/Honolulu')
})

test('a place without a name is called after what is near it, with the distance', () => {
  const unnamed = mustLine({
    name: null,
    kind: 'lot',
    country_code: 'SN',
    currency: 'XOF',
    city: 'Dakar',
    lat: 14.7,
    lng: -17.44,
  })
  const near = new Map([['s/1', { name: 'La Provence', distanceM: 241 }]])
  expect(sandboxName(unnamed, { ...NOTHING_NEAR, near })).toBe('Parking près de La Provence (240 m)')
  const garage = mustLine({ name: null, kind: 'garage' })
  const station = { name: 'Union Station', lat: 43.6, lng: -79.401 }
  expect(sandboxName(garage, { ...NOTHING_NEAR, named: [station] })).toBe('Parking garage near Union Station (80 m)')
  expect(sandboxName(garage, { ...NOTHING_NEAR, landmarks: [station] })).toBe(
    'Parking garage near Union Station (80 m)',
  )
  expect(sandboxName(mustLine({ name: null, kind: 'lot' }), NOTHING_NEAR)).toBe('Car park, Toronto')
})

test('with nothing known nearby it is called after the nearest town, so that those of one state differ', () => {
  const towns = [
    { name: 'Thiès', lat: 14.79, lng: -16.93 },
    { name: 'Dakar', lat: 14.69, lng: -17.45 },
  ]
  const senegal = { name: null, country_code: 'SN', currency: 'XOF', city: null, lat: 14.72 } as const
  const names = [-17.2, -17.1].map((lng) => sandboxName(mustLine({ ...senegal, lng }), { ...NOTHING_NEAR, towns }))
  expect(names).toEqual(['Parking près de Dakar (27,1 km)', 'Parking près de Thiès (19,9 km)'])
})

test('of the car parks without a name in our files no five share one, and none is called after its state', async () => {
  const lines = readFileSync('data/parks.ndjson', 'utf8').trim().split('\n')
  const parks = lines.map((text) => mustLine(JSON.parse(text)))
  const named = parks.flatMap(({ name, lat, lng }) =>
    name === null || lat === null || lng === null ? [] : [{ name, lat, lng }],
  )
  const around = { near: await readNearPlaces(), named, ...(await readTypedPlaces()) }
  const unnamed = parks.filter(({ name }) => name === null)
  const names = unnamed.map((park) => sandboxName(park, around))
  expect(names.filter((name, index) => name.endsWith(`, ${String(unnamed[index]?.state)}`))).toEqual([])
  const counts = Map.groupBy(names, (name) => name)
  expect([...counts].filter(([, { length }]) => length > 4)).toEqual([])
  expect(names.filter((name) => name === 'Parking garage, Lagos')).toEqual([])
})

test('taxes stack as each place stacks them', () => {
  const added = (place: Parameters<typeof taxesOf>[0]): number[] =>
    taxLines(taxesOf(place), 10_000, 0).map(({ amountMinor }) => amountMinor)
  const place = { state: null, city: null, address: null }
  expect(added({ ...place, countryCode: 'NG' })).toEqual([750])
  expect(added({ ...place, countryCode: 'CA', state: 'British Columbia', city: 'Vancouver' })).toEqual([2400, 620])
  expect(added({ ...place, countryCode: 'CA', state: 'British Columbia', city: 'Port Moody' })).toEqual([2400, 620])
  expect(added({ ...place, countryCode: 'CA', state: 'British Columbia', city: 'Kamloops' })).toEqual([500])
  expect(added({ ...place, countryCode: 'US', state: 'Illinois', city: 'Chicago' })).toEqual([600, 600, 2325])
  expect(
    added({ ...place, countryCode: 'US', state: 'New York', city: 'New York', address: '1 Main St, Manhattan' }),
  ).toHaveLength(2)
  expect(added({ ...place, countryCode: 'US', state: 'North Carolina', city: 'Cary' })).toEqual([])
  expect(taxesOf({ ...place, countryCode: 'SN' })).toMatchObject([{ value: 18_000, included: true }])
})
