import { applyFreeSpace } from '../db/apply/free-space.ts'
import { applyRestoredRead } from '../db/apply/restored.ts'
import { ok, type Result } from '../lib/result.ts'
import { providerRestored } from '../signals/provider-restored.ts'
import { selectedCountry } from '../signals/selected-country.ts'
import { type AppContext, appContext } from '../sync/app-context.ts'
import type { ActionError } from './failures.ts'
import { forUser, withStorage } from './requests.ts'

/** Gives up what the driver misses least. Needs no connection; everything given up comes back with one. */
export const freeSpace = (phone: AppContext = appContext): Promise<Result<null, ActionError>> =>
  withStorage(async () => {
    await applyFreeSpace(phone.dbs, selectedCountry.get()?.code ?? null)
    return ok(null)
  })

/** The driver has read that the provider went back to an earlier state. Needs no connection. */
export const dismissRestored = (phone: AppContext = appContext): Promise<Result<null, ActionError>> =>
  forUser(phone, async (userId) => {
    await applyRestoredRead(phone.dbs, userId)
    providerRestored.set(null)
    return ok(null)
  })
