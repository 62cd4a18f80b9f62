/**
 * Checks a tariff before drivers pay by it. Every problem includes an example stay, priced by the same code as for
 * drivers and provider, so that the author of the tariff sees the price that a driver would be charged.
 */
import { type Instant, MINUTE_MS, toInstant } from './instant.ts'
import { priceStay } from './price-stay.ts'
import type { DailyWindow, Tariff } from './tariff-types.ts'
import { packageProblems } from './tariff-check-packages.ts'
import { findUncovered } from './tariff-hours.ts'
import {
  showStay,
  type TariffCheck,
  type TariffFault,
  type TariffPlace,
  type TariffProblem,
  type TariffToCheck,
} from './tariff-problem.ts'
import { occurrencesWithin } from './tariff-windows.ts'
import { atLocalMinute, localDayNumber } from './zone.ts'

const ALWAYS: readonly DailyWindow[] = [{ days: [0, 1, 2, 3, 4, 5, 6], fromMinute: 0, toMinute: 1_440 }]
const HOUR_MINUTES = 60
/** Maximum stay length, steps and starts when comparing prices. */
const MAX_STAY_MINUTES = 48 * 60
const MAX_STEPS = 96
const MAX_STARTS = 16

const later = (instant: Instant, minutes: number): Instant => toInstant(instant + minutes * MINUTE_MS)

/** Minutes until the first unit is fully charged. */
const firstUnitMinutes = ({ tariff }: TariffCheck): number =>
  Math.max(tariff.freeFirstMinutes + tariff.unitMinutes, tariff.minimumStayMinutes)

/** Returns the first opening of a window that begins in the week; the first hour of the week if it never opens. */
function openingOf({ week, zone }: TariffCheck, window: DailyWindow): { startMs: Instant; endMs: Instant } {
  const openings = occurrencesWithin(window, week, zone)
  return (
    openings.find(({ startMs }) => startMs >= week.fromMs) ?? {
      startMs: week.fromMs,
      endMs: later(week.fromMs, HOUR_MINUTES),
    }
  )
}

function toCheck(asked: TariffToCheck): TariffCheck {
  const day = localDayNumber(asked.startsMs, asked.zone)
  const week = { fromMs: atLocalMinute(day, 0, asked.zone), toMs: atLocalMinute(day + 7, 0, asked.zone) }
  // Closures and events hold on certain dates only and are not checked here.
  const { closures: _closed, ...lasting } = asked.tariff
  return { ...asked, tariff: { ...lasting, events: [] }, week }
}

/** Returns the problems of a tariff without duplicates; empty when there are none. */
export function checkTariff(asked: TariffToCheck): readonly TariffProblem[] {
  const check = toCheck(asked)
  const wrong = [...negatives(check), ...stepsOutOfOrder(check), ...stayBounds(check)]
  const gaps = [...holes(check), ...overlaps(check)]
  // Comparisons would be meaningless while individual prices are wrong.
  if (wrong.length > 0) return [...wrong, ...gaps]
  return [...gaps, ...maximaBelowSteps(check), ...falls(check), ...packageProblems(check)]
}

export interface HoursToCheck extends Omit<TariffToCheck, 'hours' | 'before'> {
  readonly hours: readonly DailyWindow[]
  /** Opening hours before the change; null: unknown. */
  readonly openNow: readonly DailyWindow[] | null
}

/**
 * Returns the first hour without a price that new opening hours would add; undefined if none. Hours that lacked a price
 * before are not reported.
 */
export function findUnpricedHour({ hours, openNow, ...asked }: HoursToCheck): TariffProblem | undefined {
  return holes(toCheck({ ...asked, hours, before: null }), openNow ?? [])[0]
}

/** Finds the first open hour without a price; `excused`: hours that need none. */
function holes(check: TariffCheck, excused: readonly DailyWindow[] = []): TariffProblem[] {
  const { tariff, zone, week } = check
  const sold = check.before?.tariff.windows ?? []
  const hours = check.hours ?? (sold.length === 0 ? ALWAYS : sold)
  const gaps = hours
    .flatMap((open) => occurrencesWithin(open, week, zone))
    .flatMap(({ startMs, endMs }) => {
      const from = startMs < week.fromMs ? week.fromMs : startMs
      return findUncovered([...tariff.windows, ...excused], { from, to: endMs, zone }) ?? []
    })
  if (gaps.length === 0) return []
  const from = toInstant(Math.min(...gaps))
  const to = later(from, Math.max(HOUR_MINUTES, tariff.minimumStayMinutes))
  return [{ fault: 'hole', place: null, stay: showStay(check, from, to), other: null }]
}

/** Finds the first time covered by two windows: the earlier one in the list would hide the other. */
function overlaps(check: TariffCheck): TariffProblem[] {
  const { tariff, zone, week } = check
  const openings = tariff.windows
    .flatMap((window, index) => occurrencesWithin(window, week, zone).map((opening) => ({ ...opening, index })))
    .toSorted((a, b) => a.startMs - b.startMs)
  let last = openings[0]
  for (const opening of openings.slice(1)) {
    if (last !== undefined && opening.startMs < last.endMs && opening.index !== last.index) {
      const index = Math.max(last.index, opening.index)
      const endMs = Math.min(last.endMs, opening.endMs)
      const to = toInstant(Math.min(endMs, later(opening.startMs, firstUnitMinutes(check))))
      const hidden = tariff.windows.flatMap((window, at) => (at === index ? [window] : []))
      const turned = { ...tariff, windows: [...hidden, ...tariff.windows] }
      return [
        {
          ...{ fault: 'overlap', place: { list: 'windows', index } },
          stay: showStay(check, opening.startMs, to),
          other: showStay({ ...check, tariff: turned }, opening.startMs, to),
        },
      ]
    }
    if (last === undefined || opening.endMs > last.endMs) last = opening
  }
  return []
}

function* amountsBelowNothing({ windows, caps, packages }: Tariff): Generator<TariffPlace & { readonly unit: number }> {
  for (const [index, { price }] of windows.entries()) {
    if (price.kind === 'flat' && price.amountMinor < 0) yield { list: 'windows', index, unit: 1 }
    if (price.kind !== 'unit') continue
    const step = price.tiers.find(({ unitPriceMinor }) => unitPriceMinor < 0)
    if (step !== undefined) yield { list: 'windows', index, unit: Math.max(1, step.fromUnit) }
    else if ((price.maximumMinor ?? 0) < 0) yield { list: 'windows', index, unit: 1 }
  }
  for (const [index, { amountMinor }] of caps.entries()) if (amountMinor < 0) yield { list: 'caps', index, unit: 1 }
  for (const [index, { amountMinor }] of packages.entries())
    if (amountMinor < 0) yield { list: 'packages', index, unit: 1 }
}

const isBelowNothing = (percent: number | undefined): boolean => (percent ?? 0) < 0

/** Shows the stay that reaches the negative unit, beside the stay that ends before it. */
function negatives(check: TariffCheck): TariffProblem[] {
  const { tariff } = check
  const found: TariffProblem[] = []
  for (const { unit, ...place } of amountsBelowNothing(tariff)) {
    const window = place.list === 'windows' ? tariff.windows[place.index] : tariff.windows[0]
    const { startMs } = openingOf(check, window ?? ALWAYS[0] ?? { days: [], fromMinute: 0, toMinute: 0 })
    const minutes = tariff.freeFirstMinutes + unit * tariff.unitMinutes
    const other = unit > 1 ? showStay(check, startMs, later(startMs, minutes - tariff.unitMinutes)) : null
    found.push({ fault: 'negative', place, stay: showStay(check, startMs, later(startMs, minutes)), other })
  }
  if (Object.values(tariff.vehiclePercent).some(isBelowNothing)) found.push(ofWhole(check, 'negative'))
  return found
}

/** A problem of the tariff as a whole, with any example stay: an hour, or the minimum stay, from the first opening. */
function ofWhole(check: TariffCheck, fault: TariffFault): TariffProblem {
  const { startMs } = openingOf(check, check.tariff.windows[0] ?? { days: [], fromMinute: 0, toMinute: 0 })
  return { fault, place: null, stay: showStay(check, startMs, later(startMs, firstUnitMinutes(check))), other: null }
}

function stayBounds(check: TariffCheck): TariffProblem[] {
  const { minimumStayMinutes: least, maximumStayMinutes: most } = check.tariff
  return most !== null && most < least ? [ofWhole(check, 'stay_bounds')] : []
}

function stepsOutOfOrder(check: TariffCheck): TariffProblem[] {
  return check.tariff.windows.flatMap((window, index) => {
    if (window.price.kind !== 'unit') return []
    const { tiers } = window.price
    const wrong = tiers.findIndex(({ fromUnit }, at) =>
      at === 0 ? fromUnit > 1 : fromUnit <= Math.max(1, tiers[at - 1]?.fromUnit ?? 0),
    )
    if (wrong === -1 && tiers.length > 0) return []
    const { startMs } = openingOf(check, window)
    const units = Math.max(1, tiers[wrong]?.fromUnit ?? 1)
    const to = later(startMs, check.tariff.freeFirstMinutes + units * check.tariff.unitMinutes)
    return [
      {
        fault: 'steps_out_of_order',
        place: { list: 'windows', index },
        stay: showStay(check, startMs, to),
        other: null,
      },
    ]
  })
}

/** Prices the first unit of each window without packages: a maximum that reduces even this unit reduces every stay. */
function maximaBelowSteps(check: TariffCheck): TariffProblem[] {
  const { tariff, zone, week } = check
  const bare = { ...tariff, packages: [], freeFirstMinutes: 0, minimumStayMinutes: 0, maximumStayMinutes: null }
  const found = new Map<string, TariffProblem>()
  const cutAt = (caps: Tariff['caps'], from: Instant) => {
    const first = { tariff: { ...bare, caps }, taxes: [], vehicleType: 1, zone, from, to: later(from, 1) } as const
    const priced = priceStay(first)
    return priced.ok ? priced.value.lines.find(({ kind }) => kind === 'maximum' || kind === 'cap') : undefined
  }
  for (const [index, window] of tariff.windows.entries())
    for (const { startMs } of occurrencesWithin(window, week, zone)) {
      const cut = cutAt(tariff.caps, startMs)
      if (cut === undefined) continue
      const place: TariffPlace =
        cut.kind === 'cap'
          ? { list: 'caps', index: tariff.caps.findIndex((cap) => cutAt([cap], startMs)?.kind === 'cap') }
          : { list: 'windows', index }
      const key = `${place.list} ${String(place.index)}`
      const stay = showStay(check, startMs, later(startMs, firstUnitMinutes(check)))
      if (!found.has(key)) found.set(key, { fault: 'maximum_below_step', place, stay, other: null })
    }
  return [...found.values()]
}

/** Follows the price from each opening of the week unit by unit, like a driver looking for the cheapest end. */
function falls(check: TariffCheck): TariffProblem[] {
  const { tariff, taxes, zone, week } = check
  const starts = new Set(
    tariff.windows.flatMap((window) => {
      const first = occurrencesWithin(window, week, zone).find(({ startMs }) => startMs >= week.fromMs)
      return first === undefined ? [] : [first.startMs]
    }),
  )
  const steps = Math.min(MAX_STEPS, Math.ceil(MAX_STAY_MINUTES / tariff.unitMinutes))
  for (const from of [...starts].slice(0, MAX_STARTS)) {
    let highest: { readonly to: Instant; readonly totalMinor: number } | null = null
    for (let step = 1; step <= steps; step += 1) {
      const to = later(from, tariff.freeFirstMinutes + step * tariff.unitMinutes)
      const priced = priceStay({ tariff, taxes, vehicleType: 1, from, to, zone })
      if (!priced.ok) continue
      const { lines, totalMinor } = priced.value
      if (highest !== null && totalMinor < highest.totalMinor && !lines.some(({ kind }) => kind === 'package'))
        return [
          {
            ...{ fault: 'falls', place: null },
            ...{ stay: showStay(check, from, to), other: showStay(check, from, highest.to) },
          },
        ]
      if (highest === null || totalMinor > highest.totalMinor) highest = { to, totalMinor }
    }
  }
  return []
}
