/** Prices as APDS rate tables: one for each window of a price list, valid on its days and hours. */
import type { TariffWire } from '../../src/contract/tariff.ts'
import { CURRENCY_EXPONENT, type Currency } from '../../src/domain/money.ts'
import type { ApdsRateTable } from './apds-shapes.ts'
import type { ParkLine } from './park-line.ts'

export type ListedTariff = NonNullable<ParkLine['tariff']>
type Window = TariffWire['windows'][number]
type RateLine = ApdsRateTable['rateLineCollections'][number]['rateLines'][number]

const DAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'] as const
const WEEK: Window['days'] = [0, 1, 2, 3, 4, 5, 6]
const DAY_MINUTES = 1_440

const two = (value: number): string => String(value).padStart(2, '0')
/** APDS has no 24:00: the day ends at 00:00. */
const clockText = (minute: number): string => `${two(Math.floor((minute % DAY_MINUTES) / 60))}:${two(minute % 60)}`
const minuteOf = (text: string): number => {
  const [hours = 0, minutes = 0] = text.split(':').map(Number)
  return hours * 60 + minutes
}
/** `hh:mm`, or `dd:hh:mm` from one day on. */
const elapsedText = (minutes: number): string =>
  minutes < DAY_MINUTES
    ? clockText(minutes)
    : `${two(Math.floor(minutes / DAY_MINUTES))}:${clockText(minutes % DAY_MINUTES)}`
function elapsedMinutes(text: string): number | null {
  if (!/^\d+(?::\d+){1,2}$/.test(text)) return null
  const [minutes = 0, hours = 0, days = 0] = text.split(':').map(Number).toReversed()
  return days * DAY_MINUTES + hours * 60 + minutes
}
const periodText = (minutes: number): string => `PT${String(minutes)}M`
function periodMinutes(text: string | undefined): number | null {
  const parts = /^P(?:(\d+)D)?(?:T(?:(\d+)H)?(?:(\d+)M)?)?$/.exec(text ?? '')
  if (parts === null) return null
  const [days = 0, hours = 0, minutes = 0] = parts.slice(1).map((part) => Number(part ?? 0))
  const all = days * DAY_MINUTES + hours * 60 + minutes
  return all === 0 ? null : all
}

const scaleOf = (currency: Currency): number => 10 ** CURRENCY_EXPONENT[currency]

function rateLines({ price }: Window, { currency, unit_minutes: unit }: ListedTariff): readonly object[] {
  const line = (sequence: number, minor: number) => ({
    ...{ id: String(sequence), version: 1, sequence, value: minor / scaleOf(currency) },
  })
  if (price.kind !== 'unit') {
    const minor = price.kind === 'flat' ? price.amount : 0
    return [{ ...line(1, minor), rateLineType: 'flatRate', usageCondition: 'once' }]
  }
  return price.tiers.map(({ from_unit: from, unit_price: minor }, index) => ({
    ...line(index + 1, minor),
    ...{ rateLineType: 'incrementingRate', usageCondition: 'unlimited' },
    // Units are counted from one; the first tier always starts at the beginning, whatever its `from_unit`.
    ...{ durationStart: elapsedText(index === 0 ? 0 : (from - 1) * unit), incrementPeriod: periodText(unit) },
  }))
}

const isWholeDay = ({ from_minute: from, to_minute: to }: Pick<Window, 'from_minute' | 'to_minute'>): boolean =>
  from === 0 && to === DAY_MINUTES

const isSameDays = (some: readonly number[], others: readonly number[]): boolean =>
  some.length === others.length && some.every((day) => others.includes(day))

/**
 * The daily cap that a table's maximum can express: on its days the window must be the only one with a price, and must
 * not run past midnight.
 */
function dayCapOf(window: Window, { windows, caps }: ListedTariff) {
  const isAlone = windows.every((other) => other === window || !other.days.some((day) => window.days.includes(day)))
  if (!isAlone || window.to_minute <= window.from_minute) return undefined
  return caps.filter((cap) => cap.kind === 'day').find(({ days = WEEK }) => isSameDays(days, window.days))
}

/** The maximum price of a stay, per day or per opening of the window. */
function maximumOf(window: Window, tariff: ListedTariff): { readonly minor: number; readonly from: number } | null {
  const cap = dayCapOf(window, tariff)
  const most = window.price.kind === 'unit' ? window.price.maximum : undefined
  if (cap !== undefined && most === undefined) return { minor: cap.amount, from: cap.starts_at_minute }
  return most === undefined || isWholeDay(window) ? null : { minor: most, from: window.from_minute }
}

export interface RateTableNames {
  /** Id of the car park; its tables' ids add a number. */
  readonly id: string
  readonly name: readonly object[]
  /** RFC 3339. */
  readonly since: string
  readonly taxIncluded: boolean
}

/**
 * Returns the rate tables of a price list. What they cannot express (packages, other caps) is detected by the caller,
 * which reads them back.
 */
export function tablesOf(tariff: ListedTariff, { id, name, since, taxIncluded }: RateTableNames): readonly object[] {
  return tariff.windows.map((window, index) => {
    const most = maximumOf(window, tariff)
    const period = {
      recurringDayWeekMonthPeriod: [{ applicableDay: window.days.map((day) => DAYS[day]) }],
      ...(isWholeDay(window)
        ? {}
        : {
            recurringTimePeriodOfDay: [
              { startTimeOfPeriod: clockText(window.from_minute), endTimeOfPeriod: clockText(window.to_minute) },
            ],
          }),
    }
    return {
      ...{ id: `${id}-${String(index + 1)}`, version: 1, rateTableName: name, availability: 'public' },
      // The schema requires these two fields without describing them.
      ...{ validityStart: since, activeTimes: [period] },
      validity: {
        validityStatus: 'definedByValidityTimeSpec',
        validityTimeSpecification: { overallStartTime: since, validPeriods: [period] },
      },
      rateLineCollections: [
        {
          ...{ id: `${id}-${String(index + 1)}-1`, version: 1, collectionSequence: 1 },
          ...{ applicableCurrency: tariff.currency, taxIncluded, relativeTimes: false, validStart: since },
          resetTime: clockText(most?.from ?? 0),
          ...(most === null
            ? {}
            : {
                maxValueCollection: {
                  currencyType: tariff.currency,
                  currencyValue: most.minor / scaleOf(tariff.currency),
                },
              }),
          rateLines: rateLines(window, tariff),
        },
      ],
    }
  })
}

/** The price of a window, and its unit in minutes. Null when the lines cannot be read unambiguously. */
function priceOf(
  lines: readonly RateLine[],
  scale: number,
): { readonly price: Window['price']; unit: number | null } | null {
  const ordered = lines.toSorted((a, b) => a.sequence - b.sequence)
  const minor = (value: number): number => Math.round(value * scale)
  const [first] = ordered
  if (first?.rateLineType === 'flatRate' && ordered.length === 1) {
    const amount = minor(first.value)
    return { price: amount === 0 ? { kind: 'free' } : { kind: 'flat', amount }, unit: null }
  }
  const unit = periodMinutes(first?.incrementPeriod)
  if (unit === null) return null
  const tiers = ordered.map(({ rateLineType, incrementPeriod, durationStart = '00:00', value }, index) => {
    const from = elapsedMinutes(durationStart)
    const isRead = rateLineType === 'incrementingRate' && periodMinutes(incrementPeriod) === unit
    return isRead && from !== null && from % unit === 0
      ? { from_unit: index === 0 ? 0 : from / unit + 1, unit_price: minor(value) }
      : null
  })
  return tiers.every((tier) => tier !== null) ? { price: { kind: 'unit', tiers }, unit } : null
}

function daysOf(table: ApdsRateTable): Pick<Window, 'days' | 'from_minute' | 'to_minute'> | null {
  const [period, ...otherPeriods] = table.validity?.validityTimeSpecification?.validPeriods ?? [{}]
  const [hours, ...otherHours] = period?.recurringTimePeriodOfDay ?? [undefined]
  const [week, ...otherWeeks] = period?.recurringDayWeekMonthPeriod ?? [{}]
  if (otherPeriods.length + otherHours.length + otherWeeks.length > 0) return null
  const days = week?.applicableDay?.map((day) => WEEK.find((number) => DAYS[number] === day))
  if (days?.includes(undefined) === true) return null
  return {
    days: days?.filter((day) => day !== undefined) ?? WEEK,
    from_minute: minuteOf(hours?.startTimeOfPeriod ?? '00:00'),
    to_minute: minuteOf(hours?.endTimeOfPeriod ?? '00:00') || DAY_MINUTES,
  }
}

interface ReadWindow {
  readonly window: Window
  readonly unit: number | null
  readonly caps: ListedTariff['caps']
}

function windowOf(table: ApdsRateTable, currency: Currency): ReadWindow | null {
  const [rates, ...others] = table.rateLineCollections
  const open = daysOf(table)
  if (rates === undefined || others.length > 0 || open === null || rates.applicableCurrency !== currency) return null
  const read = priceOf(rates.rateLines, scaleOf(currency))
  if (read === null) return null
  const most = rates.maxValueCollection
  if (most === undefined) return { window: { ...open, price: read.price }, unit: read.unit, caps: [] }
  const amount = Math.round(most.currencyValue * scaleOf(currency))
  if (isWholeDay(open)) {
    const days = isSameDays(open.days, WEEK) ? {} : { days: open.days }
    const cap = { kind: 'day', amount, starts_at_minute: minuteOf(rates.resetTime ?? '00:00'), ...days } as const
    return { window: { ...open, price: read.price }, unit: read.unit, caps: [cap] }
  }
  if (read.price.kind !== 'unit') return null
  return { window: { ...open, price: { ...read.price, maximum: amount } }, unit: read.unit, caps: [] }
}

/**
 * The price list of rate tables. Null when any table is in another currency or cannot be expressed: a partial price
 * would be wrong.
 */
export function tariffOfTables(tables: readonly ApdsRateTable[], currency: Currency): ListedTariff | null {
  const windows = tables.map((table) => windowOf(table, currency))
  const read = windows.filter((window) => window !== null)
  if (read.length === 0 || read.length < windows.length) return null
  const units = new Set(read.flatMap(({ unit }) => (unit === null ? [] : [unit])))
  const caps = read.flatMap((window) => window.caps)
  if (units.size > 1) return null
  const [unitMinutes = 60] = units
  return {
    ...{ currency, unit_minutes: unitMinutes, windows: read.map(({ window }) => window), caps, packages: [], fees: [] },
    ...{ free_first_minutes: 0, minimum_stay_minutes: 0, maximum_stay_minutes: null, reentry_minutes: 0 },
    ...{ vehicle_percent: {}, demo: false },
  }
}
