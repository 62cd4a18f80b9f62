import {
  coveredMinutes,
  NO_PREVIOUS_STAY,
  type PreviousStay,
  sameVisit,
  type StaySpan,
} from '../../src/domain/previous-stay.ts'
import { previousStayToWire } from '../../src/contract/tariff-mapping.ts'
import type { PreviousStayWire } from '../../src/contract/tariff.ts'
import type { Tariff } from '../../src/domain/tariff.ts'

/**
 * As listed by the repositories: `own` is true for stays of the driver who asks; the grace period is the car park's.
 */
export interface Beside extends StaySpan {
  readonly own: boolean
  readonly graceMinutes: number
}

const spansOf = (stays: readonly StaySpan[]): StaySpan[] => stays.map(({ from, to }) => ({ from, to }))

/**
 * The grace period of the car park, which all the stays share. Zero when another driver's stay counts: this driver's
 * phone does not know when that stay was, and would keep quoting less than the provider.
 */
const graceOf = (stays: readonly Beside[], { reentryMinutes }: Tariff): number =>
  reentryMinutes === 0 || stays.every(({ own }) => own) ? (stays[0]?.graceMinutes ?? NO_PREVIOUS_STAY.graceMinutes) : 0

/**
 * Returns the stays that form one visit with this one. Another driver's stay counts in full only where the tariff has
 * re-entry minutes, because the driver's phone knows nothing of that stay; otherwise only through the free minutes it
 * used, so that drivers sharing a plate do not get them again.
 */
export function continuedBy<B extends Beside>(
  stays: readonly B[],
  { startMs: from, endMs: to }: { readonly startMs: StaySpan['from']; readonly endMs: StaySpan['to'] },
  tariff: Tariff,
): readonly B[] {
  const counted = stays.filter(({ own }) => own || tariff.reentryMinutes > 0 || tariff.freeFirstMinutes > 0)
  const rule = { reentryMinutes: tariff.reentryMinutes, graceMinutes: graceOf(counted, tariff) }
  const visit = new Set<StaySpan>(sameVisit(counted, { from, to }, rule))
  return counted.filter((stay) => visit.has(stay))
}

/** The form that the provider prices with. */
export const pricedBeside = (stays: readonly Beside[], tariff: Tariff): PreviousStay =>
  tariff.reentryMinutes === 0
    ? toldBeside(stays, tariff)
    : { stays: spansOf(stays), otherMinutes: 0, graceMinutes: graceOf(stays, tariff) }

/**
 * The form shown to the driver: when another driver parked with the same plate is private. Only the number of free
 * minutes already used is disclosed, which the price reveals anyway.
 */
export function toldBeside(stays: readonly Beside[], tariff: Tariff): PreviousStay {
  const graceMinutes = graceOf(stays, tariff)
  const others = spansOf(stays.filter(({ own }) => !own))
  return {
    stays: spansOf(stays.filter(({ own }) => own)),
    otherMinutes: Math.min(coveredMinutes(others, graceMinutes), tariff.freeFirstMinutes),
    graceMinutes,
  }
}

/** The wire form, part of a price or a booking; empty when there is nothing to disclose. */
export function toldOnWire(stays: readonly Beside[], tariff: Tariff): { readonly previous_stay?: PreviousStayWire } {
  const told = toldBeside(stays, tariff)
  return told.stays.length === 0 && told.otherMinutes === 0 ? {} : { previous_stay: previousStayToWire(told) }
}
