import { err, ok, type Result } from '../lib/result.ts'
import { DAY_MS, type Instant } from './instant.ts'
import { multiplyHalfUp, sumMinor } from './money.ts'
import { NO_PREVIOUS_STAY } from './previous-stay.ts'
import { takeOff, type TakenOff } from './stay-coupon.ts'
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

/**
 * Price of an extension at the booked rate: the difference of two prices, so that no part is ever repriced; at tariffs
 * with packages, what the whole stay costs beyond what was paid.
 */
export interface ExtensionPrice {
  readonly extra: AddedPrice
  readonly whole: Quote
}

/** The price of a stay so far, minor units, and the coupon that was taken off it. */
export interface PaidStay {
  readonly totalMinor: number
  readonly taken: TakenOff | undefined
}

/** `to` is the current end. */
export interface StayToExtend extends QuoteInput {
  readonly newEnd: Instant
  /** Undefined where the stay has a price of its own, such as an event's. */
  readonly paid?: PaidStay | undefined
}

/**
 * A longer stay may qualify for a cheaper package: the extra time is then free, and nothing is refunded.
 */
export function extendedPrice(stay: StayToExtend): Result<ExtensionPrice, StayError> {
  const whole = priceStay({ ...stay, to: stay.newEnd })
  if (!whole.ok) return whole
  const before = priceStay(stay)
  if (!before.ok) return before
  const extra = addedPrice(stay)
  if (hasPackages(stay)) return ok({ extra: upToWhole(extra, whole.value, stay.paid), whole: whole.value })
  if (stay.plan === undefined) return ok({ extra, whole: whole.value })
  const [wholeOff, beforeOff] = [offOf(stay, whole.value, stay.newEnd), offOf(stay, before.value, stay.to)]
  return ok({ extra: lessOff(extra, wholeOff - beforeOff), whole: whole.value })
}

/**
 * A stay on its own at a tariff with packages, where a longer stay may cost less than a shorter one: the difference of
 * two prices would depend on the order in which the stay was shortened and extended.
 */
const hasPackages = (stay: StayToExtend): stay is StayToExtend & { readonly paid: PaidStay } =>
  stay.paid !== undefined &&
  stay.tariff.packages.length > 0 &&
  (stay.previousStay ?? NO_PREVIOUS_STAY).stays.length === 0

/** Returns what the whole stay costs beyond what was paid, so that no order of changes is cheaper or dearer. */
function upToWhole(extra: AddedPrice, whole: Quote, { totalMinor: paidMinor, taken }: PaidStay): AddedPrice {
  const wholeMinor = taken === undefined ? whole.totalMinor : takeOff(whole, taken).totalMinor
  const totalMinor = Math.max(0, wholeMinor - paidMinor)
  if (totalMinor <= extra.totalMinor) return lessOff(extra, extra.totalMinor - totalMinor)
  const part = (kind: 'tax' | 'fee'): number =>
    multiplyHalfUp(
      sumMinor(whole.lines.map((line) => (line.kind === kind ? line.amountMinor : 0))),
      totalMinor,
      whole.totalMinor,
    )
  const taxMinor = Math.min(part('tax'), totalMinor)
  return { totalMinor, taxMinor, feesMinor: Math.min(part('fee'), totalMinor - taxMinor) }
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
