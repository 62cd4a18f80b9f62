/** Prices while they are being typed: texts until they are parsed. */
import { CURRENCY_EXPONENT, type Currency } from '../../../domain/money.ts'
import type { Cap, DailyWindow, OwnRules, Package, RateWindow, Weekday } from '../../../domain/tariff-types.ts'
import { withoutOverlaps } from '../../../domain/tariff-overlaps.ts'
import { unreachable } from '../../../lib/assert.ts'
import { toAmountText } from '../../../parts/read-amount.ts'

export interface HoursDraft {
  readonly days: readonly Weekday[]
  /** "07:00". */
  readonly from: string
  readonly to: string
}

export interface StepDraft {
  readonly fromUnit: string
  readonly price: string
}

export interface WindowDraft {
  readonly id: number
  readonly hours: HoursDraft
  readonly kind: RateWindow['price']['kind']
  readonly price: string
  /** Empty means no maximum. */
  readonly maximum: string
  /** Prices of later units, after the first. */
  readonly steps: readonly StepDraft[]
}

export interface CapDraft {
  readonly id: number
  readonly kind: Cap['kind']
  readonly amount: string
  readonly days: readonly Weekday[]
  readonly startsAt: string
  readonly hours: string
}

export interface PackageDraft {
  readonly id: number
  readonly kind: Package['kind']
  readonly amount: string
  /** When a driver enters, or stays. */
  readonly entry: HoursDraft
  readonly exit: HoursDraft
  readonly exitBy: string
  readonly dayCount: string
}

export type VehicleKey = 1 | 2 | 3 | 4
export const VEHICLES: readonly VehicleKey[] = [1, 2, 3, 4]

export interface PriceDraft {
  readonly unitMinutes: string
  readonly windows: readonly WindowDraft[]
  readonly caps: readonly CapDraft[]
  readonly packages: readonly PackageDraft[]
  readonly freeFirst: string
  readonly shortest: string
  /** Empty means no limit. */
  readonly longest: string
  readonly reentry: string
  readonly percent: Readonly<Record<VehicleKey, string>>
}

export const WEEK: readonly Weekday[] = [1, 2, 3, 4, 5, 6, 0]
const ALL_DAY: HoursDraft = { days: WEEK, from: '00:00', to: '00:00' }

const two = (value: number): string => String(value).padStart(2, '0')
const toClock = (minute: number): string => `${two(Math.floor(minute / 60) % 24)}:${two(minute % 60)}`
const toHours = ({ days, fromMinute, toMinute }: DailyWindow): HoursDraft => ({
  ...{ days, from: toClock(fromMinute), to: toClock(toMinute) },
})

let made = 0
export const nextId = (): number => (made += 1)

export const newWindow = (hours: HoursDraft = ALL_DAY): WindowDraft => ({
  ...{ id: nextId(), hours, kind: 'unit', price: '', maximum: '', steps: [] },
})
export const newCap = (): CapDraft => ({
  ...{ id: nextId(), kind: 'day', amount: '', days: WEEK, startsAt: '00:00', hours: '12' },
})
export const newPackage = (): PackageDraft => ({
  ...{ id: nextId(), kind: 'early_bird', amount: '', exitBy: '08:00', dayCount: '30' },
  entry: { days: [1, 2, 3, 4, 5], from: '06:00', to: '09:00' },
  exit: { days: [1, 2, 3, 4, 5], from: '15:00', to: '19:00' },
})

export function toDraft(rules: OwnRules, currency: Currency): PriceDraft {
  const text = (amountMinor: number | undefined): string =>
    amountMinor === undefined ? '' : toAmountText(amountMinor, CURRENCY_EXPONENT[currency])
  const windows = withoutOverlaps(rules.windows).map((window): WindowDraft => {
    const { price } = window
    const row = { ...newWindow(toHours(window)), kind: price.kind }
    if (price.kind === 'free') return row
    if (price.kind === 'flat') return { ...row, price: text(price.amountMinor) }
    const [first, ...later] = price.tiers
    const steps = later.map((tier) => ({ fromUnit: String(tier.fromUnit), price: text(tier.unitPriceMinor) }))
    return { ...row, price: text(first?.unitPriceMinor), maximum: text(price.maximumMinor), steps }
  })
  const caps = rules.caps.map((cap): CapDraft => {
    const row = { ...newCap(), kind: cap.kind, amount: text(cap.amountMinor) }
    if (cap.kind === 'rolling') return { ...row, hours: String(cap.hours) }
    return { ...row, days: cap.days ?? WEEK, startsAt: toClock(cap.startsAtMinute) }
  })
  return {
    ...{ unitMinutes: String(rules.unitMinutes), windows, caps },
    packages: rules.packages.map((one) => toPackage(one, text(one.amountMinor))),
    freeFirst: String(rules.freeFirstMinutes),
    shortest: String(rules.minimumStayMinutes),
    longest: rules.maximumStayMinutes === null ? '' : String(rules.maximumStayMinutes),
    reentry: String(rules.reentryMinutes),
    percent: percents((type) => String(rules.vehiclePercent[type] ?? 100)),
  }
}

const percents = (of: (type: VehicleKey) => string) => ({ 1: of(1), 2: of(2), 3: of(3), 4: of(4) })

function toPackage(one: Package, amount: string): PackageDraft {
  const row = { ...newPackage(), kind: one.kind, amount }
  switch (one.kind) {
    case 'early_bird':
      return { ...row, entry: toHours(one.entry), exit: toHours(one.exit) }
    case 'night':
      return { ...row, entry: toHours(one.entry), exitBy: toClock(one.exitByMinute) }
    case 'monthly':
      return { ...row, dayCount: String(one.days) }
    case 'evening':
    case 'weekend':
      return { ...row, entry: toHours(one.window) }
    default:
      return unreachable(one)
  }
}
