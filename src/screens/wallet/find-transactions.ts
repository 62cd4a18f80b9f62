import { withoutInvisible } from '../../lib/plain-text.ts'
import type { Transaction } from '../../queries/query.ts'

export const SHOWN = ['all', 'spent', 'top_up', 'refund', 'receipt'] as const
/** Filter of the list: all, parking, money added, money returned, with a receipt. */
export type Shown = (typeof SHOWN)[number]

export const toShown = (text: string | null): Shown => SHOWN.find((shown) => shown === text) ?? 'all'

const KINDS: Readonly<Record<Exclude<Shown, 'all' | 'receipt'>, ReadonlySet<Transaction['kind']>>> = {
  spent: new Set(['booking', 'extension', 'order', 'gift', 'document', 'plan']),
  top_up: new Set(['top_up', 'welcome_credit', 'promo', 'gift_redeemed', 'referral']),
  refund: new Set([
    'refund',
    'order_refund',
    'gift_refund',
    'document_refund',
    'withdrawal',
    'adjustment',
    'reversal',
    'dispute',
  ]),
}

const isShown = (row: Transaction, shown: Shown): boolean => {
  if (shown === 'all') return true
  return shown === 'receipt' ? row.receipt_number !== null : KINDS[shown].has(row.kind)
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
