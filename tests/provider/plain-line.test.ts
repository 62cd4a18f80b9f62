import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { parseParkLine, type ParkLine } from '../../provider/import/park-line.ts'
import { plainLine } from '../../provider/import/plain-line.ts'
import { must } from '../../src/lib/assert.ts'

function plain(changes: Partial<ParkLine>): Pick<ParkLine, 'name' | 'address'> {
  const given = { source: 's', source_id: '1', country_code: 'US', currency: 'USD', ...changes }
  const parsed = parseParkLine(JSON.stringify(given))
  if (!parsed.ok) throw new Error(parsed.error)
  const { name, address } = plainLine(parsed.value)
  return { name, address }
}

describe('a car park', () => {
  test('of a register of licences is named by its street, not by the firm that holds the licence', () => {
    expect(plain({ name: 'SP PLUS CORPORATION', kind: 'garage', address: '200 PARK AVE, Manhattan' })).toEqual({
      name: 'Garage, 200 Park Ave',
      address: '200 Park Ave, Manhattan',
    })
    expect(plain({ name: 'M H M PARKING LLC', kind: 'lot', address: '560 3RD AVE, Manhattan' }).name).toBe(
      'Car park, 560 3rd Ave',
    )
  })

  test('has a numbered street without capitals, also where no longer word is shouted', () => {
    expect(plain({ name: 'PARKING LLC', kind: 'garage', address: '120 W 45TH ST, Manhattan' })).toEqual({
      name: 'Garage, 120 W 45th St',
      address: '120 W 45th St, Manhattan',
    })
    expect(plain({ address: '113TH PL SE' }).address).toBe('113th Pl SE')
    expect(plain({ address: '1 Main St, NY 10018' }).address).toBe('1 Main St, NY 10018')
  })

  test('keeps a name that it has: a firm’s own, an acronym, a code, and small letters', () => {
    for (const name of ['GGMC', 'E18', 'HODGETOWN', 'Diamond Parking Co', 'U-Park', 'Green P Carpark 36'])
      expect(plain({ name, address: '1 Main St' }).name).toBe(name)
    expect(plain({ name: 'MEYERS PARKING', address: null }).name).toBe('Meyers Parking')
    expect(plain({ name: 'FLORAL 26 PARKING LLC', address: null }).name).toBe('Floral 26 Parking')
  })

  test('has none where a mapper wrote what it is', () => {
    for (const name of ['véhicule', 'Public', 'Permit', 'Car park']) expect(plain({ name }).name).toBeNull()
  })

  test('has an address without the source’s remarks', () => {
    const street = '110 Queen Street West (Nathan Phillips Square Garage)'
    expect(plain({ address: `${street} - reduced parking - Sept. to Dec.` }).address).toBe(street)
    expect(plain({ address: '2001 Lake Shore Blvd. West (Parks)' }).address).toBe('2001 Lake Shore Blvd. West')
    expect(plain({ address: '1 Brimley Road (Bluffer’s Park)' }).address).toBe('1 Brimley Road (Bluffer’s Park)')
  })
})

test('no car park of the register of New York is called by a firm or in capitals', () => {
  const lines = readFileSync('data/parks.midtown.ndjson', 'utf8').trim().split('\n')
  const named = lines.map((line) => {
    const parsed = parseParkLine(line)
    if (!parsed.ok) throw new Error(parsed.error)
    return must(plainLine(parsed.value).name, line)
  })
  expect(named.filter((name) => /\b(?:LLC|INC|CORP|CORPORATION)\b/.test(name))).toEqual([])
})
