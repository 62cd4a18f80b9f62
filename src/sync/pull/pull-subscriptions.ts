import type { ApiError } from '../../api/api-error.ts'
import { clientAs } from '../../api/client.ts'
import { listSubscriptions } from '../../api/plans.ts'
import { applySubscriptions } from '../../db/apply/plans.ts'
import { ok, type Result } from '../../lib/result.ts'
import type { AppContext } from '../app-context.ts'

/** Pulls the driver's plans, including those begun on another phone: every price on this phone depends on them. */
export async function pullSubscriptions(phone: AppContext, userId: string): Promise<Result<null, ApiError>> {
  const answer = await listSubscriptions(clientAs(phone.client, userId))
  if (!answer.ok) return answer
  await applySubscriptions(phone.dbs, userId, { rows: answer.value, savedAt: phone.clock.now() })
  return ok(null)
}
