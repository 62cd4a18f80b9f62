import { describe, expect, test } from 'vitest'
import { MAX_STAY_MS, priceStay } from '../../src/domain/price-stay.ts'
import { MINUTE_MS, toInstant } from '../../src/domain/instant.ts'
import { atLocalMinute } from '../../src/domain/zone.ts'
import type { Tariff } from '../../src/domain/tariff.ts'
import { at, tariffOf } from './support/tariffs.ts'

const ZONE = 'America/Toronto'
/** Monday 2 November 2026, as a local day number since 1970. */
const MONDAY = 20_759

const WEEKDAYS_ONLY: Tariff = {
  version: 't1',
  currency: 'CAD',
  unitMinutes: 60,
  windows: [
    {
      days: [1, 2, 3, 4, 5],
      fromMinute: 360,
      toMinute: 1020,
      price: { kind: 'unit', tiers: [{ fromUnit: 1, unitPriceMinor: 300 }] },
    },
  ],
  caps: [],
  packages: [],
  events: [],
  fees: [],
  freeFirstMinutes: 0,
  minimumStayMinutes: 0,
  maximumStayMinutes: null,
  reentryMinutes: 0,
  vehiclePercent: {},
  demo: false,
}

const stay = (fromMinute: number, toMinute: number) =>
  priceStay({
    tariff: WEEKDAYS_ONLY,
    taxes: [],
    vehicleType: 1,
    from: atLocalMinute(MONDAY, fromMinute, ZONE),
    to: atLocalMinute(MONDAY, toMinute, ZONE),
    zone: ZONE,
  })

describe('a park with a price for some hours only', () => {
  test('a stay inside its hours has its price', () => {
    const priced = stay(600, 720)
    expect(priced.ok && priced.value.totalMinor).toBe(600)
  })

  test('a stay that begins before they open or ends after they close is refused, not free', () => {
    expect(stay(300, 420)).toEqual({ ok: false, error: 'park_closed' })
    expect(stay(960, 1080)).toEqual({ ok: false, error: 'park_closed' })
    expect(stay(1080, 1200)).toEqual({ ok: false, error: 'park_closed' })
  })
})

test('an end in the year 9999 is refused at once: no quote is worked out for it', () => {
  const from = atLocalMinute(MONDAY, 600, ZONE)
  const base = { tariff: tariffOf(), taxes: [], vehicleType: 1, from, zone: ZONE } as const
  expect(priceStay({ ...base, to: toInstant(from + MAX_STAY_MS) }).ok).toBe(true)
  for (const to of [toInstant(from + MAX_STAY_MS + MINUTE_MS), at('9999-12-31T23:55:00Z')])
    expect(priceStay({ ...base, to })).toEqual({ ok: false, error: 'stay_too_long' })
})

describe('a car park that its operator has closed', () => {
  const NOON = atLocalMinute(MONDAY, 720, ZONE)
  const reason = { en: 'Flood', fr: 'Inondation' }
  const closedStay = (closure: { fromMs: number; toMs: number | null }, fromMinute: number, toMinute: number) =>
    priceStay({
      ...{ tariff: { ...WEEKDAYS_ONLY, closures: [{ ...closure, reason }] }, taxes: [], vehicleType: 1, zone: ZONE },
      ...{ from: atLocalMinute(MONDAY, fromMinute, ZONE), to: atLocalMinute(MONDAY, toMinute, ZONE) },
    })
  const hour = { fromMs: NOON, toMs: NOON + 60 * MINUTE_MS }

  test.each([
    [660, 721],
    [720, 780],
    [779, 840],
    [600, 900],
  ])('has no price for a stay of minutes %i to %i', (from, to) => {
    expect(closedStay(hour, from, to)).toEqual({ ok: false, error: 'park_closed' })
  })

  test.each([
    [660, 720],
    [780, 840],
  ])('prices a stay of minutes %i to %i, which only touches it', (from, to) => {
    const [closed, open] = [closedStay(hour, from, to), stay(from, to)]
    expect(closed.ok && closed.value.lines).toEqual(open.ok && open.value.lines)
  })

  test('has none until it is opened again', () => {
    expect(closedStay({ ...hour, toMs: null }, 960, 1_000)).toEqual({ ok: false, error: 'park_closed' })
    expect(closedStay({ ...hour, toMs: null }, 600, 720)).toMatchObject({ ok: true })
  })
})
