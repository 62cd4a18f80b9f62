import { describe, expect, it } from 'vitest'
import { toInstant } from '../../../src/domain/instant.ts'
import { spendingByMonth } from '../../../src/screens/wallet/spending-by-month.ts'
import type { Transaction } from '../../../src/contract/wallet.ts'

const NOW = toInstant(Date.UTC(2026, 1, 10, 12))
const LAGOS = { now: NOW, zone: 'Africa/Lagos' }

/** Makes a ledger, oldest entry first, whose balance starts at `opening`. */
const ledger = (
  entries: ReadonlyArray<readonly [kind: Transaction['kind'], amount: number, createdAt: string]>,
  opening = 0,
): readonly Transaction[] => {
  let balance = opening
  return entries.map(([kind, amount, created_at], index) => {
    balance += amount
    return {
      id: index.toString(),
      kind,
      amount,
      currency: 'NGN',
      balance_after: balance,
      booking_code: null,
      park_name: null,
      receipt_number: null,
      created_at,
    }
  })
}

describe('spendingByMonth', () => {
  it('gives six months over a new year, the current one last', () => {
    const months = spendingByMonth([], LAGOS)
    expect(months.map(({ key }) => key)).toEqual(['2025-09', '2025-10', '2025-11', '2025-12', '2026-01', '2026-02'])
    expect(months.map(({ isCurrent }) => isCurrent)).toEqual([false, false, false, false, false, true])
  })

  it('adds bookings and extensions and takes refunds off, and counts no other movement', () => {
    const months = spendingByMonth(
      ledger([
        ['welcome_credit', 500_000, '2026-02-01T09:00:00Z'],
        ['booking', -150_000, '2026-02-02T09:00:00Z'],
        ['extension', -30_000, '2026-02-02T11:00:00Z'],
        ['refund', 60_000, '2026-02-03T09:00:00Z'],
        ['top_up', 100_000, '2026-02-04T09:00:00Z'],
        ['withdrawal', -50_000, '2026-02-05T09:00:00Z'],
        ['adjustment', -1, '2026-02-05T10:00:00Z'],
      ]),
      LAGOS,
    )
    expect(months.at(-1)).toEqual({ key: '2026-02', month: 2, spentMinor: 120_000, isCurrent: true })
  })

  it('counts a refund in the month in which it came, even below zero', () => {
    const months = spendingByMonth(
      ledger([
        ['welcome_credit', 500_000, '2026-01-01T09:00:00Z'],
        ['booking', -150_000, '2026-01-31T09:00:00Z'],
        ['refund', 150_000, '2026-02-01T09:00:00Z'],
      ]),
      LAGOS,
    )
    expect(months.slice(-2).map(({ spentMinor }) => spentMinor)).toEqual([150_000, -150_000])
  })

  it('puts a booking into the month of the zone, not of UTC', () => {
    const lateOnJanuary31 = ledger([
      ['welcome_credit', 500, '2026-01-01T00:00:00Z'],
      ['booking', -500, '2026-01-31T23:30:00Z'],
    ])
    expect(spendingByMonth(lateOnJanuary31, LAGOS).at(-1)?.spentMinor).toBe(500)
    expect(spendingByMonth(lateOnJanuary31, { now: NOW, zone: 'Africa/Dakar' }).at(-1)?.spentMinor).toBe(0)
  })

  it('leaves out the months before and of the oldest transaction when earlier ones are missing on the phone', () => {
    const cut = ledger(
      [
        ['booking', -100, '2025-11-20T09:00:00Z'],
        ['booking', -200, '2025-12-20T09:00:00Z'],
      ],
      1000,
    )
    expect(spendingByMonth(cut, LAGOS).map(({ key }) => key)).toEqual(['2025-12', '2026-01', '2026-02'])
  })

  it('knows the first month also where the first booking opened the wallet in the same instant', () => {
    const opened = ledger([
      ['welcome_credit', 900, '2026-02-01T09:00:00Z'],
      ['booking', -100, '2026-02-01T09:00:00Z'],
    ])
    expect(spendingByMonth(opened.toReversed(), LAGOS).at(-1)?.spentMinor).toBe(100)
  })

  it('takes the transactions in any order', () => {
    const oldestFirst = ledger([
      ['welcome_credit', 900, '2025-12-01T09:00:00Z'],
      ['booking', -100, '2026-01-20T09:00:00Z'],
      ['booking', -200, '2026-02-01T09:00:00Z'],
    ])
    expect(spendingByMonth(oldestFirst.toReversed(), LAGOS)).toEqual(spendingByMonth(oldestFirst, LAGOS))
  })
})
