import { coveredMinutes, type PreviousStay, sameVisit, type StaySpan } from '../../src/domain/previous-stay.ts'
import { previousStayToWire } from '../../src/contract/tariff-mapping.ts'
import type { PreviousStayWire } from '../../src/contract/tariff.ts'
import type { Tariff } from '../../src/domain/tariff.ts'

/** As the repositories list it: `own` is of the driver who asks. */
export interface Beside extends StaySpan {
  readonly own: boolean
}

/**
 * Those of the stays that are one visit with this one. Another driver's counts only by re-entry minutes: the driver's phone knows nothing
 * of it, so its price would never be the provider's.
 */
export function continuedBy<B extends Beside>(
  stays: readonly B[],
  { startMs: from, endMs: to }: { readonly startMs: StaySpan['from']; readonly endMs: StaySpan['to'] },
  tariff: Tariff,
): readonly B[] {
  const counted = stays.filter(({ own }) => own || tariff.reentryMinutes > 0)
  const visit = new Set<StaySpan>(sameVisit(counted, { from, to }, tariff.reentryMinutes))
  return counted.filter((stay) => visit.has(stay))
}

/** As the provider prices by it. */
export const pricedBeside = (stays: readonly Beside[]): PreviousStay => ({
  stays: stays.map(({ from, to }) => ({ from, to })),
  otherMinutes: 0,
})

/**
 * As its driver is told of it: when another driver stood there with the same plate is nobody else's business. Only how many of the
 * free minutes are gone is said, which the price shows anyway.
 */
export function toldBeside(stays: readonly Beside[], tariff: Tariff): PreviousStay {
  const others = stays.filter(({ own }) => !own).map(({ from, to }) => ({ from, to }))
  return {
    stays: stays.filter(({ own }) => own).map(({ from, to }) => ({ from, to })),
    otherMinutes: Math.min(coveredMinutes(others), tariff.freeFirstMinutes),
  }
}

/** On the wire of a price or a booking; nothing where nothing is told. */
export function toldOnWire(stays: readonly Beside[], tariff: Tariff): { readonly previous_stay?: PreviousStayWire } {
  const told = toldBeside(stays, tariff)
  return told.stays.length === 0 && told.otherMinutes === 0 ? {} : { previous_stay: previousStayToWire(told) }
}
