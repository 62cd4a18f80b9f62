import type { Booking } from '../../contract/bookings.ts'
import type { Plan } from '../../contract/plans.ts'
import { DAY_MS } from '../../domain/instant.ts'
import { multiplyHalfUp, sumMinor } from '../../domain/money.ts'

/**
 * Amount paid in the last 30 days where the plan applies, and the saving with it (negative: it costs more). Minor
 * units.
 */
export interface PlanComparison {
  readonly stays: number
  readonly paidMinor: number
  readonly lessMinor: number
}

const DAYS = 30

/**
 * Computes the comparison from the bookings on this phone, net of refunds; stays already discounted by a plan are left
 * out.
 */
export function comparePlan(plan: Plan, bookings: readonly Booking[], nowMs: number): PlanComparison {
  const paid = bookings
    .filter(({ start_time: start, currency, park_id: parkId, lines, hold_until: hold }) => {
      const startMs = Date.parse(start)
      const isRecent = startMs <= nowMs && startMs > nowMs - DAYS * DAY_MS
      const isHere = currency === plan.currency && (plan.parks?.some(({ id }) => id === parkId) ?? true)
      return isRecent && isHere && (hold ?? null) === null && lines.every(({ kind }) => kind !== 'plan')
    })
    .map(({ total, refund }) => total - (refund ?? 0))
    .filter((minor) => minor > 0)
  const off = paid.map((minor) => {
    const share = multiplyHalfUp(minor, plan.percent, 100)
    return Math.min(share, plan.maximum ?? share)
  })
  return { stays: paid.length, paidMinor: sumMinor(paid), lessMinor: sumMinor(off) - plan.price }
}
