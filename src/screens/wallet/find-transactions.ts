import { unreachable } from '../../lib/assert.ts'
import { withoutInvisible } from '../../lib/plain-text.ts'
import type { Transaction } from '../../queries/query.ts'

export const SHOWN = ['all', 'out', 'in', 'refund', 'receipt'] as const
/** Filter of the list: all, money out, money in, money returned, with a receipt. */
export type Shown = (typeof SHOWN)[number]

export const toShown = (text: string | null): Shown => SHOWN.find((shown) => shown === text) ?? 'all'

const REFUNDS: ReadonlySet<Transaction['kind']> = new Set(['refund', 'order_refund', 'gift_refund', 'document_refund'])

/** Withdrawals, disputes and corrections have both directions, so the sign decides. */
function isShown({ kind, amount, receipt_number: receipt }: Transaction, shown: Shown): boolean {
  switch (shown) {
    case 'all':
      return true
    case 'receipt':
      return receipt !== null
    case 'refund':
      return REFUNDS.has(kind)
    case 'in':
      return amount > 0 && !REFUNDS.has(kind)
    case 'out':
      return amount < 0
    default:
      return unreachable(shown)
  }
}

/** Ignores accents, case and the hyphens of codes. */
const plain = (text: string): string =>
  withoutInvisible(text)
    .normalize('NFD')
    .replaceAll(/[\u0300-\u036F-]/g, '')
    .toLowerCase()

/** Returns the transactions that pass the filter and match the text: a park, a booking code, a receipt number. */
export function findTransactions(
  transactions: readonly Transaction[],
  { text, shown }: { readonly text: string; readonly shown: Shown },
): readonly Transaction[] {
  const words = plain(text)
    .split(/\s+/)
    .filter((word) => word !== '')
  return transactions.filter((row) => {
    if (!isShown(row, shown)) return false
    const named = plain([row.park_name, row.booking_code, row.receipt_number].filter((part) => part !== null).join(' '))
    return words.every((word) => named.includes(word))
  })
}
