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

/** As the repositories list it: `own` is of the driver who asks, the grace of the car park. */
export interface Beside extends StaySpan {
  readonly own: boolean
  readonly graceMinutes: number
}

const spansOf = (stays: readonly StaySpan[]): StaySpan[] => stays.map(({ from, to }) => ({ from, to }))

/**
 * All of them are at one car park. None beside another driver's that counts as a stay: whose phone is not told when that was would ask for
 * less than the provider, each time.
 */
const graceOf = (stays: readonly Beside[], { reentryMinutes }: Tariff): number =>
  reentryMinutes === 0 || stays.every(({ own }) => own) ? (stays[0]?.graceMinutes ?? NO_PREVIOUS_STAY.graceMinutes) : 0

/**
 * Those of the stays that are one visit with this one. Another driver's counts as a stay only by re-entry minutes, because the driver's phone
 * knows nothing of it, and without them by the free minutes that it used: taking turns with a plate does not give them anew.
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

/** As the provider prices by it. */
export const pricedBeside = (stays: readonly Beside[], tariff: Tariff): PreviousStay =>
  tariff.reentryMinutes === 0
    ? toldBeside(stays, tariff)
    : { stays: spansOf(stays), otherMinutes: 0, graceMinutes: graceOf(stays, tariff) }

/**
 * As its driver is told of it: when another driver stood there with the same plate is nobody else's business. Only how many of the
 * free minutes are gone is said, which the price shows anyway.
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

/** On the wire of a price or a booking; nothing where nothing is told. */
export function toldOnWire(stays: readonly Beside[], tariff: Tariff): { readonly previous_stay?: PreviousStayWire } {
  const told = toldBeside(stays, tariff)
  return told.stays.length === 0 && told.otherMinutes === 0 ? {} : { previous_stay: previousStayToWire(told) }
}
