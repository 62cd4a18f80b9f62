import { listStreetRegions } from '../api/street-regions.ts'
import { applyStreetRegions } from '../db/apply/street-regions.ts'
import { ok, type Result } from '../lib/result.ts'
import { type Phone, thisPhone } from '../sync/phone.ts'
import type { ActionError } from './action-error.ts'
import { attempt } from './attempt.online.ts'
import { withStorage } from './with-storage.ts'

/** Brings the list of areas with streets to the phone; the streets themselves come as they are looked at. */
export const loadStreetRegions = (phone: Phone = thisPhone): Promise<Result<null, ActionError>> =>
  withStorage(async () => {
    const answer = await attempt(phone, () => listStreetRegions(phone.client))
    if (!answer.ok) return answer
    await applyStreetRegions(phone.dbs, { regions: answer.value, savedAt: phone.clock.now() })
    return ok(null)
  })
