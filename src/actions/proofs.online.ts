import { getProof, type ProofAnswer } from '../api/proofs.ts'
import { applyBlockedAttempt } from '../db/apply/blocked-attempts.ts'
import type { WantedStay } from '../db/read/blocked-attempts.ts'
import { readPassKeys } from '../db/read/places.ts'
import { importPassKeys } from '../domain/pass.ts'
import { type SignedCheck, verifySigned } from '../domain/signed-data.ts'
import { ok, type Result } from '../lib/result.ts'
import { uuid7 } from '../lib/uuid7.ts'
import { type AppContext, appContext } from '../sync/app-context.ts'
import type { ActionError } from './failures.ts'
import { attemptAsUser } from './requests.online.ts'
import { forUser } from './requests.ts'

export interface CheckedProof extends ProofAnswer {
  /** Checked with the provider's keys on this phone. */
  readonly check: SignedCheck
}

/** Fetches the provider's own signed record of a booking. */
export const loadProof = (code: string, phone: AppContext = appContext): Promise<Result<CheckedProof, ActionError>> =>
  attemptAsUser(phone, async () => {
    const answer = await getProof(phone.client, code)
    if (!answer.ok) return answer
    const { value: keys } = await readPassKeys(phone.dbs)
    return ok({ ...answer.value, check: await verifySigned(answer.value.signed, await importPassKeys(keys)) })
  })

export type { WantedStay }

/** Records for the proof that the driver tried to book with no signal. Needs no connection and sends nothing. */
export const recordBlocked = (wanted: WantedStay, phone: AppContext = appContext): Promise<Result<null, ActionError>> =>
  forUser(phone, async (userId) => {
    const { state: network, lastSuccessAt: lastAnswerAt } = phone.connection.get()
    const at = phone.clock.now()
    await applyBlockedAttempt(phone.dbs, userId, { id: uuid7(at, phone.random), at, network, lastAnswerAt, wanted })
    return ok(null)
  })

/** Returns the outcome of a booking, and records it when a missing connection stopped it before it was sent. */
export async function recordIfBlocked<Value>(
  wanted: WantedStay,
  asked: Promise<Result<Value, ActionError>>,
  phone: AppContext = appContext,
): Promise<Result<Value, ActionError>> {
  const result = await asked
  if (!result.ok && result.error.kind === 'offline') await recordBlocked(wanted, phone)
  return result
}
