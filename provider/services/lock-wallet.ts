import { err, ok, type Result } from '../../src/lib/result.ts'
import type { Queryable } from '../db/database.ts'
import { rowsOf } from '../repositories/store.ts'
import { lockBalance } from '../repositories/wallet.ts'
import type { Refusal } from '../rules/refusal.ts'
import type { ProviderDeps } from './deps.ts'
import { type Charge, walletTooLow } from './refusals.ts'

/**
 * Locks the driver's wallet until the end of the caller's transaction, which pays from it; refused when the balance is
 * too low. Returns its id.
 */
export async function lockWalletFor(
  tx: Queryable,
  { welcomeCredit: sandbox }: Pick<ProviderDeps['config'], 'welcomeCredit'>,
  { nowMs, ...charge }: Charge & { readonly nowMs: number },
): Promise<Result<string, Refusal>> {
  const rows = rowsOf(tx)
  const { userId, currency, totalMinor } = charge
  const { wallet_id: walletId } = await rows.openWallet({ userId, currency, sandbox, nowMs })
  return (await lockBalance(tx, walletId)) < totalMinor ? err(await walletTooLow(rows, charge)) : ok(walletId)
}
