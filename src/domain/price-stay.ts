import { err, ok, type Result } from '../lib/result.ts'
import { DAY_MS, type Instant } from './instant.ts'
import { multiplyHalfUp } from './money.ts'
import { type AddedPrice, addedPrice, quote, type Quote, type QuoteError, type QuoteInput } from './tariff.ts'
import { findClosedTime } from './tariff-hours.ts'

/** The park counts as closed in hours without a price. */
export type StayError = QuoteError | 'park_closed'

/**
 * A pass holds 65,535 units of 5 minutes, 227 days; and the cost of calculating a quote grows with the days, so this
 * limit is universal.
 */
export const MAX_STAY_MS = 220 * DAY_MS

/** Prices a stay within opening hours. Phone and provider both call this, so neither sells what the other refuses. */
export function priceStay(input: QuoteInput): Result<Quote, StayError> {
  if (input.to - input.from > MAX_STAY_MS) return err('stay_too_long')
  const priced = quote(input)
  return priced.ok && findClosedTime(input.tariff, input) !== undefined ? err('park_closed') : priced
}

/** Price of an extension: the difference of two prices at the booked rate, so that no part is ever repriced. */
export interface ExtensionPrice {
  readonly extra: AddedPrice
  readonly whole: Quote
}

/**
 * `to` is the current end. A longer stay may qualify for a cheaper package: the extra time is then free, and nothing is
 * refunded.
 */
export function extendedPrice(stay: QuoteInput & { readonly newEnd: Instant }): Result<ExtensionPrice, StayError> {
  const whole = priceStay({ ...stay, to: stay.newEnd })
  if (!whole.ok) return whole
  const before = priceStay(stay)
  if (!before.ok) return before
  const extra = addedPrice(stay)
  if (stay.plan === undefined) return ok({ extra, whole: whole.value })
  const [wholeOff, beforeOff] = [offOf(stay, whole.value, stay.newEnd), offOf(stay, before.value, stay.to)]
  return ok({ extra: lessOff(extra, wholeOff - beforeOff), whole: whole.value })
}

/** Returns the plan's discount included in a price, taxes included. */
function offOf({ plan: _plan, ...stay }: QuoteInput, { totalMinor }: Quote, to: Instant): number {
  const full = priceStay({ ...stay, to })
  return full.ok ? full.value.totalMinor - totalMinor : 0
}

/** Fees and taxes are reduced in proportion. */
function lessOff(extra: AddedPrice, wantedMinor: number): AddedPrice {
  const totalMinor = extra.totalMinor - Math.max(0, Math.min(wantedMinor, extra.totalMinor))
  if (totalMinor === extra.totalMinor) return extra
  const part = (amountMinor: number): number => multiplyHalfUp(amountMinor, totalMinor, extra.totalMinor)
  const taxMinor = Math.min(part(extra.taxMinor), totalMinor)
  return { totalMinor, taxMinor, feesMinor: Math.min(part(extra.feesMinor), totalMinor - taxMinor) }
}
