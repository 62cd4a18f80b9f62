import { describe, expect, it } from 'vitest'
import { autoTopUpRange, decideAutoTopUp, findAutoTopUpProblem } from '../../src/domain/auto-top-up.ts'

const rule = { thresholdMinor: 500, amountMinor: 2_000, monthlyCapMinor: 6_000 }

describe('what a spend causes', () => {
  it.each([
    ['a balance below the threshold is filled', { balanceMinor: 499, chargedMinor: 0 }, 'charge'],
    ['a balance at the threshold is enough', { balanceMinor: 500, chargedMinor: 0 }, 'enough'],
    ['an empty wallet is filled', { balanceMinor: 0, chargedMinor: 0 }, 'charge'],
    ['the last charge that the cap allows is made', { balanceMinor: 0, chargedMinor: 4_000 }, 'charge'],
    ['a charge beyond the cap is not made, not in part either', { balanceMinor: 0, chargedMinor: 4_001 }, 'capped'],
  ] as const)('%s', (_, month, expected) => {
    expect(decideAutoTopUp(rule, month)).toBe(expected)
  })
})

describe('the figures', () => {
  it.each([
    ['can be', rule, null],
    ['an amount that no gateway takes', { ...rule, amountMinor: 49 }, 'amount'],
    ['an amount beyond one payment', { ...rule, amountMinor: 100_001, monthlyCapMinor: 900_000 }, 'amount'],
    ['a threshold of nothing', { ...rule, thresholdMinor: 0 }, 'threshold'],
    ['a threshold beyond one payment', { ...rule, thresholdMinor: 100_001 }, 'threshold'],
    ['a fraction of a cent', { ...rule, thresholdMinor: 0.5 }, 'threshold'],
    ['a cap below one top-up', { ...rule, monthlyCapMinor: 1_999 }, 'monthly_cap'],
    ['a cap of ten of the largest top-ups and a cent', { ...rule, monthlyCapMinor: 1_000_001 }, 'monthly_cap'],
  ] as const)('%s', (_name, given, problem) => {
    expect(findAutoTopUpProblem(given, 'CAD')).toBe(problem)
  })

  it('the range of the cap begins at one top-up', () => {
    expect(autoTopUpRange('monthly_cap', rule, 'CAD')).toEqual({ minimumMinor: 2_000, maximumMinor: 1_000_000 })
  })
})
