import type { Park } from '../contract/parks.ts'
import { recordViewedPark } from '../db/apply/recents.ts'
import { readPark } from '../db/read/park.ts'
import type { Result } from '../lib/result.ts'
import { type Phone, thisPhone } from '../sync/phone.ts'
import { pullPark } from '../sync/pull/pull-parks.ts'
import type { ActionError } from './action-error.ts'
import { attempt } from './attempt.online.ts'
import { withStorage } from './with-storage.ts'

/** Freshens the park that is being looked at, and remembers the visit. Unknown: refused with `park_not_found`. */
export const loadPark = (slugOrCode: string, phone: Phone = thisPhone): Promise<Result<Park, ActionError>> =>
  withStorage(() => loadAndRemember(slugOrCode, phone))

async function loadAndRemember(slugOrCode: string, phone: Phone): Promise<Result<Park, ActionError>> {
  const answer = await attempt(phone, () => pullPark(phone, slugOrCode))
  const park = answer.ok ? answer.value : (await readPark(slugOrCode, phone.dbs)).value
  if (park !== null) await recordViewedPark(phone.dbs, park.id, phone.clock.now())
  return answer
}
