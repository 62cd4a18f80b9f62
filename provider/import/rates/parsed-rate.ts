import type { Cap, Package, RateWindow, Weekday } from '../../../src/domain/tariff.ts'

export const EVERY_DAY: readonly Weekday[] = [0, 1, 2, 3, 4, 5, 6]
export const WEEKDAYS: readonly Weekday[] = [1, 2, 3, 4, 5]
export const WEEKEND: readonly Weekday[] = [6, 0]

/** The part of a tariff that a source's rates text can state. Amounts in minor units. */
export interface ParsedRate {
  readonly unitMinutes: number
  readonly windows: readonly RateWindow[]
  readonly caps: readonly Cap[]
  readonly packages: readonly Package[]
}

/**
 * Why a text did not become a tariff.
 * - `no_price`: it gives no amount ("fee: yes", "$0.00 / Half Hour" alone).
 * - `days_lost`: it lists several rates for one time of day whose days the source dropped.
 * - `restricted`: closed or permit-only hours whose days the source dropped.
 * - `partial_day`: a flat rate for entering in a few hours, nothing for the rest.
 * - `unknown_format`: text that no parser knows.
 */
export type RateTextError = 'no_price' | 'days_lost' | 'restricted' | 'partial_day' | 'unknown_format'
