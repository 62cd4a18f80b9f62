import { type FreeSpacesQuery, listFreeSpaces } from '../api/parks.ts'
import { PARKS_PER_CALL, type FreeSpacesWire } from '../contract/parks.ts'
import { ok, type Result } from '../lib/result.ts'
import { type Phone, thisPhone } from '../sync/phone.ts'
import type { ActionError } from './action-error.ts'
import { attempt } from './attempt.online.ts'

/** How many spaces of each car park are free for a stay. Not kept: a count for one stay says nothing of the next. */
export const loadFreeSpaces = (
  query: FreeSpacesQuery,
  phone: Phone = thisPhone,
): Promise<Result<readonly FreeSpacesWire[], ActionError>> => {
  const parkIds = query.parkIds.slice(0, PARKS_PER_CALL)
  if (parkIds.length === 0) return Promise.resolve(ok([]))
  return attempt(phone, () => listFreeSpaces(phone.client, { ...query, parkIds }))
}
