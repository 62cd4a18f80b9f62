import { parseMinor, type Currency } from '../../../src/domain/money.ts'
import type { WindowPrice } from '../../../src/domain/tariff.ts'
import { err, ok, type Result } from '../../../src/lib/result.ts'
import { parseDayRangeRates } from './day-range-rates.ts'
import { parseGreenPRates } from './green-p-rates.ts'
import { EVERY_DAY, type ParsedRate, type RateTextError } from './parsed-rate.ts'

const allDay = (price: WindowPrice): ParsedRate => ({
  unitMinutes: 60,
  windows: [{ days: EVERY_DAY, fromMinute: 0, toMinute: 1440, price }],
  caps: [],
  packages: [],
})

/** OpenStreetMap's `fee` tag: "no" means free, "yes" gives no price. */
function parseFeeTag(text: string): Result<ParsedRate, RateTextError> {
  return text === 'fee: no' ? ok(allDay({ kind: 'free' })) : err('no_price')
}

/** "Parking payant, 500 F": one price without a unit of time, read as a day price. */
function parsePaidParking(text: string, currency: Currency): Result<ParsedRate, RateTextError> {
  const amount = /^Parking payant, (\d+) F(?: ?CFA)?$/.exec(text)?.[1]
  const parsed = amount === undefined || currency !== 'XOF' ? undefined : parseMinor(amount, currency)
  return parsed?.ok === true ? ok(allDay({ kind: 'flat', amountMinor: parsed.value })) : err('unknown_format')
}

/**
 * Parses the tariff in a source's free text, whose format is recognised by how it begins; every word must be
 * understood.
 */
export function parseRates(ratesText: string, currency: Currency): Result<ParsedRate, RateTextError> {
  const text = ratesText.trim()
  if (text.startsWith('fee: ')) return parseFeeTag(text)
  if (/^parking payant/i.test(text)) return parsePaidParking(text, currency)
  if (currency === 'CAD' && /\/ Half Hour/i.test(text)) return parseGreenPRates(text)
  if (currency === 'CAD' && /^[A-Z][a-z]{2}(?:-[A-Z][a-z]{2})? /.test(text)) return parseDayRangeRates(text)
  return err('unknown_format')
}
