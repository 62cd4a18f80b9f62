/**
 * The second factor of a signed-in user: a passkey if the account has one, otherwise a code by email. Each is bound to
 * one purpose in one session, so that neither a code nor a passkey's answer can be used for anything else.
 */
import type { SecondFactor } from '../../src/contract/second-factor.ts'
import type { PasskeyAsserted } from '../../src/contract/passkeys.ts'
import type { UserId } from '../../src/domain/ids.ts'
import { DAY_MS } from '../../src/domain/instant.ts'
import { unreachable } from '../../src/lib/assert.ts'
import { err, ok, type Result } from '../../src/lib/result.ts'
import type { Queryable } from '../db/database.ts'
import { getOrCreateSecret } from '../db/secrets.ts'
import type { MailText } from '../messages/shapes.ts'
import { deletePasskeys, listPasskeys, type PasskeyRow, storeChallenge } from '../repositories/passkeys.ts'
import {
  areFactorCodesPaused,
  countWrongCode,
  dropFactor,
  type FactorPurpose,
  findFactorChallenge,
  lockFactorCode,
  noteFactorShown,
  pauseFactorCodes,
  storeFactor,
} from '../repositories/second-factors.ts'
import type { UserRow } from '../repositories/users.ts'
import { CHALLENGE_VALID_MS, findChallenge, toRelyingParty, toRequest } from '../rules/passkeys.ts'
import type { Refusal } from '../rules/refusal.ts'
import { hashCode, makeEmailCode, makeSecret } from '../rules/tokens.ts'
import { CODE_VALID_MS, judgeCode } from '../rules/verification.ts'
import { takeMail } from './account-mails.ts'
import { runInBackground } from './background.ts'
import type { ProviderDeps } from './deps.ts'
import { findSigner } from './passkey-signer.ts'

export interface Factor extends FactorPurpose {
  readonly user: UserRow
}

export interface Proof {
  readonly code?: string | undefined
  readonly response?: PasskeyAsserted | undefined
}

/**
 * A stolen session can add a passkey within ten minutes of the sign-in; the owner is notified by mail, and has a day to
 * remove it.
 */
const YOUNGEST_PASSKEY_MS = DAY_MS

/** Can also be used inside a transaction. */
interface Reading {
  readonly db: Queryable
  readonly clock: ProviderDeps['clock']
}

async function listFactorKeys({ db, clock }: Reading, userId: UserId): Promise<readonly PasskeyRow[]> {
  const before = clock.now() - YOUNGEST_PASSKEY_MS
  return (await listPasskeys(db, userId)).filter(({ created_at: madeMs }) => madeMs <= before)
}

/** Which of the two the user will be asked for. */
export const findFactorKind = async (reading: Reading, userId: UserId): Promise<SecondFactor['kind']> =>
  (await listFactorKeys(reading, userId)).length > 0 ? 'passkey' : 'email'

/**
 * Removes one passkey of the user, or all when `credentialId` is null. A code by email takes the place of a passkey that
 * was the second factor only after a day. Returns false when there was none to remove.
 */
export async function removePasskeys(tx: Reading, userId: UserId, credentialId: string | null): Promise<boolean> {
  const wasFactor = (await findFactorKind(tx, userId)) === 'passkey'
  const isRemoved = await deletePasskeys(tx.db, userId, credentialId)
  if (isRemoved && wasFactor) await pauseFactorCodes(tx.db, userId, tx.clock.now())
  return isRemoved
}

/** Bound to the session and the purpose, so that the code cannot be used for anything else. */
async function hashCodeOf(db: Queryable, { familyId, purpose }: FactorPurpose, code: string): Promise<string> {
  return hashCode(await getOrCreateSecret(db, 'console_codes', makeSecret), `${familyId}:${purpose}:${code}`)
}

async function beginPasskey(deps: ProviderDeps, factor: Factor, keys: readonly PasskeyRow[]): Promise<SecondFactor> {
  const options = await toRequest(toRelyingParty(deps.config.publicUrl), keys)
  const nowMs = deps.clock.now()
  const { challenge } = options
  const expiresMs = nowMs + CHALLENGE_VALID_MS
  const { user_id: userId } = factor.user
  await storeChallenge(deps.db, { challenge, purpose: 'second_factor', userId, expiresMs }, nowMs)
  await storeFactor(deps.db, factor, { challenge, expiresMs, nowMs })
  return { kind: 'passkey', options: { ...options } }
}

/**
 * Returns a challenge for the account's passkeys, or mails a code. Refuses with `second_factor_paused`, or with
 * `rate_limited` until the next code may be mailed.
 */
export async function beginFactor(
  deps: ProviderDeps,
  factor: Factor,
  toText: (code: string) => MailText,
): Promise<Result<SecondFactor, Refusal>> {
  const { user } = factor
  const keys = await listFactorKeys(deps, user.user_id)
  if (keys.length > 0) return ok(await beginPasskey(deps, factor, keys))
  const nowMs = deps.clock.now()
  if (await areFactorCodesPaused(deps.db, user.user_id, nowMs)) return err({ code: 'second_factor_paused' })
  const waitSeconds = await takeMail(deps, 'second_factor', user.user_id)
  if (waitSeconds > 0) return err({ code: 'rate_limited', retryAfterSeconds: waitSeconds })
  const code = makeEmailCode()
  const codeHash = await hashCodeOf(deps.db, factor, code)
  await storeFactor(deps.db, factor, { codeHash, expiresMs: nowMs + CODE_VALID_MS, nowMs })
  const { email } = user
  runInBackground(deps.log, 'mail.second_factor', () => deps.mailer.send({ to: email, ...toText(code), code }))
  return ok({ kind: 'email', email })
}

/** What happens to a correct factor: `dropped`, or `kept` for the request that it was shown for. */
export type AfterProof = 'dropped' | 'kept'

async function settleRight(
  deps: ProviderDeps,
  db: Queryable,
  after: FactorPurpose & { readonly afterwards: AfterProof },
) {
  const nowMs = deps.clock.now()
  if (after.afterwards === 'dropped') await dropFactor(db, after)
  else await noteFactorShown(db, after, { nowMs, expiresMs: nowMs + CODE_VALID_MS })
}

/** Counts a wrong code even if the request fails, since it runs in its own transaction. */
const checkCode = (
  deps: ProviderDeps,
  factor: Factor,
  { code, afterwards }: Proof & { readonly afterwards: AfterProof },
) =>
  deps.db.transaction(async (tx): Promise<Refusal | null> => {
    const stored = await lockFactorCode(tx, factor)
    const verdict = judgeCode(stored, await hashCodeOf(tx, factor, code ?? ''), deps.clock.now())
    switch (verdict) {
      case 'wrong':
        await countWrongCode(tx, factor)
        return { code: 'code_invalid' }
      case 'expired':
        return { code: 'code_expired' }
      case 'right':
        await settleRight(deps, tx, { ...factor, afterwards })
        return null
      default:
        return unreachable(verdict)
    }
  })

async function checkPasskey(
  deps: ProviderDeps,
  factor: Factor,
  { response, afterwards, keys }: Proof & { readonly afterwards: AfterProof; readonly keys: readonly PasskeyRow[] },
): Promise<Refusal | null> {
  const refused: Refusal = { code: 'passkey_invalid' }
  if (response === undefined || !keys.some(({ credential_id: id }) => id === response.id)) return refused
  const challenge = await findFactorChallenge(deps.db, factor)
  if (challenge === undefined || challenge !== findChallenge(response.response.clientDataJSON)) return refused
  const { user_id: userId } = factor.user
  // Consumes the challenge: of two requests with the same answer, the second is refused.
  if ((await findSigner(deps, response, userId)) !== userId) return refused
  await settleRight(deps, deps.db, { ...factor, afterwards })
  return null
}

/**
 * Returns null when the factor is accepted. An account with a passkey must use it: a code from the mailbox is not
 * enough.
 */
export async function checkFactor(
  deps: ProviderDeps,
  factor: Factor,
  { afterwards, ...proof }: Proof & { readonly afterwards: AfterProof },
): Promise<Refusal | null> {
  const keys = await listFactorKeys(deps, factor.user.user_id)
  if (keys.length > 0) return checkPasskey(deps, factor, { ...proof, afterwards, keys })
  return proof.code === undefined ? { code: 'code_invalid' } : checkCode(deps, factor, { ...proof, afterwards })
}
