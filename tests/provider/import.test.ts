import { expect, test } from 'vitest'
import { loadFindZone, zoneOfState } from '../../provider/import/derive-zone.ts'
import { sandboxName } from '../../provider/import/names.ts'
import { parseParkLine, type ParkLine } from '../../provider/import/park-line.ts'
import { taxesOf } from '../../provider/import/taxes.ts'
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
  expect(sandboxName(unnamed, new Map([['s/1', { name: 'La Provence', distanceM: 241 }]]), [])).toBe(
    'Parking près de La Provence (240 m)',
  )
  expect(
    sandboxName(mustLine({ name: null, kind: 'garage' }), new Map(), [
      { name: 'Union Station', lat: 43.6, lng: -79.401 },
    ]),
  ).toBe('Parking garage near Union Station (80 m)')
  expect(sandboxName(mustLine({ name: null, kind: 'lot' }), new Map(), [])).toBe('Car park, Toronto')
})

test('taxes stack as each place stacks them', () => {
  const added = (place: Parameters<typeof taxesOf>[0]): number[] =>
    taxLines(taxesOf(place), 10_000, 0).map(({ amountMinor }) => amountMinor)
  const place = { state: null, city: null, address: null }
  expect(added({ ...place, countryCode: 'NG' })).toEqual([750])
  expect(added({ ...place, countryCode: 'CA', state: 'British Columbia', city: 'Vancouver' })).toEqual([2400, 620])
  expect(added({ ...place, countryCode: 'CA', state: 'British Columbia', city: 'Kamloops' })).toEqual([500])
  expect(added({ ...place, countryCode: 'US', state: 'Illinois', city: 'Chicago' })).toEqual([600, 600, 2325])
  expect(
    added({ ...place, countryCode: 'US', state: 'New York', city: 'New York', address: '1 Main St, Manhattan' }),
  ).toHaveLength(2)
  expect(added({ ...place, countryCode: 'US', state: 'North Carolina', city: 'Cary' })).toEqual([])
  expect(taxesOf({ ...place, countryCode: 'SN' })).toMatchObject([{ value: 18_000, included: true }])
})
