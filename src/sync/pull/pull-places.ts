import type { ApiError } from '../../api/api-error.ts'
import { getPassKeys, listCountries } from '../../api/places.ts'
import { applyCountries, applyPassKeys } from '../../db/apply/places.ts'
import { ok, type Result } from '../../lib/result.ts'
import type { AppContext } from '../app-context.ts'

export async function pullCountries(phone: AppContext): Promise<Result<null, ApiError>> {
  const answer = await listCountries(phone.client)
  if (!answer.ok) return answer
  await applyCountries(phone.dbs, answer.value, phone.clock.now())
  return ok(null)
}

/** Without the keys a phone cannot show "Ready offline" on a pass. */
export async function pullPassKeys(phone: AppContext): Promise<Result<null, ApiError>> {
  const answer = await getPassKeys(phone.client)
  if (!answer.ok) return answer
  await applyPassKeys(phone.dbs, answer.value, phone.clock.now())
  return ok(null)
}
