import { getProof, type ProofAnswer } from '../api/proofs.ts'
import { readPassKeys } from '../db/read/places.ts'
import { importPassKeys } from '../domain/pass.ts'
import { type SignedCheck, verifySigned } from '../domain/signed-data.ts'
import { ok, type Result } from '../lib/result.ts'
import { type AppContext, appContext } from '../sync/app-context.ts'
import type { ActionError } from './failures.ts'
import { attemptAsUser } from './requests.online.ts'

export interface CheckedProof extends ProofAnswer {
  /** By the provider's keys that this phone holds. */
  readonly check: SignedCheck
}

/** What the provider itself holds of a booking, signed. */
export const loadProof = (code: string, phone: AppContext = appContext): Promise<Result<CheckedProof, ActionError>> =>
  attemptAsUser(phone, async () => {
    const answer = await getProof(phone.client, code)
    if (!answer.ok) return answer
    const { value: keys } = await readPassKeys(phone.dbs)
    return ok({ ...answer.value, check: await verifySigned(answer.value.signed, await importPassKeys(keys)) })
  })
