import { applyDistrust } from '../../db/apply/restored.ts'
import { findSession } from '../../db/read/session.ts'
import type { AppContext } from '../app-context.ts'
import { pullWallet } from './pull-wallet.ts'
import { walletCurrency } from './wallet-currency.ts'

/**
 * The provider went back to an earlier state, so no older data is trusted. The mirror already has its rows; balance and
 * ledger follow, car parks and small lists with the next pull of each.
 */
export async function afterRestore(phone: AppContext, userId: string): Promise<void> {
  phone.log.warn('the provider went back to an earlier state')
  await applyDistrust(phone.dbs)
  const session = await findSession(phone.dbs)
  if (session?.user.user_id !== userId) return
  phone.inBackground(pullWallet(phone, userId, { currency: walletCurrency(session.user) }))
}
