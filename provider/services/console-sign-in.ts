/** A driver's session becomes one of the console by a second factor: a passkey where the account has one, else a code by email. */
import type { ConsoleSessionBody } from '../../src/contract/console.ts'
import type { PasskeyAsserted } from '../../src/contract/passkeys.ts'
import type { UserId } from '../../src/domain/ids.ts'
import { unreachable } from '../../src/lib/assert.ts'
import { err, ok, type Result } from '../../src/lib/result.ts'
import type { Queryable } from '../db/database.ts'
import { getOrCreateSecret } from '../db/secrets.ts'
import { CONSOLE_TEXTS } from '../messages/console-texts.ts'
import {
  countWrongConsoleCode,
  dropConsoleCode,
  findMembershipOf,
  insertConsoleSession,
  lockConsoleCode,
  storeConsoleCode,
} from '../repositories/console-sessions.ts'
import { listPasskeys, storeChallenge } from '../repositories/passkeys.ts'
import type { UserRow } from '../repositories/users.ts'
import { CHALLENGE_VALID_MS, toRelyingParty, toRequest } from '../rules/passkeys.ts'
import type { Refusal } from '../rules/refusal.ts'
import { hashCode, makeEmailCode, makeSecret } from '../rules/tokens.ts'
import { CODE_VALID_MS, judgeCode } from '../rules/verification.ts'
import { takeMail } from './account-mails.ts'
import { runInBackground } from './background.ts'
import type { ProviderDeps } from './deps.ts'
import { makeConsoleToken } from './operators.ts'
import { findSigner } from './passkey-signer.ts'

/** Bound to the driver's session: the code opens the console nowhere else. */
async function hashCodeOf(db: Queryable, familyId: string, code: string): Promise<string> {
  return hashCode(await getOrCreateSecret(db, 'console_codes', makeSecret), `${familyId}:${code}`)
}

interface SignedIn {
  readonly user: UserRow
  /** The driver's own session. */
  readonly familyId: string
}

/** What the browser asks the passkey for; only those of this account answer. */
export async function beginPasskeyFactor(deps: ProviderDeps, userId: UserId) {
  const keys = await listPasskeys(deps.db, userId)
  const options = await toRequest(toRelyingParty(deps.config.publicUrl), keys)
  const nowMs = deps.clock.now()
  const { challenge } = options
  await storeChallenge(deps.db, { challenge, userId, expiresMs: nowMs + CHALLENGE_VALID_MS }, nowMs)
  return options
}

/** Seconds to wait; 0: it is on its way. */
export async function mailConsoleCode(deps: ProviderDeps, { user, familyId }: SignedIn): Promise<number> {
  const waitSeconds = await takeMail(deps, 'code', user.email)
  if (waitSeconds > 0) return waitSeconds
  const code = makeEmailCode()
  const codeHash = await hashCodeOf(deps.db, familyId, code)
  await storeConsoleCode(deps.db, familyId, { codeHash, expiresMs: deps.clock.now() + CODE_VALID_MS })
  const text = CONSOLE_TEXTS[user.language].code({ firstName: user.first_name, code })
  runInBackground(deps.log, 'mail.console_code', () => deps.mailer.send({ to: user.email, ...text, code }))
  return 0
}

/** Counts a wrong code whatever becomes of the request: its transaction is not the caller's. */
const takeCode = (deps: ProviderDeps, familyId: string, code: string): Promise<Refusal | null> =>
  deps.db.transaction(async (tx) => {
    const stored = await lockConsoleCode(tx, familyId)
    const verdict = judgeCode(stored, await hashCodeOf(tx, familyId, code), deps.clock.now())
    switch (verdict) {
      case 'wrong':
        await countWrongConsoleCode(tx, familyId)
        return { code: 'code_invalid' }
      case 'expired':
        return { code: 'code_expired' }
      case 'right':
        await dropConsoleCode(tx, familyId)
        return null
      default:
        return unreachable(verdict)
    }
  })

async function checkPasskey(deps: ProviderDeps, userId: UserId, response: PasskeyAsserted): Promise<Refusal | null> {
  return (await findSigner(deps, response, userId)) === userId ? null : { code: 'passkey_invalid' }
}

/** Whoever has a passkey shows it: a code that reached their mailbox is not enough. */
async function checkSecondFactor(
  deps: ProviderDeps,
  { user, familyId }: SignedIn,
  { code, response }: Pick<ConsoleSessionBody, 'code'> & { readonly response?: PasskeyAsserted },
): Promise<Refusal | null> {
  const hasPasskey = (await listPasskeys(deps.db, user.user_id)).length > 0
  if (hasPasskey)
    return response === undefined ? { code: 'passkey_invalid' } : checkPasskey(deps, user.user_id, response)
  return code === undefined ? { code: 'code_invalid' } : takeCode(deps, familyId, code)
}

/** `forbidden` for who is not of the organisation, before the second factor is looked at. */
export async function openConsole(
  deps: ProviderDeps,
  { user, familyId }: SignedIn,
  proof: Parameters<typeof checkSecondFactor>[2] & { readonly organisation_id: string },
): Promise<Result<{ readonly token: string }, Refusal>> {
  const member = await findMembershipOf(deps.db, user.user_id, proof.organisation_id)
  if (member === undefined) return err({ code: 'forbidden' })
  const refusal = await checkSecondFactor(deps, { user, familyId }, proof)
  if (refusal !== null) return err(refusal)
  const nowMs = deps.clock.now()
  const { token, ...session } = makeConsoleToken(nowMs)
  await deps.db.transaction((tx) => insertConsoleSession(tx, { ...session, keyId: member.key_id, familyId, nowMs }))
  return ok({ token })
}
