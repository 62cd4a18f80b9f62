import type { UserId } from '../../src/domain/ids.ts'
import { DAY_MS } from '../../src/domain/instant.ts'
import { must } from '../../src/lib/assert.ts'
import type { Queryable } from '../db/database.ts'
import { getOrCreateSecret } from '../db/secrets.ts'
import { countAttempt, returnAttempt, secondsToReset } from '../repositories/attempts.ts'
import {
  countWrongEmailCode,
  findChangedEmail,
  lockEmailChange,
  storeEmailChange,
} from '../repositories/email-changes.ts'
import { makeAccountOfGuest, moveGuest } from '../repositories/guests.ts'
import { forgetRegistrations } from '../repositories/registrations.ts'
import { startFamily } from '../repositories/sessions.ts'
import { rememberUse, type UsedCode, wasUsedBy } from '../repositories/used-codes.ts'
import { findUser, findUserByEmail, lockUser, type UserRow } from '../repositories/users.ts'
import { openWallet } from '../repositories/wallet.ts'
import type { Device } from '../rules/device.ts'
import { hashCode, hashSecret, makeEmailCode, makeSecret } from '../rules/tokens.ts'
import { CODE_VALID_MS, judgeCode } from '../rules/verification.ts'
import { sendAccountMail } from './account-mails.ts'
import type { ProviderDeps } from './deps.ts'

/** Bound to the guest: a code sent for one guest is useless for another, or for a registration of the same address. */
async function hashCodeOf(db: Queryable, userId: UserId, code: string): Promise<string> {
  return hashCode(await getOrCreateSecret(db, 'guest_codes', makeSecret), `${userId}:${code}`)
}

/**
 * Wrong codes for one address per day, counted across all guests. Guests are free to create and the address may have an
 * account, so limiting the tries per code is not enough: at ten a day, a stranger needs three centuries for even odds.
 */
const WRONG_PER_ADDRESS = 10

const wrongBucket = (email: string): string => `guest-code:${hashSecret(email)}`

/**
 * Sends the same mail whether the address has an account or not: nothing happens unless its owner types the code on the
 * guest's phone.
 */
export async function sendKeepCode(deps: ProviderDeps, user: UserRow, email: string): Promise<void> {
  const code = makeEmailCode()
  const codeHash = await hashCodeOf(deps.db, user.user_id, code)
  await storeEmailChange(deps.db, user.user_id, { email, codeHash, expiresMs: deps.clock.now() + CODE_VALID_MS })
  await sendAccountMail(deps, { ...user, email }, { kind: 'keep_guest', code })
}

interface KeepProof {
  readonly userId: UserId
  readonly code: string
  readonly device: Device
  /** The Idempotency-Key, if the phone sends one. */
  readonly key: string | undefined
}

interface KeptGuest {
  readonly user: UserRow
  readonly familyId: string
  readonly refreshToken: string
}

type KeepRefusal = 'code_invalid' | 'code_expired' | 'account_disabled' | 'forbidden'

const open = async (tx: Queryable, user: UserRow, at: { nowMs: number; device: Device }): Promise<KeptGuest> => {
  const { familyId, token } = await startFamily(tx, user.user_id, at)
  return { user, familyId, refreshToken: token }
}

/**
 * Returns the account that now owns the guest's bookings: the account with that address, or the guest itself, converted
 * into one.
 */
async function join(
  deps: Pick<ProviderDeps, 'config'>,
  tx: Queryable,
  { userId, email, nowMs }: { readonly userId: UserId; readonly email: string; readonly nowMs: number },
): Promise<UserRow | KeepRefusal> {
  const account = await findUserByEmail(tx, email)
  if (account === undefined) {
    await forgetRegistrations(tx, email)
    return (await makeAccountOfGuest(tx, userId, { email, nowMs }))
      ? must(await findUser(tx, userId), 'kept guest')
      : 'code_invalid'
  }
  if (account.disabled_at !== null) return 'account_disabled'
  if (!(await lockUser(tx, account.user_id))) return 'code_invalid'
  const to = account.user_id
  await moveGuest(tx, {
    ...{ from: userId, to, nowMs },
    // The usual rule applies: in the sandbox, an account's first wallet of a currency gets its own welcome credit, and
    // a guest's gets none.
    openWallet: (currency) => openWallet(tx, { userId: to, currency, sandbox: deps.config.welcomeCredit, nowMs }),
  })
  return account
}

/** Answers a repeated request whose answer was lost: the address's current account is the one that was opened then. */
async function openAgain(
  tx: Queryable,
  use: UsedCode,
  proof: KeepProof & { readonly nowMs: number; readonly email: string },
) {
  const { nowMs, email, device } = proof
  if (!(await wasUsedBy(tx, use, { nowMs, validMs: CODE_VALID_MS }))) return undefined
  const account = await findUserByEmail(tx, email)
  return account?.disabled_at === null ? open(tx, account, { nowMs, device }) : undefined
}

/**
 * Requires both the guest's session and the code sent for it: neither is enough alone. `email`: the address whose tries
 * the caller has counted. Another request may have replaced it meanwhile; the code is then not judged, because that
 * would be an uncounted try for the new address.
 */
async function prove(
  deps: ProviderDeps,
  proof: KeepProof & { readonly email: string; readonly nowMs: number },
): Promise<KeptGuest | KeepRefusal> {
  const { userId, code, device, key, email, nowMs } = proof
  return deps.db.transaction(async (tx): Promise<KeptGuest | KeepRefusal> => {
    if (!(await lockUser(tx, userId))) return 'code_invalid'
    const guest = must(await findUser(tx, userId), 'locked guest')
    const change = await lockEmailChange(tx, userId)
    if (change?.email !== email) return 'code_invalid'
    const hash = await hashCodeOf(tx, userId, code)
    const use = { scope: `keep:${userId}`, key, hash }
    const again = await openAgain(tx, use, proof)
    if (again !== undefined) return again
    if (guest.guest !== 'open') return 'forbidden'
    const verdict = judgeCode(change, hash, nowMs)
    if (verdict === 'wrong') {
      await countWrongEmailCode(tx, userId)
      return 'code_invalid'
    }
    if (verdict === 'expired') return 'code_expired'
    const joined = await join(deps, tx, { userId, email, nowMs })
    if (typeof joined === 'string') return joined
    await rememberUse(tx, use, nowMs)
    return open(tx, joined, { nowMs, device })
  })
}

/**
 * Runs `prove` within the daily tries of an address. A try is counted before it is judged, so that a burst cannot
 * exceed the limit.
 */
export async function keepGuest(
  deps: ProviderDeps,
  proof: KeepProof,
): Promise<KeptGuest | KeepRefusal | { readonly waitSeconds: number }> {
  const nowMs = deps.clock.now()
  const email = await findChangedEmail(deps.db, proof.userId)
  if (email === undefined) return 'code_invalid'
  const bucket = wrongBucket(email)
  const { count, resetsMs } = await countAttempt(deps.db, { bucket, windowMs: DAY_MS, nowMs })
  if (count > WRONG_PER_ADDRESS) return { waitSeconds: secondsToReset({ resetsMs }, nowMs) }
  const outcome = await prove(deps, { ...proof, email, nowMs })
  if (typeof outcome !== 'string') await returnAttempt(deps.db, bucket)
  return outcome
}
