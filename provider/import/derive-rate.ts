import { createHash } from 'node:crypto'
import { tariffFromWire, tariffToWire, taxToWire } from '../../src/contract/tariff-mapping.ts'
import { CURRENCY_EXPONENT } from '../../src/domain/money.ts'
import { canonicalJson } from '../../src/lib/canonical-json.ts'
import type { Tariff } from '../../src/domain/tariff.ts'
import type { NewRate } from '../repositories/new-park.ts'
import { hourlyFrom } from '../rules/hourly-from.ts'
import type { ParkLine } from './park-line.ts'
import { EVERY_DAY, type ParsedRate } from './rates/parsed-rate.ts'
import { parseRates } from './rates/parse-rates.ts'
import { meteredRate, SANDBOX_VEHICLE_PERCENT, sandboxRate } from './sandbox-fill.ts'
import { taxesOf } from '../rules/taxes.ts'

/** Where a tariff comes from: the source's text, its two price columns, the sandbox, or nowhere. */
export type RateOrigin = 'text' | 'columns' | 'sandbox' | 'none'

export interface DerivedRate extends NewRate {
  readonly origin: RateOrigin
}

function draftOf(line: ParkLine, sandbox: boolean): { readonly origin: RateOrigin; readonly draft: Tariff } {
  if (line.tariff !== null) {
    return { origin: 'text', draft: tariffFromWire({ ...line.tariff, version: '', events: [] }) }
  }
  const { origin, rate } = chooseRate(line, sandbox)
  const draft: Tariff = {
    version: '',
    currency: line.currency,
    ...rate,
    events: [],
    fees: [],
    freeFirstMinutes: 0,
    minimumStayMinutes: 0,
    maximumStayMinutes: null,
    reentryMinutes: 0,
    vehiclePercent: origin === 'sandbox' ? SANDBOX_VEHICLE_PERCENT : {},
    demo: origin === 'sandbox',
  }
  return { origin, draft }
}

/**
 * Returns the tariff of a line, from the first that exists: its price list, parsed text, price columns, the sandbox's
 * tariff. Outside the sandbox the last is a tariff without hours or prices.
 */
export function deriveRate(line: ParkLine, sandbox = true): DerivedRate {
  const { origin, draft } = draftOf(line, sandbox)
  const taxes = taxesOf({
    countryCode: line.country_code,
    state: line.state,
    city: line.city,
    address: line.address,
  }).map(taxToWire)
  const content = tariffToWire(draft)
  const version = createHash('sha256')
    .update(canonicalJson([content, taxes]))
    .digest('hex')
    .slice(0, 12)
  return { origin, version, tariff: { ...content, version }, taxes, hourlyFromMinor: hourlyFrom(draft) }
}

const UNPRICED: ParsedRate = { unitMinutes: 60, windows: [], caps: [], packages: [] }

function chooseRate(line: ParkLine, sandbox: boolean): { readonly origin: RateOrigin; readonly rate: ParsedRate } {
  const parsed = line.rates_text === null ? undefined : parseRates(line.rates_text, line.currency)
  if (parsed?.ok === true) return { origin: 'text', rate: parsed.value }
  const columns = columnRate(line)
  if (columns !== undefined) return { origin: 'columns', rate: columns }
  return sandbox ? { origin: 'sandbox', rate: sandboxRate(line) } : { origin: 'none', rate: UNPRICED }
}

/** Rounded half up, once: the columns are decimal numbers of whole currency units. */
const toMinor = (price: number, line: ParkLine): number => Math.round(price * 10 ** CURRENCY_EXPONENT[line.currency])

function columnRate(line: ParkLine): ParsedRate | undefined {
  const dayMinor = line.daily_max === null ? null : toMinor(line.daily_max, line)
  if (line.hourly_rate !== null) return meteredRate(toMinor(line.hourly_rate, line), dayMinor)
  if (dayMinor === null) return undefined
  // A day price without an hourly one is a flat price for every stay of that day.
  const price = { kind: 'flat', amountMinor: dayMinor } as const
  return {
    unitMinutes: 60,
    windows: [{ days: EVERY_DAY, fromMinute: 0, toMinute: 1440, price }],
    caps: [],
    packages: [],
  }
}
