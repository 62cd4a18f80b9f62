import { exportAccount as load } from '../api/account.ts'
import type { AccountExport } from '../contract/account.ts'
import type { Result } from '../lib/result.ts'
import { type Phone, thisPhone } from '../sync/phone.ts'
import type { ActionError } from './action-error.ts'
import { attemptAsUser } from './attempt.online.ts'

/** Everything that the provider keeps about the driver. Refusal: rate_limited. */
export const exportAccount = (phone: Phone = thisPhone): Promise<Result<AccountExport, ActionError>> =>
  attemptAsUser(phone, () => load(phone.client))
