import { listFees, listStates } from '../api/places.ts'
import { getSocialConfig } from '../api/social.ts'
import { STATES_VALID_MS } from '../config/limits.ts'
import type { FeeWire } from '../contract/places.ts'
import { applyStates } from '../db/apply/places.ts'
import { readStates } from '../db/read/places.ts'
import type { Result } from '../lib/result.ts'
import { type AppContext, appContext } from '../sync/app-context.ts'
import type { ActionError } from './failures.ts'
import { attempt } from './requests.online.ts'

/** Fetches the fees of a country from its current tariffs. Not stored: no price on the phone depends on them. */
export const loadFees = (
  countryId: number,
  phone: AppContext = appContext,
): Promise<Result<readonly FeeWire[], ActionError>> => attempt(phone, () => listFees(phone.client, countryId))

/** The specification's wording; the list shown is then the saved or the built-in one. */
const INVALID = 'Invalid data format returned from API'

/** Fetches a country's states when the saved list is older than a day. On any failure an existing list remains. */
export async function loadStates(countryId: number, phone: AppContext = appContext): Promise<void> {
  const now = phone.clock.now()
  const { savedAt } = await readStates(countryId, phone.dbs)
  if (savedAt !== null && Math.abs(now - savedAt) < STATES_VALID_MS) return
  const answer = await listStates(phone.client, countryId)
  if (answer.ok) await applyStates(phone.dbs, { countryId, states: answer.value }, now)
  else if (answer.error.kind === 'invalid_response') phone.log.warn('states_not_loaded', { reason: INVALID })
}

/** Returns whether this provider offers Google and Apple sign-in; false when that cannot be determined. */
export async function isSocialOffered(phone: AppContext = appContext): Promise<boolean> {
  const config = await getSocialConfig(phone.client)
  return config.ok && config.value !== null
}
