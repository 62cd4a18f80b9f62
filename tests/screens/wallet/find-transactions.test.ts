import { expect, test } from 'vitest'
import type { Transaction } from '../../../src/contract/wallet.ts'
import { findTransactions, toShown } from '../../../src/screens/wallet/find-transactions.ts'

const row = (id: string, change: Partial<Transaction>): Transaction => ({
  id,
  kind: 'booking',
  amount: -500,
  currency: 'XOF',
  balance_after: 500,
  booking_code: 'K7QM-4T2P',
  park_name: 'Marché de Thiès',
  receipt_number: null,
  created_at: '2026-11-21T10:00:00Z',
  ...change,
})

const ROWS = [
  row('1', {}),
  row('2', { kind: 'extension', receipt_number: 'SN-000042' }),
  row('3', { kind: 'refund', amount: 300 }),
  row('4', { kind: 'top_up', amount: 1_000, booking_code: null, park_name: null }),
  row('5', { kind: 'withdrawal', booking_code: null, park_name: null }),
  row('6', { kind: 'withdrawal', amount: 500, booking_code: null, park_name: null }),
  row('7', { kind: 'dispute', booking_code: null, park_name: null }),
  row('8', { kind: 'adjustment', booking_code: null, park_name: null }),
  row('9', { kind: 'plan', booking_code: null, park_name: null }),
  row('10', { kind: 'order_refund', amount: 200, booking_code: null, park_name: null }),
]

const idsOf = (text: string, shown: Parameters<typeof findTransactions>[1]['shown'] = 'all') =>
  findTransactions(ROWS, { text, shown }).map(({ id }) => id)

test.each([
  ['', ['1', '2', '3', '4', '5', '6', '7', '8', '9', '10']],
  ['thies', ['1', '2', '3']],
  ['THIÈS march', ['1', '2', '3']],
  ['k7qm4t2p', ['1', '2', '3']],
  ['sn-000042', ['2']],
  ['ikoyi', []],
])('"%s" finds by park, booking code or receipt, whatever the accents, case and hyphens', (text, ids) => {
  expect(idsOf(text)).toEqual(ids)
})

test.each([
  ['out', ['1', '2', '5', '7', '8', '9']],
  ['in', ['4', '6']],
  ['refund', ['3', '10']],
  ['receipt', ['2']],
] as const)('%s shows those alone', (shown, ids) => {
  expect(idsOf('', shown)).toEqual(ids)
})

test('an unknown word in the address shows everything', () => {
  expect(toShown('nonsense')).toBe('all')
  expect(toShown(null)).toBe('all')
})
