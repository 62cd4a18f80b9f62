import { patchProfile } from '../api/auth.ts'
import type { ProfilePatch, User } from '../contract/auth.ts'
import { applyProfile } from '../db/apply/session.ts'
import type { Result } from '../lib/result.ts'
import { type Phone, thisPhone } from '../sync/phone.ts'
import type { ActionError } from './action-error.ts'
import { attemptAsUser } from './attempt.online.ts'

export const updateProfile = (patch: ProfilePatch, phone: Phone = thisPhone): Promise<Result<User, ActionError>> =>
  attemptAsUser(phone, async () => {
    const answer = await patchProfile(phone.client, patch)
    if (answer.ok) await applyProfile(phone.dbs, answer.value)
    return answer
  })
