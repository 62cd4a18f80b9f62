import { describe, expect, it } from 'vitest'
import { type ListFilters, NO_FILTERS } from '../../../src/screens/find/list-address.ts'
import { countWith, isOn, passesList, toggled } from '../../../src/screens/find/list-filters.ts'
import { makePark } from './park-fixture.ts'

const garage = makePark({ id: 1, kind: 'garage', covered: true, height_limit_m: 2.1, ev_chargers: 4 })
const high = makePark({ id: 2, kind: 'garage', covered: true, height_limit_m: 3 })
const lot = makePark({ id: 3, kind: 'lot', accessible_spaces: 2, covered: false })
const parks = [garage, high, lot]
const count = (chip: Parameters<typeof countWith>[0], filters: Partial<ListFilters> = {}, isWhole = true) =>
  countWith(
    chip,
    { parks: parks.filter((park) => isWhole || passesList(park, { ...NO_FILTERS, ...filters })), isWhole },
    { filters: { ...NO_FILTERS, ...filters }, neededMetres: 2.6 },
  )

describe('a filter of the list of all car parks', () => {
  it('lets pass what is known to have it', () => {
    expect(parks.filter((park) => passesList(park, { ...NO_FILTERS, heightMetres: 2 }))).toEqual([garage, high])
    expect(passesList(lot, { ...NO_FILTERS, needs: ['covered'] })).toBe(false)
    expect(passesList(lot, { ...NO_FILTERS, needs: ['accessible'] })).toBe(true)
  })

  it('says how many car parks it leaves beside those that are on', () => {
    expect([count('covered'), count('height'), count('ev'), count('garage'), count('station')]).toEqual([2, 1, 1, 2, 0])
    expect(count('ev', { needs: ['covered'], kind: 'garage' })).toBe(1)
    expect(count('lot', { kind: 'garage' })).toBe(1)
  })

  it('says no number that only the provider could know', () => {
    expect(count('lot', { kind: 'garage' }, false)).toBeNull()
    expect(count('garage', { kind: 'garage' }, false)).toBe(2)
    expect(count('ev', { kind: 'garage' }, false)).toBe(1)
  })

  it('goes on and off; of kinds one is on', () => {
    const on = toggled('garage', toggled('height', toggled('ev', NO_FILTERS, 2.6), 2.6), 2.6)
    expect(on).toEqual({ kind: 'garage', needs: ['ev'], heightMetres: 2.6 })
    expect(['garage', 'ev', 'height', 'lot'].map((chip) => isOn(chip as 'lot', on))).toEqual([true, true, true, false])
    expect(toggled('lot', on, 2.6).kind).toBe('lot')
    expect(toggled('garage', toggled('height', toggled('ev', on, 2.6), 2.6), 2.6)).toEqual(NO_FILTERS)
  })
})
