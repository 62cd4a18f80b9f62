import { listFees } from '../api/places.ts'
import type { FeeWire } from '../contract/places.ts'
import type { Result } from '../lib/result.ts'
import { type Phone, thisPhone } from '../sync/phone.ts'
import type { ActionError } from './action-error.ts'
import { attempt } from './attempt.online.ts'

/** The fees of a country, as its tariffs have them now. Not kept: no price on the phone is made from them. */
export const loadFees = (
  countryId: number,
  phone: Phone = thisPhone,
): Promise<Result<readonly FeeWire[], ActionError>> => attempt(phone, () => listFees(phone.client, countryId))
