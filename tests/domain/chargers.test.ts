import { describe, expect, it } from 'vitest'
import {
  chargeMinutes,
  chargePrice,
  type Charger,
  CHARGER_FRESH_MS,
  chargerState,
  type ChargerNeeds,
  meets,
} from '../../src/domain/chargers.ts'

const NOW = Date.parse('2026-11-25T14:20:00Z')
const CCS: Charger = {
  ...{ connector: 'type1_combo', power_kw: 50, count: 4, price: 48, per: 'kwh', free: 2 },
  free_at: '2026-11-25T14:19:00Z',
}
const ANY: ChargerNeeds = { connector: null, minimumKw: 0, freeNow: false, mostMinor: null }
const AT = { currency: 'CAD', nowMs: NOW } as const

describe('what is known of a charger', () => {
  it.each([
    [{}, 'free'],
    [{ free: 1 }, 'last'],
    [{ free: 0 }, 'taken'],
    [{ free: null, free_at: null }, 'unknown'],
    [{ free_at: '2026-11-25T12:05:00Z' }, 'silent'],
    [{ free_at: new Date(NOW - CHARGER_FRESH_MS).toISOString() }, 'free'],
  ] as const)('%j is %s', (change, state) => {
    expect(chargerState({ ...CCS, ...change }, NOW)).toBe(state)
  })
})

describe('what charging costs', () => {
  it('is by the kWh, or by started hours of the time that it takes', () => {
    expect(chargePrice(CCS, 30, 'CAD')).toEqual({ amountMinor: 1440, currency: 'CAD' })
    expect(chargeMinutes(CCS, 30)).toBe(40)
    expect(chargePrice({ ...CCS, power_kw: 11, price: 250, per: 'hour' }, 30, 'CAD')?.amountMinor).toBe(750)
  })
  it('is free where it is, and not known without a price or a power', () => {
    expect(chargePrice({ ...CCS, price: 0 }, 30, 'CAD')?.amountMinor).toBe(0)
    expect(chargePrice({ ...CCS, price: null, per: null }, 30, 'CAD')).toBeNull()
    expect(chargePrice({ ...CCS, power_kw: null, per: 'hour' }, 30, 'CAD')).toBeNull()
  })
})

describe('a filter', () => {
  it('takes both forms of CCS for one, and nothing unknown for what is asked', () => {
    expect(meets(CCS, { ...ANY, connector: 'ccs' }, AT)).toBe(true)
    expect(meets({ ...CCS, connector: 'type2_combo' }, { ...ANY, connector: 'ccs' }, AT)).toBe(true)
    expect(meets(CCS, { ...ANY, connector: 'type2' }, AT)).toBe(false)
    expect(meets({ ...CCS, power_kw: null }, { ...ANY, minimumKw: 22 }, AT)).toBe(false)
    expect(meets({ ...CCS, price: null, per: null }, { ...ANY, mostMinor: 9_999 }, AT)).toBe(false)
    expect(meets({ ...CCS, free_at: '2026-11-25T12:05:00Z' }, { ...ANY, freeNow: true }, AT)).toBe(false)
  })
  it('holds at its limit', () => {
    expect(meets(CCS, { connector: 'ccs', minimumKw: 50, freeNow: true, mostMinor: 1440 }, AT)).toBe(true)
    expect(meets(CCS, { ...ANY, minimumKw: 51 }, AT)).toBe(false)
    expect(meets(CCS, { ...ANY, mostMinor: 1439 }, AT)).toBe(false)
  })
})
