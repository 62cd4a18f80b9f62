import { readSignKeys } from '../db/read/places.ts'
import { type SignCheck, type SignClaim, verifySign } from '../domain/sign.ts'
import { ok, type Result } from '../lib/result.ts'
import { type AppContext, appContext } from '../sync/app-context.ts'
import { pullPassKeys } from '../sync/pull/pull-places.ts'
import type { ActionError } from './failures.ts'
import { attempt } from './requests.online.ts'
import { withStorage } from './requests.ts'

/** Checks a sign with the keys on this phone; for an unknown key it asks the provider once. */
export const checkSign = (claim: SignClaim, phone: AppContext = appContext): Promise<Result<SignCheck, ActionError>> =>
  withStorage(async () => {
    const kept = await verifySign(claim, await readSignKeys(phone.dbs))
    if (kept.kind !== 'update_needed') return ok(kept)
    const pulled = await attempt(phone, () => pullPassKeys(phone))
    return ok(pulled.ok ? await verifySign(claim, await readSignKeys(phone.dbs)) : kept)
  })
