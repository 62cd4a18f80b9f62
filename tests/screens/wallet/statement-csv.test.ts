import { expect, test } from 'vitest'
import type { Transaction } from '../../../src/contract/wallet.ts'
import { type StatementWords, toStatementCsv } from '../../../src/screens/wallet/statement-csv.ts'

const WORDS: StatementWords = {
  columns: ['Time', 'Type', 'Car park', 'Amount', 'Balance', 'Currency', 'Booking', 'Receipt'],
  kinds: {
    booking: 'Booking',
    extension: 'Extension',
    refund: 'Refund',
    top_up: 'Top-up',
    welcome_credit: 'Welcome',
    promo: 'Promotion',
    withdrawal: 'Withdrawal',
    adjustment: 'Correction',
    reversal: 'Reversal',
    dispute: 'Dispute',
    order: 'Order',
    order_refund: 'Refund of an order',
    gift: 'Gift for somebody',
    gift_refund: 'Cancelled gift',
    document: 'Vehicle documents',
    document_refund: 'Refund for vehicle documents',
    gift_redeemed: 'Gift received',
    plan: 'Plan',
    referral: 'Referral',
  },
}

const row = (change: Partial<Transaction>): Transaction => ({
  id: '1',
  kind: 'booking',
  amount: -150_000,
  currency: 'NGN',
  balance_after: 50_005,
  booking_code: 'K7QM-4T2P',
  park_name: 'Ikoyi',
  receipt_number: 'NG-000042',
  created_at: '2026-11-21T10:00:00Z',
  ...change,
})

const linesOf = (...rows: Transaction[]): string[] => toStatementCsv(rows, WORDS).split('\r\n').slice(1, -1)

test('amounts are numbers with the decimals of their currency', () => {
  expect(linesOf(row({}))).toEqual(['2026-11-21T10:00:00Z,Booking,Ikoyi,-1500.00,500.05,NGN,K7QM-4T2P,NG-000042'])
  expect(linesOf(row({ currency: 'XOF', amount: 2500, balance_after: 0 }))[0]).toContain(',2500,0,XOF,')
})

test('commas, quotes and line breaks stay within their cell', () => {
  expect(linesOf(row({ park_name: 'Quai 3, "Nord"' }))[0]).toContain(',"Quai 3, ""Nord""",')
})

test('a name that a spreadsheet would take for a formula stays a text', () => {
  expect(linesOf(row({ park_name: '=cmd()' }))[0]).toContain(",'=cmd(),")
})

test('what is not there is an empty cell, and spreadsheets are told that it is UTF-8', () => {
  expect(linesOf(row({ booking_code: null, park_name: null, receipt_number: null }))[0]).toMatch(/,,-1500\.00,.*,,$/)
  expect(toStatementCsv([], WORDS)).toBe('\uFEFFTime,Type,Car park,Amount,Balance,Currency,Booking,Receipt\r\n')
})
