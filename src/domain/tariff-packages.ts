import { unreachable } from '../lib/assert.ts'
import { DAY_MS, type Instant } from './instant.ts'
import type { DailyWindow, Package } from './tariff-types.ts'
import { findOccurrence, occurrenceAt, occurrencesWithin } from './tariff-windows.ts'
import { atLocalMinute, offsetAt } from './zone.ts'

interface WholeStay {
  readonly from: Instant
  readonly to: Instant
  readonly zone: string
}

/** Returns the cheapest package for which the stay qualifies, even if the metered price is lower. */
export function findPackage(
  packages: readonly Package[],
  stay: WholeStay,
): { readonly kind: Package['kind']; readonly amountMinor: number } | undefined {
  let best: { readonly kind: Package['kind']; readonly amountMinor: number } | undefined
  for (const candidate of packages) {
    const amountMinor = findPackagePrice(candidate, stay)
    if (amountMinor !== undefined && (best === undefined || amountMinor < best.amountMinor))
      best = { kind: candidate.kind, amountMinor }
  }
  return best
}

/** Returns the price of the whole stay in minor units; undefined if it does not qualify. */
function findPackagePrice(candidate: Package, stay: WholeStay): number | undefined {
  switch (candidate.kind) {
    case 'early_bird':
      return isEarlyBird(candidate, stay) ? candidate.amountMinor : undefined
    case 'night':
      return isNight(candidate, stay) ? candidate.amountMinor : undefined
    case 'evening': {
      const evening = occurrenceAt(candidate.window, stay.from, stay.zone)
      return evening !== undefined && stay.to <= evening.endMs ? candidate.amountMinor : undefined
    }
    case 'weekend':
      return isCovered(candidate.window, stay) ? candidate.amountMinor : undefined
    case 'monthly':
      return candidate.amountMinor * periods(stay, candidate.days)
    default:
      return unreachable(candidate)
  }
}

/** Entry within the entry window, exit within the exit window of the same day. */
function isEarlyBird(
  { entry, exit }: Extract<Package, { kind: 'early_bird' }>,
  { from, to, zone }: WholeStay,
): boolean {
  const entered = occurrenceAt(entry, from, zone)
  const leaves = entered === undefined ? undefined : findOccurrence(exit, entered.dayNumber, zone)
  return leaves !== undefined && leaves.startMs <= to && to <= leaves.endMs
}

/** Entry within the entry window, exit by the next `exitByMinute` after the window opens. */
function isNight({ entry, exitByMinute }: Extract<Package, { kind: 'night' }>, { from, to, zone }: WholeStay): boolean {
  const entered = occurrenceAt(entry, from, zone)
  if (entered === undefined) return false
  const exitDay = exitByMinute > entry.fromMinute ? entered.dayNumber : entered.dayNumber + 1
  return to <= atLocalMinute(exitDay, exitByMinute, zone)
}

/** Saturday and Sunday meet at midnight: one package covers consecutive openings without a gap. */
function isCovered(window: DailyWindow, { from, to, zone }: WholeStay): boolean {
  let coveredTo: number = from
  for (const { startMs, endMs } of occurrencesWithin(window, { fromMs: from, toMs: to }, zone)) {
    if (startMs > coveredTo) return false
    coveredTo = endMs
  }
  return coveredTo >= to
}

/** Returns the number of started periods of `days` local days since the entry. */
const periods = ({ from, to, zone }: WholeStay, days: number): number =>
  Math.max(1, Math.ceil((to + offsetAt(to, zone) - from - offsetAt(from, zone)) / (days * DAY_MS)))
