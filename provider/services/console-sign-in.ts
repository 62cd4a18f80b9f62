/** Opens a console session from a driver's session, by a second factor. */
import { err, ok, type Result } from '../../src/lib/result.ts'
import { CONSOLE_TEXTS } from '../messages/console-texts.ts'
import { findMembershipOf, insertConsoleSession } from '../repositories/console-sessions.ts'
import type { UserRow } from '../repositories/users.ts'
import type { Refusal } from '../rules/refusal.ts'
import type { ProviderDeps } from './deps.ts'
import { makeConsoleToken } from './operators.ts'
import { beginFactor, checkFactor, type Proof } from './second-factor.ts'

interface SignedIn {
  readonly user: UserRow
  /** The driver's own session. */
  readonly familyId: string
}

const PURPOSE = 'console'

export const beginConsoleFactor = (deps: ProviderDeps, { user, familyId }: SignedIn) =>
  beginFactor(deps, { user, familyId, purpose: PURPOSE }, (code) =>
    CONSOLE_TEXTS[user.language].code({ firstName: user.first_name, code }),
  )

/** Refuses with `forbidden` when the user is not a member of the organisation, before checking the second factor. */
export async function openConsole(
  deps: ProviderDeps,
  { user, familyId }: SignedIn,
  { organisation_id: organisationId, ...proof }: Proof & { readonly organisation_id: string },
): Promise<Result<{ readonly token: string }, Refusal>> {
  const member = await findMembershipOf(deps.db, user.user_id, organisationId)
  if (member === undefined) return err({ code: 'forbidden' })
  const refusal = await checkFactor(deps, { user, familyId, purpose: PURPOSE }, { ...proof, afterwards: 'dropped' })
  if (refusal !== null) return err(refusal)
  const nowMs = deps.clock.now()
  const { token, ...session } = makeConsoleToken(nowMs)
  await deps.db.transaction((tx) => insertConsoleSession(tx, { ...session, keyId: member.key_id, familyId, nowMs }))
  return ok({ token })
}
