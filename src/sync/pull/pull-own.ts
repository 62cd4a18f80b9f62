import { findSession } from '../../db/read/session.ts'
import type { Phone } from '../phone.ts'
import { reconcileIntents } from '../reconcile.ts'
import { reconcileWishes } from '../reconcile-wishes.ts'
import { pullBookings } from './pull-bookings.ts'
import { pullVehicles } from './pull-vehicles.ts'
import { pullWallet } from './pull-wallet.ts'
import { walletCurrency } from './wallet-currency.ts'

/** Everything of the driver's own: unfinished writes first, then the lists. True when all of it came. */
export async function pullOwn(phone: Phone): Promise<boolean> {
  const session = await findSession(phone.dbs)
  if (session === undefined || !session.live) return true
  const { user_id: userId } = session.user
  const isAsked = await reconcileIntents(phone, userId)
  await reconcileWishes(phone, userId)
  const pulled = await Promise.all([
    pullBookings(phone, userId),
    pullVehicles(phone, userId),
    pullWallet(phone, userId, walletCurrency(session.user)),
  ])
  return isAsked && pulled.every((result) => result.ok)
}
