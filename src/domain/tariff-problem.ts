import type { Instant } from './instant.ts'
import { priceStay } from './price-stay.ts'
import type { DailyWindow, Tariff, Tax } from './tariff-types.ts'

export type TariffFault =
  /** The car park is open, and no window has a price: nobody could book. */
  | 'hole'
  /** Two windows cover the same time. */
  | 'overlap'
  /** A price below nothing. */
  | 'negative'
  /** Later prices of a window do not begin after those before them. */
  | 'steps_out_of_order'
  /** A longer stay costs less, and no package makes it cheaper. */
  | 'falls'
  /** A maximum that the first unit, or a flat price, is already above. */
  | 'maximum_below_step'
  /** The shortest stay is longer than the longest. */
  | 'stay_bounds'
  /** No stay is ever cheaper by this package. */
  | 'package_never'

export interface ShownStay {
  readonly from: Instant
  readonly to: Instant
  /** By the tariff that is checked, taxes with it; null: it cannot be booked. */
  readonly totalMinor: number | null
  /** By the tariff in force; null: it cannot be booked, or there is none. */
  readonly beforeMinor: number | null
}

/** A window, cap or package by its place in its list, from 0. */
export interface TariffPlace {
  readonly list: 'windows' | 'caps' | 'packages'
  readonly index: number
}

export interface TariffProblem {
  readonly fault: TariffFault
  /** Null: of the tariff as a whole. */
  readonly place: TariffPlace | null
  readonly stay: ShownStay
  /** `falls`: the shorter stay, which costs more. `overlap`: the same stay by the other window. */
  readonly other: ShownStay | null
}

export interface TariffToCheck {
  readonly tariff: Tariff
  readonly taxes: readonly Tax[]
  /** IANA zone of the car park. */
  readonly zone: string
  /** When the tariff begins: stays that show something are in the week from that day on. */
  readonly startsMs: Instant
  /** When the car park is open; null: not known, so all the time that has a price now must have one, or all there is. */
  readonly hours: readonly DailyWindow[] | null
  /** The tariff in force. */
  readonly before: { readonly tariff: Tariff; readonly taxes: readonly Tax[] } | null
}

export interface TariffCheck extends TariffToCheck {
  /** Local midnight of the first day, and of that a week later. */
  readonly week: { readonly fromMs: Instant; readonly toMs: Instant }
}

/** Prices a stay of a car by the tariff and by the one before. */
export function showStay(check: TariffToCheck, from: Instant, to: Instant): ShownStay {
  const priceOf = (rate: { readonly tariff: Tariff; readonly taxes: readonly Tax[] } | null): number | null => {
    if (rate === null) return null
    const priced = priceStay({ ...rate, vehicleType: 1, from, to, zone: check.zone })
    return priced.ok ? priced.value.totalMinor : null
  }
  return { from, to, totalMinor: priceOf(check), beforeMinor: priceOf(check.before) }
}
