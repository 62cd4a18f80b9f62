import { expect, test } from 'vitest'
import type { Booking } from '../../../src/contract/bookings.ts'
import type { Plan } from '../../../src/contract/plans.ts'
import { comparePlan } from '../../../src/screens/marketplace/plan-comparison.ts'

const NOW = Date.parse('2026-11-24T12:00:00Z')
const plan = (changes: Partial<Plan> = {}): Plan => ({
  ...{ id: 1, country_code: 'CA', names: { en: 'Regular', fr: 'Régulier' }, details: { en: '', fr: '' } },
  ...{ price: 900, currency: 'CAD', taxes: [], percent: 25, maximum: null, parks: null, demo: false },
  updated_at: '2026-11-01T00:00:00Z',
  ...changes,
})
type Row = Pick<Booking, 'start_time' | 'currency' | 'park_id' | 'lines' | 'total'> & Partial<Booking>
const stay = (changes: Partial<Row> = {}): Booking =>
  ({
    ...{ start_time: '2026-11-20T12:00:00Z', currency: 'CAD', park_id: 7, lines: [], total: 2_000 },
    ...changes,
  }) as Booking

test('what was paid in 30 days stands beside what the plan would have taken off it, less its price', () => {
  expect(comparePlan(plan(), [stay(), stay(), stay()], NOW)).toEqual({ stays: 3, paidMinor: 6_000, lessMinor: 600 })
})

test('where it would cost more, that is below nothing', () => {
  expect(comparePlan(plan(), [], NOW)).toEqual({ stays: 0, paidMinor: 0, lessMinor: -900 })
  expect(comparePlan(plan({ maximum: 100 }), [stay()], NOW).lessMinor).toBe(-800)
})

test('older stays, stays to come, other currencies and car parks, refunds, holds and stays with a plan do not count', () => {
  const parks = [{ id: 7, code: 'CA', slug: 'a', name: 'A' }]
  const others = [
    stay({ start_time: '2026-10-25T11:00:00Z' }),
    stay({ start_time: '2026-11-25T12:00:00Z' }),
    stay({ currency: 'USD' }),
    stay({ park_id: 8 }),
    stay({ refund: 2_000 }),
    stay({ hold_until: '2026-11-24T12:10:00Z' }),
    stay({ lines: [{ kind: 'plan', names: { en: 'Regular', fr: 'Régulier' }, amount: -500 }] }),
  ]
  expect(comparePlan(plan({ parks }), [...others, stay({ refund: 500 })], NOW)).toMatchObject({
    stays: 1,
    paidMinor: 1_500,
  })
})
