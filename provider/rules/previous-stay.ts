import { coveredMinutes, type PreviousStay, sameVisit, type StaySpan } from '../../src/domain/previous-stay.ts'
import type { Tariff } from '../../src/domain/tariff.ts'

/** As the repositories list it: `own` is of the driver who asks. */
interface Beside extends StaySpan {
  readonly own: boolean
}

/** Whether any of the rates lets a stay continue another; else nobody has to look for one. */
export const canContinue = (rates: readonly { readonly tariff: Tariff }[]): boolean =>
  rates.some(({ tariff }) => tariff.reentryMinutes > 0)

/** Those of the stays that are one visit with this one; null where by the tariff none continues another. */
export function continuedBy<B extends Beside>(
  stays: readonly B[],
  { startMs: from, endMs: to }: { readonly startMs: StaySpan['from']; readonly endMs: StaySpan['to'] },
  tariff: Tariff,
): readonly B[] | null {
  if (tariff.reentryMinutes <= 0) return null
  const visit = new Set<StaySpan>(sameVisit(stays, { from, to }, tariff.reentryMinutes))
  return stays.filter((stay) => visit.has(stay))
}

/** As the provider prices by it. */
export const pricedBeside = (stays: readonly Beside[] | null): PreviousStay | undefined =>
  stays === null ? undefined : { stays: stays.map(({ from, to }) => ({ from, to })), otherMinutes: 0 }

/**
 * As its driver is told of it: when another driver stood there with the same plate is nobody else's business. Only how many of the
 * free minutes are gone is said, which the price shows anyway.
 */
export function toldBeside(stays: readonly Beside[] | null, tariff: Tariff): PreviousStay | undefined {
  if (stays === null) return undefined
  const others = stays.filter(({ own }) => !own).map(({ from, to }) => ({ from, to }))
  return {
    stays: stays.filter(({ own }) => own).map(({ from, to }) => ({ from, to })),
    otherMinutes: Math.min(coveredMinutes(others), tariff.freeFirstMinutes),
  }
}
