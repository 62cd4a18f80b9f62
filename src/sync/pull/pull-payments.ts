import type { ApiError } from '../../api/api-error.ts'
import { clientAs } from '../../api/client.ts'
import { listPayments } from '../../api/payments.ts'
import { pullStart } from '../../db/apply/pull-order.ts'
import { applyPayments } from '../../db/apply/payments.ts'
import type { Currency } from '../../domain/money.ts'
import { ok, type Result } from '../../lib/result.ts'
import type { AppContext } from '../app-context.ts'
import { responseTime } from '../response-time.ts'

/** The latest payments, which include those that can still be paid. */
const SIZE = 20

export async function pullPayments(
  phone: AppContext,
  userId: string,
  currency: Currency,
): Promise<Result<null, ApiError>> {
  const since = await pullStart(phone.dbs, userId)
  const answer = await listPayments(clientAs(phone.client, userId), { currency, page: 1, size: SIZE })
  if (!answer.ok) return answer
  await applyPayments(phone.dbs, userId, { payments: answer.value.items, since, ...responseTime(phone) })
  return ok(null)
}
