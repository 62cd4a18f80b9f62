import type { Park } from '../../src/contract/parks.ts'
import { unreachable } from '../../src/lib/assert.ts'
import type { RateWindow, Tariff } from '../../src/domain/tariff.ts'
import type { ParkLine } from './park-line.ts'
import { EVERY_DAY, type ParsedRate } from './rates/parsed-rate.ts'
import { stablePick } from './stable-choice.ts'

type Kind = Park['kind']
type Range = { readonly from: number; readonly to: number; readonly step: number }

/** Spaces of a park whose source gives no number. */
const CAPACITY: Readonly<Record<Kind, Range>> = {
  garage: { from: 120, to: 400, step: 20 },
  lot: { from: 30, to: 120, step: 10 },
  street: { from: 8, to: 30, step: 2 },
  airport: { from: 200, to: 800, step: 50 },
  stadium: { from: 300, to: 900, step: 50 },
  station: { from: 20, to: 80, step: 5 },
  unknown: { from: 15, to: 60, step: 5 },
}

/** US cents per hour by kind: the data has no US prices. */
const US_HOURLY: Readonly<Record<Kind, Range>> = {
  garage: { from: 400, to: 600, step: 50 },
  lot: { from: 250, to: 400, step: 50 },
  street: { from: 200, to: 300, step: 50 },
  airport: { from: 400, to: 600, step: 100 },
  stadium: { from: 500, to: 600, step: 50 },
  station: { from: 200, to: 400, step: 50 },
  unknown: { from: 200, to: 350, step: 50 },
}

/**
 * Medians, in cents, of the hourly and daily prices of the Canadian rows in `data/parks.ndjson` (a test recomputes
 * them).
 */
export const CANADIAN_MEDIAN = { hourlyMinor: 300, dayMinor: 1_000 } as const

/** A sandbox day costs at most this many hours. */
const HOURS_IN_A_DAY = 6

const keyOf = ({ source, source_id }: Pick<ParkLine, 'source' | 'source_id'>, what: string): string =>
  `${what}:${source}/${source_id}`

export const sandboxCapacity = (line: ParkLine): number => stablePick(keyOf(line, 'capacity'), CAPACITY[line.kind])

function sandboxHourlyMinor(line: ParkLine): number {
  const key = keyOf(line, 'tariff')
  switch (line.country_code) {
    case 'NG': // ₦300 to ₦700
      return stablePick(key, { from: 30_000, to: 70_000, step: 5_000 })
    case 'SN': // 300 to 500 F CFA
      return stablePick(key, { from: 300, to: 500, step: 50 })
    case 'CA':
      return CANADIAN_MEDIAN.hourlyMinor
    case 'US':
      return stablePick(key, US_HOURLY[line.kind])
    default:
      return unreachable(line.country_code)
  }
}

/** A plausible tariff by country and kind, marked `demo` by the caller: an hourly price and a daily cap. */
export function sandboxRate(line: ParkLine): ParsedRate {
  const hourlyMinor = sandboxHourlyMinor(line)
  const dayMinor = line.country_code === 'CA' ? CANADIAN_MEDIAN.dayMinor : hourlyMinor * HOURS_IN_A_DAY
  return meteredRate(hourlyMinor, dayMinor)
}

/** Sandbox only: sources give prices for cars. A motorcycle takes half a space, a truck or bus two. */
export const SANDBOX_VEHICLE_PERCENT: Tariff['vehiclePercent'] = { 2: 50, 4: 200 }

/** An hourly price all day; no daily cap when `dayMinor` is null. */
export function meteredRate(hourlyMinor: number, dayMinor: number | null): ParsedRate {
  const window: RateWindow = {
    days: EVERY_DAY,
    fromMinute: 0,
    toMinute: 1440,
    price:
      hourlyMinor === 0 ? { kind: 'free' } : { kind: 'unit', tiers: [{ fromUnit: 0, unitPriceMinor: hourlyMinor }] },
  }
  const caps = dayMinor === null ? [] : [{ kind: 'day', amountMinor: dayMinor, startsAtMinute: 0 } as const]
  return { unitMinutes: 60, windows: [window], caps, packages: [] }
}
