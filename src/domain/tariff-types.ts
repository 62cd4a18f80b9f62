import type { Currency } from './money.ts'

/** 1 car, 2 motorcycle, 3 van, 4 truck or bus. */
export type VehicleTypeId = 1 | 2 | 3 | 4

/** 0 Sunday to 6 Saturday, in the park's zone. */
export type Weekday = 0 | 1 | 2 | 3 | 4 | 5 | 6

/** Minutes after local midnight, 0 to 1440; `to <= from` wraps past midnight into the next day. */
export interface DailyWindow {
  readonly days: readonly Weekday[]
  readonly fromMinute: number
  readonly toMinute: number
}

/**
 * One price tier of a window: from the n-th unit of an opening (counted from 1; sorted), a unit costs `unitPriceMinor`.
 */
export interface Tier {
  readonly fromUnit: number
  readonly unitPriceMinor: number
}

/** Pricing of the part of a stay inside a window. The first window that covers an instant applies. */
export type WindowPrice =
  /** `maximumMinor` caps one opening of the window (a day's 7:00 to 18:00), however the stay divides it. */
  | { readonly kind: 'unit'; readonly tiers: readonly Tier[]; readonly maximumMinor?: number }
  /** Charged once per opening that the stay touches. */
  | { readonly kind: 'flat'; readonly amountMinor: number }
  | { readonly kind: 'free' }

export interface RateWindow extends DailyWindow {
  readonly price: WindowPrice
}

export type Cap =
  /** Per calendar day in the park's zone, the day starting at `startsAtMinute`. */
  | {
      readonly kind: 'day'
      readonly amountMinor: number
      readonly startsAtMinute: number
      readonly days?: readonly Weekday[]
    }
  /** Consecutive periods of `hours` from the entry. */
  | { readonly kind: 'rolling'; readonly amountMinor: number; readonly hours: number }

/** A fixed price that replaces the metered price of a qualifying stay; the cheapest one applies. */
export type Package =
  | {
      readonly kind: 'early_bird'
      readonly amountMinor: number
      readonly entry: DailyWindow
      readonly exit: DailyWindow
    }
  | { readonly kind: 'night'; readonly amountMinor: number; readonly entry: DailyWindow; readonly exitByMinute: number }
  | { readonly kind: 'evening'; readonly amountMinor: number; readonly window: DailyWindow }
  | { readonly kind: 'weekend'; readonly amountMinor: number; readonly window: DailyWindow }
  | { readonly kind: 'monthly'; readonly amountMinor: number; readonly days: number }

/** Replaces all other prices during the event (epoch milliseconds, half-open). */
export interface EventFlat {
  readonly fromMs: number
  readonly toMs: number
  readonly amountMinor: number
}

export interface Fee {
  readonly code: string
  readonly kind: 'flat' | 'percent'
  /** Minor units for `flat`, basis points (1/100 %) for `percent`. */
  readonly value: number
  readonly taxed: boolean
}

/** A closure of the car park by its operator. */
export interface Closure {
  readonly fromMs: number
  /** Null: until reopened. */
  readonly toMs: number | null
  readonly reason: Readonly<Record<'en' | 'fr', string>>
}

/** Refund of a cancellation until a limit: see `cancellation`. */
export interface RefundRule {
  readonly until: 'start' | 'end'
  /** Shifts the limit; negative is earlier ("free until 24 hours before the start" is start, -1440). */
  readonly offsetMinutes: number
  /** 0 to 100. */
  readonly percent: number
}

/** In order of time. The first rule whose limit has not passed applies; after the last one nothing is refunded. */
export type RefundPolicy = readonly RefundRule[]

export interface Tariff {
  readonly version: string
  readonly currency: Currency
  /** Length of a billed unit; a started unit counts as a full unit. */
  readonly unitMinutes: number
  readonly windows: readonly RateWindow[]
  readonly caps: readonly Cap[]
  readonly packages: readonly Package[]
  readonly events: readonly EventFlat[]
  readonly fees: readonly Fee[]
  /** Times without parking, regardless of the windows. */
  readonly closures?: readonly Closure[]
  readonly freeFirstMinutes: number
  readonly minimumStayMinutes: number
  readonly maximumStayMinutes: number | null
  /** A return within this time continues the earlier stay: see `quote`. 0: only adjacent stays do. */
  readonly reentryMinutes: number
  /** Percentage of the car's price by vehicle type id; missing means 100. */
  readonly vehiclePercent: Readonly<Partial<Record<VehicleTypeId, number>>>
  /**
   * The car park's own policy; undefined: the default. Part of the tariff, so that accepting a version includes
   * accepting its policy.
   */
  readonly refundPolicy?: RefundPolicy
  /** True where a sandbox filled a gap in the source. */
  readonly demo: boolean
}

/** The operator's part of a tariff; the rest is set by the provider or applies on certain dates only. */
export type OwnRules = Omit<Tariff, 'version' | 'currency' | 'events' | 'fees' | 'closures' | 'refundPolicy' | 'demo'>

/**
 * Discount of a plan: part of the rate that a stay is booked at, so that later changes of the stay are priced with it.
 */
export interface PlanTerms {
  readonly names: Readonly<Record<'en' | 'fr', string>>
  /** Whole percent, 1 to 100. */
  readonly percent: number
  /** Maximum discount per stay; null: no limit. */
  readonly maximumMinor: number | null
  /** Later time is not discounted. */
  readonly validUntilMs: number
}

/** Taxes apply in order. Dates are epoch milliseconds, half-open; null means unlimited. */
export interface Tax {
  readonly code: string
  readonly name: string
  readonly kind: 'flat' | 'percent'
  /** Minor units for `flat`, thousandths of a percent for `percent` (7.5 % = 7500, 9.975 % = 9975). */
  readonly value: number
  /** True: computed on the base plus the taxes before it (Vancouver's GST on parking tax). */
  readonly compound: boolean
  /** True: already inside the posted price (Toronto's HST); shown, not added. */
  readonly included: boolean
  /** The operator's registration number, for receipts. */
  readonly registration?: string
  readonly fromMs: number | null
  readonly toMs: number | null
}

export type QuoteLine =
  | {
      readonly kind: 'units'
      readonly units: number
      readonly unitMinutes: number
      readonly unitPriceMinor: number
      readonly amountMinor: number
    }
  | { readonly kind: 'flat'; readonly amountMinor: number; readonly fromMinute: number; readonly toMinute: number }
  | { readonly kind: 'free'; readonly minutes: number; readonly amountMinor: 0 }
  | { readonly kind: 'maximum'; readonly fromMinute: number; readonly toMinute: number; readonly amountMinor: number }
  | { readonly kind: 'cap'; readonly cap: 'day' | 'rolling'; readonly hours: number; readonly amountMinor: number }
  | { readonly kind: 'package'; readonly package: Package['kind'] | 'event'; readonly amountMinor: number }
  /**
   * Surcharge of a stay that continues an earlier one: without it the continued stay would restart the earlier stay's
   * units.
   */
  | { readonly kind: 'continued'; readonly amountMinor: number }
  | { readonly kind: 'vehicle'; readonly percent: number; readonly amountMinor: number }
  /** Discount of a plan on parking and fees: see `plan-discount`. A coupon applies to the remainder. */
  | { readonly kind: 'plan'; readonly names: Readonly<Record<'en' | 'fr', string>>; readonly amountMinor: number }
  /** Discount of a coupon on parking and fees: see `stay-coupon`. Taxes apply to the remainder. */
  | { readonly kind: 'coupon'; readonly code: string; readonly amountMinor: number }
  | { readonly kind: 'fee'; readonly code: string; readonly amountMinor: number }
  | {
      readonly kind: 'tax'
      readonly code: string
      readonly name: string
      readonly included: boolean
      readonly amountMinor: number
    }

/**
 * Lines add up to the total, except tax lines with `included: true`, which only show what the total contains.
 * Reductions (`maximum`, `cap`, `package`, `plan`, `coupon`) have negative amounts; only the package `event`, and
 * `monthly` of a monthly pass, are positive prices of their own.
 */
export interface Quote {
  readonly lines: readonly QuoteLine[]
  readonly totalMinor: number
  readonly currency: Currency
  readonly tariffVersion: string
  /** Epoch milliseconds. */
  readonly validUntilMs: number
}

export type QuoteError = 'end_not_after_start' | 'stay_too_short' | 'stay_too_long'
