import type { ChargerBody } from '../../src/contract/chargers.ts'
import type { Connector } from '../../src/domain/connectors.ts'
import type { Currency } from '../../src/domain/money.ts'
import type { ParkLine } from './park-line.ts'
import { stableHash, stablePick } from './stable-choice.ts'

/** Minor units per kWh for direct current, and per hour for alternating current. */
const PRICES: Readonly<Record<Currency, { readonly kwh: number; readonly hour: number }>> = {
  NGN: { kwh: 25_000, hour: 120_000 },
  XOF: { kwh: 200, hour: 1_000 },
  USD: { kwh: 45, hour: 200 },
  CAD: { kwh: 48, hour: 250 },
}

interface Fitting {
  readonly slow: Connector
  readonly fast: readonly Connector[]
}

const AMERICA: Fitting = { slow: 'type1', fast: ['type1_combo', 'nacs', 'chademo'] }
const ELSEWHERE: Fitting = { slow: 'type2', fast: ['type2_combo', 'type2_combo', 'chademo'] }
const fittingOf = ({ country_code: country }: ParkLine): Fitting =>
  country === 'US' || country === 'CA' ? AMERICA : ELSEWHERE

/** Share of the car parks used for long stays that get made-up chargers: one in nine. */
const ONE_IN = 9
const KINDS: ReadonlySet<ParkLine['kind']> = new Set(['garage', 'airport', 'station', 'lot'])

const hasChargers = (line: ParkLine, key: string): boolean =>
  line.ev_chargers === null && KINDS.has(line.kind) && stableHash(`${key}:has`) % ONE_IN === 0

/**
 * Makes up chargers where a source states only their number, and at some car parks for which it states nothing. The
 * caller marks them.
 */
export function sandboxChargers(line: ParkLine): readonly ChargerBody[] {
  const key = `chargers:${line.source}/${line.source_id}`
  const isInvented = hasChargers(line, key)
  const total = isInvented ? stablePick(key, { from: 2, to: 10, step: 2 }) : (line.ev_chargers ?? 0)
  if (total === 0) return []
  const { slow, fast } = fittingOf(line)
  const { kwh, hour } = PRICES[line.currency]
  const fastCount = isInvented ? stableHash(`${key}:fast`) % (total / 2 + 1) : 0
  const connector = fast[stableHash(`${key}:plug`) % fast.length] ?? slow
  const power = stablePick(`${key}:power`, { from: 25, to: 150, step: 25 })
  const slowOnes: ChargerBody = { connector: slow, power_kw: 11, count: total - fastCount, price: hour, per: 'hour' }
  if (fastCount === 0) return [slowOnes]
  return [{ connector, power_kw: power, count: fastCount, price: kwh, per: 'kwh' }, slowOnes]
}
