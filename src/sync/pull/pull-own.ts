import type { ApiError } from '../../api/api-error.ts'
import { pullStart } from '../../db/apply/pull-order.ts'
import { findSession } from '../../db/read/session.ts'
import type { Result } from '../../lib/result.ts'
import type { AppContext } from '../app-context.ts'
import { reconcile } from '../requests/reconcile.ts'
import { pullBookings } from './pull-bookings.ts'
import { pullFavourites } from './pull-favourites.ts'
import { pullSubscriptions } from './pull-subscriptions.ts'
import { pullVehicles } from './pull-vehicles.ts'
import { pullWallet } from './pull-wallet.ts'
import { walletCurrency } from './wallet-currency.ts'

type Pull = () => Promise<Result<unknown, ApiError>>

export interface PulledOwn {
  /** Why lists did not arrive. */
  readonly errors: readonly ApiError[]
  /** Unanswered requests were checked, and every list arrived. */
  readonly isWhole: boolean
}

export const errorsOf = (pulled: readonly Result<unknown, ApiError>[]): readonly ApiError[] =>
  pulled.flatMap((result) => (result.ok ? [] : [result.error]))

/** From a provider that was in trouble, pulls one list first, and the others only when it arrives. */
async function pullAll([first, ...others]: readonly [Pull, ...Pull[]], isCareful: boolean) {
  if (!isCareful) return Promise.all([first, ...others].map((pull) => pull()))
  const answer = await first()
  return answer.ok ? [answer, ...(await Promise.all(others.map((pull) => pull())))] : [answer]
}

/** Pulls all of the driver's data: checks unanswered requests first, then the lists. */
export async function pullOwn(phone: AppContext, isCareful = false): Promise<PulledOwn> {
  const session = await findSession(phone.dbs)
  if (session === undefined || !session.live) return { errors: [], isWhole: true }
  const { user_id: userId } = session.user
  const isAsked = await reconcile(phone, userId)
  const begun = await pullStart(phone.dbs, userId)
  const pulls = [
    () => pullBookings(phone, userId, begun),
    // A guest has none of these, and may not request them.
    ...(session.user.guest === true
      ? []
      : [
          () => pullVehicles(phone, userId, begun),
          () => pullFavourites(phone, userId, begun),
          () => pullSubscriptions(phone, userId),
        ]),
    () => pullWallet(phone, userId, { currency: walletCurrency(session.user), begun }),
  ] as const
  const errors = errorsOf(await pullAll(pulls, isCareful))
  return { errors, isWhole: isAsked && errors.length === 0 }
}
