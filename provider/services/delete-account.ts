import type { MoneyLeft } from '../../src/contract/account.ts'
import type { UserId } from '../../src/domain/ids.ts'
import { err, ok, type Result } from '../../src/lib/result.ts'
import type { Queryable } from '../db/database.ts'
import type { Refusal } from '../rules/refusal.ts'
import {
  closeWallet,
  countUnfinished,
  eraseUser,
  lockWallets,
  type OwnedWallet,
} from '../repositories/account-delete.ts'
import { lockUser } from '../repositories/users.ts'
import { listRefundable, readWalletFacts } from '../repositories/withdrawals.ts'
import type { Refundable } from '../rules/refunds-plan.ts'

interface Judged {
  readonly wallet: OwnedWallet
  /** The remaining balance that is not gifts. */
  readonly ownMinor: number
  readonly canWithdraw: boolean
}

const canGiveBack = (payments: readonly Refundable[], ownMinor: number): boolean =>
  payments.some(({ leftMinor, inParts }) => inParts || leftMinor <= ownMinor)

async function judgeWallet(tx: Queryable, userId: UserId, wallet: OwnedWallet): Promise<Judged> {
  const { giftMinor, spentMinor, balanceMinor } = await readWalletFacts(tx, wallet.wallet_id)
  const ownMinor = Math.max(0, balanceMinor - Math.max(0, giftMinor - spentMinor))
  const payments = await listRefundable(tx, userId, wallet.currency)
  return { wallet, ownMinor, canWithdraw: ownMinor > 0 && canGiveBack(payments, ownMinor) }
}

const toMoneyLeft = (judged: readonly Judged[]): MoneyLeft =>
  judged
    .filter(({ ownMinor }) => ownMinor > 0)
    .map(({ wallet, ownMinor, canWithdraw }) => ({
      currency: wallet.currency,
      amount: ownMinor,
      can_withdraw: canWithdraw,
    }))

/**
 * Erases an account. Refused while a booking is running or upcoming, an order is open, money is moving, a wallet is
 * below zero, or the driver's own money is left; money that no gateway can refund may be given up. Bookings and ledger
 * stay, without anything that identifies the driver.
 */
export async function deleteAccount(
  tx: Queryable,
  userId: UserId,
  { giveUpMoney, nowMs }: { readonly giveUpMoney: boolean; readonly nowMs: number },
): Promise<Result<null, Refusal>> {
  if (!(await lockUser(tx, userId))) return err({ code: 'token_invalid' })
  const wallets = await lockWallets(tx, userId)
  const { bookings, movements, orders } = await countUnfinished(tx, userId, nowMs)
  if (bookings > 0) return err({ code: 'bookings_running' })
  if (orders > 0) return err({ code: 'orders_open' })
  if (movements > 0) return err({ code: 'money_moving' })
  if (wallets.some(({ balance_minor }) => balance_minor < 0)) return err({ code: 'wallet_below_zero' })
  const judged: Judged[] = []
  for (const wallet of wallets) judged.push(await judgeWallet(tx, userId, wallet))
  const left = toMoneyLeft(judged)
  if (left.some(({ can_withdraw }) => can_withdraw || !giveUpMoney))
    return err({ code: 'wallet_not_empty', extra: { wallets: left } })
  for (const { wallet, ownMinor } of judged) await closeWallet(tx, wallet, { ownMinor, nowMs })
  await eraseUser(tx, userId, nowMs)
  return ok(null)
}
