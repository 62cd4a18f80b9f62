/** Plans: paid monthly in advance, they give a discount on parking. */
import { DAY_MS, type Instant } from './instant.ts'
import type { PlanTerms } from './tariff-types.ts'
import { localToInstant, zonedParts } from './zone.ts'

/** How long a plan continues after a period whose renewal cannot be paid, before it ends. */
export const PLAN_GRACE_MS = 3 * DAY_MS
/** How long before a period's end its driver is notified of the next price. */
export const PLAN_NOTICE_MS = 3 * DAY_MS

export const SUBSCRIPTION_STATES = ['running', 'grace', 'ended'] as const
export type SubscriptionState = (typeof SUBSCRIPTION_STATES)[number]

/** A paid period, with the terms at the time of payment. */
export interface PaidPeriod extends Pick<PlanTerms, 'names' | 'percent' | 'maximumMinor'> {
  /** Ids of car parks; null: everywhere in its country. */
  readonly parks: readonly number[] | null
  readonly endMs: number
  /** The plan ends with this period, without grace. */
  readonly isCancelled: boolean
}

/**
 * Returns the discount terms for a car park; undefined if the plan does not apply there. Takes no clock, so that phone
 * and provider agree.
 */
export function planTermsOf(
  { parks, endMs, isCancelled, ...terms }: PaidPeriod,
  parkId: number,
): PlanTerms | undefined {
  if (parks !== null && !parks.includes(parkId)) return undefined
  const { names, percent, maximumMinor } = terms
  return { names, percent, maximumMinor, validUntilMs: isCancelled ? endMs : endMs + PLAN_GRACE_MS }
}

const daysIn = (year: number, month: number): number => new Date(Date.UTC(year, month, 0)).getUTCDate()

/**
 * Returns the same day and minute of a later month in the country's zone, or the last day of a shorter month.
 * @param months counted from the plan's first day, so that 31 January is followed by 28 February and 31 March.
 */
export function monthsAfter(start: Instant, months: number, zone: string): Instant {
  const { year, month, day, hour, minute } = zonedParts(start, zone)
  const first = new Date(Date.UTC(year, month - 1 + months, 1))
  const [toYear, toMonth] = [first.getUTCFullYear(), first.getUTCMonth() + 1]
  const toDay = Math.min(day, daysIn(toYear, toMonth))
  return localToInstant({ year: toYear, month: toMonth, day: toDay, hour, minute }, zone).instant
}
