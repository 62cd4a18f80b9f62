import { applyOverParked, applyParked } from '../db/apply/parked.ts'
import type { ParkedRow } from '../db/read/parked.ts'
import { ok, type Result } from '../lib/result.ts'
import { type AppContext, appContext } from '../sync/app-context.ts'
import type { ActionError } from './failures.ts'
import { forUser } from './requests.ts'

/** Stores where the car stands on this phone. Needs no connection and sends nothing. */
export const keepParked = (
  row: Omit<ParkedRow, 'at'>,
  phone: AppContext = appContext,
): Promise<Result<null, ActionError>> =>
  forUser(phone, async (userId) => {
    const kept = { ...row, at: phone.clock.now() }
    await applyParked(phone.dbs, userId, { id: row.id, row: kept, heardNow: phone.heardNow() })
    return ok(null)
  })

export const forgetParked = (id: string, phone: AppContext = appContext): Promise<Result<null, ActionError>> =>
  forUser(phone, async (userId) => {
    await applyParked(phone.dbs, userId, { id, row: null, heardNow: phone.heardNow() })
    return ok(null)
  })

/** Removes notes on stays that ended more than a day ago. */
export const tidyParked = (phone: AppContext = appContext): Promise<Result<null, ActionError>> =>
  forUser(phone, async (userId) => {
    await applyOverParked(phone.dbs, userId, phone.heardNow())
    return ok(null)
  })
