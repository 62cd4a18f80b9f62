import { unreachable } from '../lib/assert.ts'
import { DAY_MS, type Instant, MINUTE_MS, toInstant } from './instant.ts'
import { priceStay } from './price-stay.ts'
import { showStay, type TariffCheck, type TariffProblem } from './tariff-problem.ts'
import { findUncovered } from './tariff-hours.ts'
import type { DailyWindow, Package, Tariff } from './tariff-types.ts'
import { findOccurrence, type Occurrence, occurrencesWithin } from './tariff-windows.ts'
import { atLocalMinute } from './zone.ts'

interface Span {
  readonly from: Instant
  readonly to: Instant
}

/** Returns the end of a package's validity for an entry. */
type Lasting = (entered: Occurrence) => Instant | undefined

/** Monthly packages are skipped: they are also sold as passes and need not be cheaper than the meter. */
function holdsUntil(candidate: Package, zone: string): { readonly entry: DailyWindow; readonly until: Lasting } | null {
  switch (candidate.kind) {
    case 'early_bird':
      return {
        entry: candidate.entry,
        until: ({ dayNumber }) => findOccurrence(candidate.exit, dayNumber, zone)?.endMs,
      }
    case 'night':
      return {
        entry: candidate.entry,
        until: ({ dayNumber }) =>
          atLocalMinute(
            candidate.exitByMinute > candidate.entry.fromMinute ? dayNumber : dayNumber + 1,
            candidate.exitByMinute,
            zone,
          ),
      }
    case 'evening':
      return { entry: candidate.window, until: ({ endMs }) => endMs }
    case 'weekend':
      return { entry: candidate.window, until: ({ startMs }) => lastTouching(candidate.window, startMs, zone) }
    case 'monthly':
      return null
    default:
      return unreachable(candidate)
  }
}

/** Returns the end of consecutive openings without a gap. */
function lastTouching(window: DailyWindow, from: Instant, zone: string): Instant {
  return findUncovered([window], { from, to: toInstant(from + 8 * DAY_MS), zone }) ?? from
}

/**
 * Returns the longest stays of the week that the package covers, clipped to bookable hours: the metered price is
 * highest for these.
 */
function longestStays({ tariff, zone, week }: TariffCheck, candidate: Package): Span[] {
  const lasts = holdsUntil(candidate, zone)
  if (lasts === null) return []
  const openings = tariff.windows.flatMap((window) => occurrencesWithin(window, week, zone))
  const mostMs = tariff.maximumStayMinutes === null ? Infinity : tariff.maximumStayMinutes * MINUTE_MS
  return occurrencesWithin(lasts.entry, week, zone).flatMap((entered) => {
    const until = lasts.until(entered)
    if (until === undefined) return []
    const inside = openings.filter(({ startMs }) => startMs > entered.startMs && startMs < entered.endMs)
    return [entered.startMs, ...inside.map(({ startMs }) => startMs)].flatMap((from) => {
      const to = toInstant(Math.min(until, from + mostMs))
      if (from >= to) return []
      const end = findUncovered(tariff.windows, { from, to, zone }) ?? to
      return from < end ? [{ from, to: end }] : []
    })
  })
}

/** Reports packages that never change a price: they contradict other prices or their own times. */
export function packageProblems(check: TariffCheck): TariffProblem[] {
  const { tariff, zone } = check
  return tariff.packages.flatMap((candidate, index) => {
    if (candidate.kind === 'monthly') return []
    const without: Tariff = { ...tariff, packages: tariff.packages.filter((_, at) => at !== index) }
    const priceOf = (one: Tariff, span: Span): number | null => {
      const priced = priceStay({ ...span, tariff: one, taxes: [], vehicleType: 1, zone })
      return priced.ok ? priced.value.totalMinor : null
    }
    const spans = longestStays(check, candidate)
    if (spans.some((span) => priceOf(tariff, span) !== priceOf(without, span))) return []
    const [shown] = spans
    const span = shown ?? entryHour(check, candidate)
    return [
      {
        ...{ fault: 'package_never', place: { list: 'packages', index } },
        ...{ stay: showStay(check, span.from, span.to), other: null },
      } as const,
    ]
  })
}

/** Returns an example stay at the package's entry, for a package that no stay qualifies for. */
function entryHour({ week, zone, tariff }: TariffCheck, candidate: Package): Span {
  const entry = holdsUntil(candidate, zone)?.entry
  const from = (entry === undefined ? undefined : occurrencesWithin(entry, week, zone)[0]?.startMs) ?? week.fromMs
  const minutes = Math.max(tariff.unitMinutes, tariff.minimumStayMinutes)
  return { from, to: toInstant(from + minutes * MINUTE_MS) }
}
