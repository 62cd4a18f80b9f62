import { MINUTE_MS } from '../../src/domain/instant.ts'
import type { Queryable } from '../db/database.ts'
import { countAttempt, forgetAttempts, returnAttempt } from '../repositories/attempts.ts'
import { networkOf } from '../rules/client-network.ts'
import { normaliseEmail } from '../rules/registration.ts'
import { hashSecret } from '../rules/tokens.ts'

const WINDOW_MS = 15 * MINUTE_MS
const WRONG_PER_ACCOUNT = 10
const WRONG_PER_ADDRESS = 300

/** Hashed, so that mistyped addresses are not stored; the same for known and unknown accounts. */
const accountBucket = (identifier: string): string => `account:${hashSecret(normaliseEmail(identifier))}`
const addressBucket = (address: string): string => `address:${networkOf(address)}`

export interface SignInAttempt {
  readonly identifier: string
  readonly address: string
  readonly nowMs: number
}

/** Counts the attempt as wrong before it is judged. Returns the seconds to wait, 0 when it may be judged. */
export async function beginSignIn(db: Queryable, attempt: SignInAttempt): Promise<number> {
  const window = { windowMs: WINDOW_MS, nowMs: attempt.nowMs }
  const byAddress = await countAttempt(db, { ...window, bucket: addressBucket(attempt.address) })
  const byAccount = await countAttempt(db, { ...window, bucket: accountBucket(attempt.identifier) })
  const overAddress = byAddress.count > WRONG_PER_ADDRESS ? byAddress.resetsMs : 0
  const overAccount = byAccount.count > WRONG_PER_ACCOUNT ? byAccount.resetsMs : 0
  const untilMs = Math.max(overAddress, overAccount)
  return untilMs === 0 ? 0 : Math.max(1, Math.ceil((untilMs - attempt.nowMs) / 1000))
}

/** The password was right: resets the account's count and returns this attempt to the address. */
export async function endSignIn(db: Queryable, attempt: SignInAttempt): Promise<void> {
  await forgetAttempts(db, accountBucket(attempt.identifier))
  await returnAttempt(db, addressBucket(attempt.address))
}

/** A new password was set by mail, so another person's guesses must not keep the owner locked out. */
export const clearAccountLimit = (db: Queryable, email: string): Promise<void> =>
  forgetAttempts(db, accountBucket(email))
