import type { Instant } from './instant.ts'
import { priceStay } from './price-stay.ts'
import type { DailyWindow, Tariff, Tax } from './tariff-types.ts'

export type TariffFault =
  /** The car park is open but no window has a price, so nobody could book. */
  | 'hole'
  /** Two windows cover the same time. */
  | 'overlap'
  /** A negative price. */
  | 'negative'
  /** The tiers of a window are not in ascending order. */
  | 'steps_out_of_order'
  /** A longer stay costs less, without a package as the reason. */
  | 'falls'
  /** A maximum below the first unit or a flat price. */
  | 'maximum_below_step'
  /** The minimum stay is longer than the maximum. */
  | 'stay_bounds'
  /** The package never makes a stay cheaper. */
  | 'package_never'

export interface ShownStay {
  readonly from: Instant
  readonly to: Instant
  /** Price by the checked tariff, taxes included; null: cannot be booked. */
  readonly totalMinor: number | null
  /** Price by the tariff in force; null: cannot be booked, or no such tariff. */
  readonly beforeMinor: number | null
}

/** A window, cap or package by its zero-based index in its list. */
export interface TariffPlace {
  readonly list: 'windows' | 'caps' | 'packages'
  readonly index: number
}

export interface TariffProblem {
  readonly fault: TariffFault
  /** Null: the tariff as a whole. */
  readonly place: TariffPlace | null
  readonly stay: ShownStay
  /** For `falls`: the shorter, more expensive stay. For `overlap`: the same stay priced by the other window. */
  readonly other: ShownStay | null
}

export interface TariffToCheck {
  readonly tariff: Tariff
  readonly taxes: readonly Tax[]
  /** IANA zone of the car park. */
  readonly zone: string
  /** Start of the tariff; example stays lie in the week from that day. */
  readonly startsMs: Instant
  /**
   * Opening hours. Null: unknown; then every hour priced by the current tariff needs a price, or every hour if there is
   * none.
   */
  readonly hours: readonly DailyWindow[] | null
  /** The tariff in force. */
  readonly before: { readonly tariff: Tariff; readonly taxes: readonly Tax[] } | null
}

export interface TariffCheck extends TariffToCheck {
  /** Local midnight of the first day, and of the day a week later. */
  readonly week: { readonly fromMs: Instant; readonly toMs: Instant }
}

/** Prices a stay of a car by the checked tariff and by the one in force. */
export function showStay(check: TariffToCheck, from: Instant, to: Instant): ShownStay {
  const priceOf = (rate: { readonly tariff: Tariff; readonly taxes: readonly Tax[] } | null): number | null => {
    if (rate === null) return null
    const priced = priceStay({ ...rate, vehicleType: 1, from, to, zone: check.zone })
    return priced.ok ? priced.value.totalMinor : null
  }
  return { from, to, totalMinor: priceOf(check), beforeMinor: priceOf(check.before) }
}
