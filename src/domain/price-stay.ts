import { err, type Result } from '../lib/result.ts'
import { DAY_MS } from './instant.ts'
import { quote, type Quote, type QuoteError, type QuoteInput } from './tariff.ts'
import { findClosedTime } from './tariff-hours.ts'

/** Hours without any price are hours in which the park is closed. */
export type StayError = QuoteError | 'park_closed'

/** A pass holds 65,535 units of 5 minutes, 227 days; and the work of a quote grows with the days, so it ends here for everybody. */
export const LONGEST_STAY_MS = 220 * DAY_MS

/** The price of a stay in opening hours: what phone and provider both call, so that neither sells what the other refuses. */
export function priceStay(input: QuoteInput): Result<Quote, StayError> {
  if (input.to - input.from > LONGEST_STAY_MS) return err('stay_too_long')
  const priced = quote(input)
  return priced.ok && findClosedTime(input.tariff, input) !== undefined ? err('park_closed') : priced
}
