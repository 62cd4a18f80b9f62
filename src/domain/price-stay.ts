import { err, ok, type Result } from '../lib/result.ts'
import { DAY_MS, type Instant } from './instant.ts'
import { multiplyHalfUp } from './money.ts'
import { type AddedPrice, addedPrice, quote, type Quote, type QuoteError, type QuoteInput } from './tariff.ts'
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

/** An extension: the difference of two prices at the rate that the stay was booked at, so that no part is ever repriced. */
export interface ExtensionPrice {
  readonly extra: AddedPrice
  readonly whole: Quote
}

/** `to` is the end until now. A longer stay may qualify for a cheaper package: then the added time is free, and nothing comes back. */
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

/** What the plan has taken off a price, taxes with it. */
function offOf({ plan: _plan, ...stay }: QuoteInput, { totalMinor }: Quote, to: Instant): number {
  const full = priceStay({ ...stay, to })
  return full.ok ? full.value.totalMinor - totalMinor : 0
}

/** Fees and taxes bear their part of it. */
function lessOff(extra: AddedPrice, wantedMinor: number): AddedPrice {
  const totalMinor = extra.totalMinor - Math.max(0, Math.min(wantedMinor, extra.totalMinor))
  if (totalMinor === extra.totalMinor) return extra
  const part = (amountMinor: number): number => multiplyHalfUp(amountMinor, totalMinor, extra.totalMinor)
  const taxMinor = Math.min(part(extra.taxMinor), totalMinor)
  return { totalMinor, taxMinor, feesMinor: Math.min(part(extra.feesMinor), totalMinor - taxMinor) }
}
