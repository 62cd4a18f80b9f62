import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkFunds, withRunningBalance, type Movement } from '../../src/domain/wallet.ts'

test('the balance runs with the movements', () => {
  const movements: Movement[] = [
    { kind: 'welcome_credit', amount: 10_000 },
    { kind: 'booking', amount: -1_400 },
    { kind: 'refund', amount: 700 },
  ]
  expect(withRunningBalance(movements).map((row) => row.balance_after)).toEqual([10_000, 8_600, 9_300])
  expect(withRunningBalance(movements, 50).at(-1)?.balance_after).toBe(9_350)
})

test('the last balance is the sum of all movements', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(1e9), { minLength: 1 }), (amounts) => {
      const rows = withRunningBalance(amounts.map((amount) => ({ kind: 'top_up', amount })))
      expect(rows.at(-1)?.balance_after).toBe(amounts.reduce((sum, amount) => sum + amount, 0))
    }),
  )
})

test('a wrong sign, a fraction and a balance below zero are bugs', () => {
  expect(() => withRunningBalance([{ kind: 'booking', amount: 5 }])).toThrow('wrong sign')
  expect(() => withRunningBalance([{ kind: 'booking', amount: -5 }])).toThrow('below zero')
  expect(() => withRunningBalance([{ kind: 'top_up', amount: 0.5 }])).toThrow('minor units')
})

test('a short wallet says how much is missing, and held money does not count', () => {
  expect(checkFunds({ balance: 1_000, held: 0 }, 1_000)).toEqual({ ok: true, value: null })
  expect(checkFunds({ balance: 1_000, held: 300 }, 1_000)).toEqual({
    ok: false,
    error: { kind: 'wallet_too_low', missingMinor: 300 },
  })
})
