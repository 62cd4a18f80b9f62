import { expect, test } from 'vitest'
import {
  mostRefundable,
  planRefunds,
  type Refundable,
  withdrawableMinor,
} from '../../../provider/rules/refunds-plan.ts'

const whole = (...amounts: readonly number[]): readonly Refundable[] =>
  amounts.map((leftMinor, index) => ({ reference: `whole-${String(index)}`, leftMinor, inParts: false }))
const divisible = (...amounts: readonly number[]): readonly Refundable[] =>
  amounts.map((leftMinor, index) => ({ reference: `parts-${String(index)}`, leftMinor, inParts: true }))

const sumOf = (plan: ReturnType<typeof planRefunds>): number | undefined =>
  plan?.reduce((sum, { amountMinor }) => sum + amountMinor, 0)

test('payments that go back in parts give any amount, the newest first', () => {
  expect(planRefunds(divisible(1_000, 2_000), 1_200)).toEqual([
    { reference: 'parts-0', amountMinor: 1_000 },
    { reference: 'parts-1', amountMinor: 200 },
  ])
  expect(planRefunds(divisible(1_000), 1_001)).toBeUndefined()
})

test('payments that go back whole or not at all are found, though not the newest of them', () => {
  const payments = whole(3_000, 2_000, 2_000)
  const plan = planRefunds(payments, 4_000)
  expect(plan?.map(({ reference }) => reference).toSorted()).toEqual(['whole-1', 'whole-2'])
  expect(planRefunds(payments, 1_000)).toBeUndefined()
})

test('both kinds together: no payment is planned twice, and none beyond what is left of it', () => {
  const payments = [...whole(5_000, 2_500), ...divisible(700)]
  for (const amount of [1, 700, 2_500, 3_200, 5_000, 5_700, 7_500, 8_200]) {
    const plan = planRefunds(payments, amount)
    expect(sumOf(plan)).toBe(amount)
    expect(new Set(plan?.map(({ reference }) => reference)).size).toBe(plan?.length)
  }
  for (const amount of [0, -1, 701, 4_999, 8_201]) expect(planRefunds(payments, amount)).toBeUndefined()
})

test('the most that can be withdrawn is an amount that some payments really give back', () => {
  const payments = whole(5_000, 2_500)
  // 1 000 francs of 7 500 were spent; no sum of whole payments makes the rest.
  const most = withdrawableMinor({ balanceMinor: 6_500, giftMinor: 0, spentMinor: 1_000 }, payments)
  expect(most).toBe(5_000)
  expect(sumOf(planRefunds(payments, most))).toBe(most)
  expect(mostRefundable(whole(5_000), 4_000)).toBe(0)
  expect(mostRefundable(divisible(5_000), 4_000)).toBe(4_000)
})

test('hundreds of payments are planned at once', () => {
  const payments = whole(...Array.from({ length: 400 }, (_, index) => 1_000 + index * 7))
  expect(mostRefundable(payments, 500_000)).toBeGreaterThan(0)
})
