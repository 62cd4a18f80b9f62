import { mustInstant, toRfc3339 } from '../domain/instant.ts'
import type { PlanTerms, PreviousStay, Quote, Tariff, Tax } from '../domain/tariff.ts'
import type { DailyWindow, RefundPolicy } from '../domain/tariff-types.ts'
import type { DailyWindowWire, PlanTermsWire, PreviousStayWire, QuoteLineWire, TariffWire, TaxWire } from './tariff.ts'
import { type Camel, fromWire, toWire } from './wire-mapping.ts'

/**
 * Mapping of tariffs, taxes and price lines between wire and domain. Separate from the schemas, so that pricing loads
 * no schema.
 */
export const tariffFromWire = (wire: TariffWire): Tariff => fromWire(wire)
export const tariffToWire = (tariff: Tariff): TariffWire =>
  toWire<TariffWire>(structuredClone(tariff) as Camel<TariffWire>)
export const taxFromWire = (wire: TaxWire): Tax => fromWire(wire)
export const taxToWire = (tax: Tax): TaxWire => toWire<TaxWire>({ ...tax })
export const refundPolicyToWire = (policy: RefundPolicy): NonNullable<TariffWire['refund_policy']> =>
  toWire<NonNullable<TariffWire['refund_policy']>>([...policy])
export const hoursFromWire = (hours: readonly DailyWindowWire[]): readonly DailyWindow[] => fromWire([...hours])
export const hoursToWire = (hours: readonly DailyWindow[]): DailyWindowWire[] =>
  toWire<DailyWindowWire[]>(structuredClone([...hours]) as Camel<DailyWindowWire[]>)
export const planFromWire = (wire: PlanTermsWire): PlanTerms => fromWire(wire)
export const planToWire = (plan: PlanTerms): PlanTermsWire => toWire<PlanTermsWire>({ ...plan })
export const quoteLinesFromWire = (lines: readonly QuoteLineWire[]): Quote['lines'] => fromWire([...lines])
export const quoteLinesToWire = (lines: Quote['lines']): QuoteLineWire[] => toWire<QuoteLineWire[]>([...lines])

export const previousStayFromWire = ({ stays, other_minutes, grace_minutes }: PreviousStayWire): PreviousStay => ({
  stays: stays.map(({ start_time, end_time }) => ({ from: mustInstant(start_time), to: mustInstant(end_time) })),
  otherMinutes: other_minutes,
  graceMinutes: grace_minutes,
})
export const previousStayToWire = ({ stays, otherMinutes, graceMinutes }: PreviousStay): PreviousStayWire => ({
  stays: stays.map(({ from, to }) => ({ start_time: toRfc3339(from), end_time: toRfc3339(to) })),
  other_minutes: otherMinutes,
  grace_minutes: graceMinutes,
})
