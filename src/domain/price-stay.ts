import { err, type Result } from '../lib/result.ts'
import { quote, type Quote, type QuoteError, type QuoteInput } from './tariff.ts'
import { findClosedTime } from './tariff-hours.ts'

/** Hours without any price are hours in which the park is closed. */
export type StayError = QuoteError | 'park_closed'

/** The price of a stay in opening hours: what phone and provider both call, so that neither sells what the other refuses. */
export function priceStay(input: QuoteInput): Result<Quote, StayError> {
  const priced = quote(input)
  return priced.ok && findClosedTime(input.tariff, input) !== undefined ? err('park_closed') : priced
}
