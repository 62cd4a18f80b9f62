import type { Currency } from '../../../domain/money.ts'
import type { Cap, DailyWindow, OwnRules, Package, RateWindow } from '../../../domain/tariff-types.ts'
import { readMoney } from '../../../parts/read-amount.ts'
import {
  type CapDraft,
  type HoursDraft,
  type PackageDraft,
  type PriceDraft,
  type VehicleKey,
  VEHICLES,
  WEEK,
  type WindowDraft,
} from './price-draft.ts'

const DAY_MINUTES = 1_440
const MAX_STAY_MINUTES = 220 * DAY_MINUTES
/** The provider's limit, minor units. */
const MAX_MINOR = 1_000_000_000

/** Parses texts, and collects the names of the invalid fields. */
class FieldReader {
  readonly bad = new Set<string>()
  readonly #currency: Currency

  constructor(currency: Currency) {
    this.#currency = currency
  }

  money(text: string, field: string): number {
    const read = readMoney(text, this.#currency)
    if (read.ok && read.value <= MAX_MINOR) return read.value
    this.bad.add(field)
    return 0
  }

  whole(text: string, field: string, [least, most]: readonly [number, number]): number {
    const value = /^\s*\d{1,6}\s*$/.test(text) ? Number(text) : Number.NaN
    if (value >= least && value <= most) return value
    this.bad.add(field)
    return least
  }

  minute(text: string, field: string): number {
    const [, hour, minutes] = /^(\d\d):(\d\d)$/.exec(text) ?? []
    if (hour === undefined) this.bad.add(field)
    return Number(hour ?? 0) * 60 + Number(minutes ?? 0)
  }

  /** "Until midnight" means the end of the day. */
  hours({ days, from, to }: HoursDraft, field: string): DailyWindow {
    if (days.length === 0) this.bad.add(`${field} days`)
    const fromMinute = this.minute(from, `${field} from`)
    return { days, fromMinute, toMinute: this.minute(to, `${field} to`) || DAY_MINUTES }
  }
}

function windowOf(reader: FieldReader, { id, kind, ...row }: WindowDraft): RateWindow {
  const field = `window ${String(id)}`
  const open = reader.hours(row.hours, field)
  if (kind === 'free') return { ...open, price: { kind } }
  const first = reader.money(row.price, `${field} price`)
  if (kind === 'flat') return { ...open, price: { kind, amountMinor: first } }
  const later = row.steps.map((step, index) => ({
    fromUnit: reader.whole(step.fromUnit, `${field} step ${String(index)} from`, [2, 10_000]),
    unitPriceMinor: reader.money(step.price, `${field} step ${String(index)} price`),
  }))
  const tiers = [{ fromUnit: 1, unitPriceMinor: first }, ...later]
  const maximum = row.maximum.trim() === '' ? {} : { maximumMinor: reader.money(row.maximum, `${field} maximum`) }
  return { ...open, price: { kind, tiers, ...maximum } }
}

function capOf(reader: FieldReader, { id, kind, ...row }: CapDraft): Cap {
  const field = `cap ${String(id)}`
  const amountMinor = reader.money(row.amount, `${field} amount`)
  if (kind === 'rolling') return { kind, amountMinor, hours: reader.whole(row.hours, `${field} hours`, [1, 744]) }
  if (row.days.length === 0) reader.bad.add(`${field} days`)
  const days = row.days.length === WEEK.length ? {} : { days: row.days }
  return { kind, amountMinor, startsAtMinute: reader.minute(row.startsAt, `${field} from`), ...days }
}

function packageOf(reader: FieldReader, { id, kind, ...row }: PackageDraft): Package {
  const field = `package ${String(id)}`
  const amountMinor = reader.money(row.amount, `${field} amount`)
  if (kind === 'monthly') return { kind, amountMinor, days: reader.whole(row.dayCount, `${field} count`, [1, 220]) }
  const entry = reader.hours(row.entry, field)
  if (kind === 'early_bird') return { kind, amountMinor, entry, exit: reader.hours(row.exit, `${field} exit`) }
  if (kind === 'night') return { kind, amountMinor, entry, exitByMinute: reader.minute(row.exitBy, `${field} exit by`) }
  return { kind, amountMinor, window: entry }
}

export interface ReadDraft {
  readonly rules: OwnRules
  /** Names of invalid fields, such as "window 3 price"; the corresponding part of the rules is meaningless. */
  readonly bad: ReadonlySet<string>
}

/** Converts a draft to rules. */
export function readDraft(draft: PriceDraft, currency: Currency): ReadDraft {
  const reader = new FieldReader(currency)
  const vehicles = VEHICLES.flatMap((type): [VehicleKey, number][] => {
    const percent = reader.whole(draft.percent[type], `percent ${String(type)}`, [0, 1_000])
    return percent === 100 ? [] : [[type, percent]]
  })
  const rules: OwnRules = {
    unitMinutes: reader.whole(draft.unitMinutes, 'unit', [1, DAY_MINUTES]),
    windows: draft.windows.map((row) => windowOf(reader, row)),
    caps: draft.caps.map((row) => capOf(reader, row)),
    packages: draft.packages.map((row) => packageOf(reader, row)),
    freeFirstMinutes: reader.whole(draft.freeFirst, 'free', [0, DAY_MINUTES]),
    minimumStayMinutes: reader.whole(draft.shortest, 'shortest', [0, MAX_STAY_MINUTES]),
    maximumStayMinutes:
      draft.longest.trim() === '' ? null : reader.whole(draft.longest, 'longest', [1, MAX_STAY_MINUTES]),
    reentryMinutes: reader.whole(draft.reentry, 'reentry', [0, DAY_MINUTES]),
    vehiclePercent: Object.fromEntries(vehicles),
  }
  return { rules, bad: reader.bad }
}
