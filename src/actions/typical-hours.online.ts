import { getTypicalHours } from '../api/typical-hours.ts'
import { applyTypicalHours } from '../db/apply/typical-hours.ts'
import { readTypicalHours } from '../db/read/typical-hours.ts'
import { DAY_MS } from '../domain/instant.ts'
import { ok, type Result } from '../lib/result.ts'
import { type AppContext, appContext } from '../sync/app-context.ts'
import type { ActionError } from './failures.ts'
import { attempt } from './requests.online.ts'
import { withStorage } from './requests.ts'

/** Stores how full a car park usually is; fetched once a day, which is how often the provider calculates it. */
export const loadTypicalHours = (parkId: number, phone: AppContext = appContext): Promise<Result<null, ActionError>> =>
  withStorage(async () => {
    const { savedAt } = await readTypicalHours(parkId, phone.dbs)
    const now = phone.clock.now()
    if (savedAt !== null && Math.abs(now - savedAt) < DAY_MS) return ok(null)
    const answer = await attempt(phone, () => getTypicalHours(phone.client, parkId))
    if (!answer.ok) return answer
    await applyTypicalHours(phone.dbs, { typical: answer.value, savedAt: now })
    return ok(null)
  })
