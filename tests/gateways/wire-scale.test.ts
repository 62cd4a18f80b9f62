import { expect, test } from 'vitest'
import { canCharge, fromWireAmount, toWireAmount } from '../../provider/gateways/wire-scale.ts'

// One table per gateway and currency: how 1,500.00 (or 1,500 F) is written on each wire.
test.each([
  ['paystack', 'NGN', 150_000, 150_000],
  ['paystack', 'XOF', 1_500, 150_000],
  ['paystack', 'USD', 150_000, 150_000],
  ['wave', 'XOF', 1_500, 1_500],
  ['stripe', 'NGN', 150_000, 150_000],
  ['stripe', 'XOF', 1_500, 1_500],
  ['stripe', 'USD', 150_000, 150_000],
  ['stripe', 'CAD', 150_000, 150_000],
] as const)('%s in %s: %d minor units are %d on the wire, and back', (...row) => {
  const [gateway, currency, amountMinor, wire] = row
  expect(toWireAmount(gateway, amountMinor, currency)).toBe(wire)
  expect(fromWireAmount(gateway, wire, currency)).toBe(amountMinor)
  expect(fromWireAmount(gateway, String(wire), currency)).toBe(amountMinor)
})

test('a currency that a gateway cannot charge is never sent there', () => {
  expect([canCharge('wave', 'NGN'), canCharge('wave', 'CAD'), canCharge('paystack', 'CAD')]).toEqual([
    false,
    false,
    false,
  ])
  expect(() => toWireAmount('wave', 100, 'CAD')).toThrow('wave cannot charge CAD')
})

test.each([['150.5'], ['1e3'], [''], [null], [-100], [Number.NaN], [1.5], ['<html>']])(
  'an amount %j of a gateway is no amount',
  (wire) => {
    expect(fromWireAmount('stripe', wire, 'USD')).toBeNull()
  },
)

test('a part of a franc is no amount, though Paystack’s wire could say it', () => {
  expect(fromWireAmount('paystack', 150_050, 'XOF')).toBeNull()
  expect(fromWireAmount('wave', '1500.00', 'XOF')).toBe(1_500)
})
