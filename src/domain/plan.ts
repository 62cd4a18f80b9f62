/** Plans: paid by the month, in advance, they take something off parking. */
import { DAY_MS, type Instant } from './instant.ts'
import type { PlanTerms } from './tariff-types.ts'
import { localToInstant, zonedParts } from './zone.ts'

/** After a period whose successor cannot be paid, the plan goes on for so long; then it ends. */
export const PLAN_GRACE_MS = 3 * DAY_MS
/** So long before a period ends its driver is told what the next one costs. */
export const PLAN_NOTICE_MS = 3 * DAY_MS

export const SUBSCRIPTION_STATES = ['running', 'grace', 'ended'] as const
export type SubscriptionState = (typeof SUBSCRIPTION_STATES)[number]

/** A period that is paid for, with the terms that it was paid at. */
export interface PaidPeriod extends Pick<PlanTerms, 'names' | 'percent' | 'maximumMinor'> {
  /** Ids of car parks; null: everywhere in its country. */
  readonly parks: readonly number[] | null
  readonly endMs: number
  /** It ends with its period: there is no grace after it. */
  readonly isCancelled: boolean
}

/** What a period takes off stays in a car park; undefined: nothing there. By itself, without a clock, so that phone and provider agree. */
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
 * The same day and minute of a later month in the country's zone; the last day where a month has no such day.
 * @param months from the first day of the plan, so that 31 January is followed by 28 February and 31 March.
 */
export function monthsAfter(start: Instant, months: number, zone: string): Instant {
  const { year, month, day, hour, minute } = zonedParts(start, zone)
  const first = new Date(Date.UTC(year, month - 1 + months, 1))
  const [toYear, toMonth] = [first.getUTCFullYear(), first.getUTCMonth() + 1]
  const toDay = Math.min(day, daysIn(toYear, toMonth))
  return localToInstant({ year: toYear, month: toMonth, day: toDay, hour, minute }, zone).instant
}
