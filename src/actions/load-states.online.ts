import { listStates } from '../api/places.ts'
import { STATES_VALID_MS } from '../config/limits.ts'
import { applyStates } from '../db/apply/places.ts'
import { readStates } from '../db/read/places.ts'
import { type Phone, thisPhone } from '../sync/phone.ts'

/** The specification's words; the list shown is then the saved or the built-in one. */
const INVALID = 'Invalid data format returned from API'

/** Asks for a country's states when the saved list is older than a day. Whatever goes wrong, a list is there already. */
export async function loadStates(countryId: number, phone: Phone = thisPhone): Promise<void> {
  const now = phone.clock.now()
  const { savedAt } = await readStates(countryId, phone.dbs)
  if (savedAt !== null && Math.abs(now - savedAt) < STATES_VALID_MS) return
  const answer = await listStates(phone.client, countryId)
  if (answer.ok) await applyStates(phone.dbs, { countryId, states: answer.value }, now)
  else if (answer.error.kind === 'invalid_response') phone.log.warn('states_not_loaded', { reason: INVALID })
}
