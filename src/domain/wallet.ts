import { err, ok, type Result } from '../lib/result.ts'
import { minor } from './money.ts'

/** What moves a wallet. `promo` is a discount given as money, `withdrawal` money paid out. */
export const TRANSACTION_KINDS = [
  'booking',
  'extension',
  'refund',
  'top_up',
  'welcome_credit',
  'promo',
  'withdrawal',
  'adjustment',
] as const
export type TransactionKind = (typeof TRANSACTION_KINDS)[number]

/** +1 money in, -1 money out; a correction may be either. */
export const TRANSACTION_SIGN: Readonly<Record<TransactionKind, 1 | -1 | null>> = {
  booking: -1,
  extension: -1,
  refund: 1,
  top_up: 1,
  welcome_credit: 1,
  promo: 1,
  withdrawal: -1,
  adjustment: null,
}

/** One movement; `amount` is signed, minor units. */
export interface Movement {
  readonly kind: TransactionKind
  readonly amount: number
}

export type WithBalance<T extends Movement> = T & { readonly balance_after: number }

/** Oldest first. Throws when an amount has the wrong sign or the balance falls below zero: the ledger never lets either happen. */
export function withRunningBalance<T extends Movement>(
  movements: readonly T[],
  openingMinor = 0,
): readonly WithBalance<T>[] {
  let balanceMinor = minor(openingMinor)
  return movements.map((movement) => {
    const sign = TRANSACTION_SIGN[movement.kind]
    if (sign !== null && movement.amount * sign < 0)
      throw new Error(`A ${movement.kind} of ${String(movement.amount)} has the wrong sign`)
    balanceMinor = minor(balanceMinor + movement.amount)
    if (balanceMinor < 0) throw new Error('A wallet fell below zero')
    return { ...movement, balance_after: balanceMinor }
  })
}

export interface WalletTooLow {
  readonly kind: 'wallet_too_low'
  /** How much is missing, minor units. */
  readonly missingMinor: number
}

/** Held money is not available. */
export function checkFunds(
  wallet: { readonly balance: number; readonly held: number },
  totalMinor: number,
): Result<null, WalletTooLow> {
  const missingMinor = minor(totalMinor - (wallet.balance - wallet.held))
  return missingMinor > 0 ? err({ kind: 'wallet_too_low', missingMinor }) : ok(null)
}
