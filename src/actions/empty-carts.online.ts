import { applyCartEmptied } from '../db/apply/cart.ts'
import { ok, type Result } from '../lib/result.ts'
import { type AppContext, appContext } from '../sync/app-context.ts'
import type { ActionError } from './failures.ts'
import { withStorage } from './requests.ts'

/** Empties all carts when another country was chosen. Needs no connection. */
export const emptyCarts = (phone: AppContext = appContext): Promise<Result<null, ActionError>> =>
  withStorage(async () => {
    await applyCartEmptied(phone.dbs)
    return ok(null)
  })
